/** City markers: everybody starts in a city, and may buy markers for cities of the routes they claim. */
import { paid } from '../anim/flights';
import { drawn } from '../board/emblems';
import { type Livery, liveryOf } from '../board/livery';
import { INK, PAPER } from '../board/palette';
import { t } from '../i18n/i18n.svelte';
import { type Mechanic, offersBy, pointOf } from './registry/mechanic';

const markers: Mechanic = {
  name: 'city-markers',
  questions: {
    StartCity: (asked) => ({
      kind: 'places',
      shows: ['start-city'],
      ask: t('table.place.start'),
      places: offersBy(
        asked.all('start-city'),
        ({ city }) => city,
        ({ city }) => ({ text: t('table.place.start-in', { city: asked.names.place(city) }) }),
      ),
    }),
    MarkerOffer(asked) {
      const { names } = asked;
      const places = offersBy(
        asked.all('mark'),
        ({ city }) => city,
        ({ city, payment }) => ({
          text: t('table.marker.buy', { city: names.place(city), cards: names.cards(payment) }),
          payment,
        }),
      );
      const none = asked.first('no-marker');
      return {
        kind: 'places',
        shows: none === null ? ['mark'] : ['mark', 'no-marker'],
        ask: places.size > 0 ? t('table.marker.ask') : t('table.marker.cannot'),
        more: t('table.marker.more'),
        label: t('table.marker.city'),
        places,
        preset: true,
        ...(none !== null && { decline: { action: none, text: t('table.marker.none') } }),
      };
    },
  },
  pieces: ({ 'city-markers': part }, board, liveries) =>
    (part?.cities ?? []).map(([place, seat]) => ({
      key: `marker-${place}`,
      at: pointOf(board, place),
      scale: board.picture.radius / 12,
      drawing: marker(liveryOf(seat, liveries), part?.starts.includes(place) ?? false),
      data: { 'data-marker': place, 'data-seat': seat },
    })),
  does: {
    'start-city': ({ city }, names) => t('table.place.start-in', { city: names.place(city) }),
    mark: ({ city, payment }, names) =>
      t('table.marker.buy', { city: names.place(city), cards: names.cards(payment) }),
    'no-marker': () => t('table.marker.none'),
  },
  log: {
    started: (event, { who, names }) =>
      t('table.log.started', { player: who(event.seat), city: names.place(event.city) }),
    marked: (event, { who, names }) =>
      t('table.log.marked', {
        player: who(event.seat),
        city: names.place(event.city),
        cards: names.cards(event.payment),
      }),
    'marked-none': () => null,
  },
  flights: { marked: paid },
  sounds: { marked: 'coin' },
  // Its city is preset: what is left to press is a button.
  lit: { actions: { mark: () => 'section.prompt' }, lessons: { control: '.players' } },
  sections: {
    decisions: { StartCity: 'start-city', MarkerOffer: 'markers' },
    lessons: { marker: 'markers', control: 'markers' },
  },
};
export default markers;

/** A marker; that of a start city has a roof. */
function marker({ ink, shade, emblem }: Livery, start: boolean): string {
  return (
    '<ellipse cx="4" cy="3" rx="13" ry="5" fill="#000" opacity="0.28"/>' +
    `<circle r="13.5" fill="${shade}" stroke="${INK}" stroke-width="1.3"/>` +
    `<circle cy="-2.5" r="13.5" fill="${ink}" stroke="${INK}" stroke-width="1.3"/>` +
    `<circle cy="-2.5" r="9.6" fill="${PAPER}"/>` +
    `<g transform="translate(0 -2.5)">${drawn(emblem, 13, INK)}</g>` +
    (start
      ? `<path d="M-8 -15L0 -23L8 -15Z" fill="${ink}" stroke="${INK}" stroke-width="1.3"/>`
      : '')
  );
}
