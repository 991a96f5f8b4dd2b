/** Alvin the Alien: he is captured by a route to his city, and taken along. */
import { INK } from '../board/palette';
import { t } from '../i18n/i18n.svelte';
import { numberOf } from '../rulebook/book';
import { type Mechanic, offersBy, pointOf } from './registry/mechanic';

const FIGURE =
  '<ellipse cx="1.5" cy="13" rx="9" ry="3" fill="#000" opacity="0.3"/>' +
  `<path d="M-5 -11L-8 -18M5 -11L8 -18" stroke="${INK}" stroke-width="1.6"/>` +
  `<circle cx="-8" cy="-18.5" r="2" fill="#5fb36b" stroke="${INK}"/>` +
  `<circle cx="8" cy="-18.5" r="2" fill="#5fb36b" stroke="${INK}"/>` +
  `<path d="M0 12C-7 7 -11 0 -10 -6C-9 -12 9 -12 10 -6C11 0 7 7 0 12Z" fill="#5fb36b" stroke="${INK}" stroke-width="1.4"/>` +
  `<ellipse cx="-4.4" cy="-3" rx="2.7" ry="4" fill="${INK}" transform="rotate(24 -4.4 -3)"/>` +
  `<ellipse cx="4.4" cy="-3" rx="2.7" ry="4" fill="${INK}" transform="rotate(-24 4.4 -3)"/>` +
  `<path d="M-2.5 6Q0 7.6 2.5 6" stroke="${INK}" stroke-width="1.3" fill="none" stroke-linecap="round"/>`;

const alvin: Mechanic = {
  name: 'alvin',
  questions: {
    AlvinsMove: (asked) => ({
      kind: 'places',
      shows: ['move-alvin'],
      ask: t('table.place.alvin'),
      places: offersBy(
        asked.all('move-alvin'),
        ({ city }) => city,
        ({ city }) => ({ text: t('table.place.alvin-to', { city: asked.names.place(city) }) }),
      ),
    }),
  },
  pieces({ alvin }, board) {
    if (alvin === undefined) return [];
    const [x, y] = pointOf(board, alvin.city);
    const { radius } = board.picture;
    const at = [x, y - radius * 1.5] as const;
    return [{ key: 'alvin', at, scale: radius / 11, drawing: FIGURE, glides: true }];
  },
  /** His home glows while he is about. */
  lights({ alvin }, board) {
    if (alvin === undefined) return [];
    const home = board.marks.alvin?.[0];
    if (home === undefined) return [];
    return [{ at: pointOf(board, home), ink: 'rgb(84 224 122 / 60%)' }];
  },
  badge: ({ alvin }, seat) =>
    alvin?.holder === seat ? { text: t('table.player.alvin'), ink: '#2f7a40' } : null,
  does: {
    'move-alvin': ({ city }, names) => t('table.place.alvin-to', { city: names.place(city) }),
  },
  log: {
    'captured-alvin': (event, { who }) =>
      t('table.log.captured-alvin', { player: who(event.seat) }),
    'moved-alvin': (event, { who, names }) =>
      t('table.log.moved-alvin', { player: who(event.seat), city: names.place(event.city) }),
  },
  categories: [{ name: 'alvin', order: 60, title: () => t('table.category.alvin'), logged: true }],
  worth(board) {
    const count = numberOf(board.name, 'alvin');
    if (count === undefined) return [];
    const text = `${t('table.category.alvin')}: ${t('table.worth.alvin', { count })}`;
    return [{ order: 60, text }];
  },
  sounds: { 'captured-alvin': 'coin' },
  follows: { 'captured-alvin': () => t('table.route.alvin') },
  sections: { decisions: { AlvinsMove: 'alvin' }, lessons: { 'move-alvin': 'alvin' } },
};
export default alvin;
