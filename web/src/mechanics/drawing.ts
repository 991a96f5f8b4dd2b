/** Drawing cards: from the deck or from the display, two in a turn. */
import { list, t } from '../i18n/i18n.svelte';
import { total } from '../table/cards';
import { cardName } from '../table/names';
import Display from './drawing/Display.svelte';
import { type Brief, eventsOfType, type Mechanic } from './registry/mechanic';

const CARD: Brief = { kind: 'cards', count: 1, say: (count) => t('table.since.cards', { count }) };

const drawing: Mechanic = {
  name: 'drawing',
  questions: {
    SecondCard: (asked) => ({
      kind: 'buttons',
      shows: ['draw', 'take'],
      ask: t('table.turn.second'),
      more: t('table.turn.second-more'),
      buttons: [
        {
          order: 10,
          text: t('table.turn.draw-second'),
          does: asked.first('draw'),
          primary: true,
        },
      ],
    }),
  },
  turn: (asked) => ({
    shows: ['draw', 'take'],
    buttons: [{ order: 10, text: t('table.turn.draw'), does: asked.first('draw'), primary: true }],
  }),
  shortcut(key, asked) {
    if (key.kind === 'draw') return asked.first('draw');
    if (key.kind !== 'take') return null;
    const card = asked.view?.display[key.slot];
    return asked.all('take').find((action) => action.card === card) ?? null;
  },
  market: Display,
  facts({ players }, seat) {
    const count = total(players[seat]?.hand ?? {});
    return [
      {
        order: 10,
        text: t('table.player.cards', { count }),
        count,
        icon: '<rect x="4" y="1.5" width="9" height="13" rx="1.5"/>',
      },
    ];
  },
  does: {
    draw: () => t('table.does.draw'),
    take: ({ card }) => t('table.does.take', { card: cardName(card) }),
  },
  luck(events, { who, names }) {
    const open = eventsOfType(events, 'turned-up').map(({ card }) => cardName(card));
    if (open.length > 0) return t('table.luck.turned-up', { cards: list(open) });
    const [drew] = eventsOfType(events, 'drew');
    if (drew && drew.card !== null) {
      return t('table.luck.drew', { player: who(drew.seat), card: cardName(drew.card) });
    }
    const [dealt] = eventsOfType(events, 'dealt');
    if (!dealt) return null;
    return t('table.luck.dealt', { player: who(dealt.seat), cards: names.cards(dealt.cards) });
  },
  brief: { drew: () => CARD, took: () => CARD },
  log: {
    dealt: () => null,
    'turned-up': () => null,
    swept: () => t('table.log.swept'),
    shuffled: (event) => t('table.log.shuffled', { count: total(event.cards) }),
    drew: (event, { who }) =>
      event.card === null
        ? t('table.log.drew', { player: who(event.seat) })
        : t('table.log.drew-known', { player: who(event.seat), card: cardName(event.card) }),
    took: (event, { who }) =>
      t('table.log.took', { player: who(event.seat), card: cardName(event.card) }),
  },
  flights: {
    took: ({ seat, slot, card }, home) => [{ from: `slot-${slot}`, to: home(seat, card), card }],
    drew: ({ seat, card }, home) => [{ from: 'deck', to: home(seat, card), card }],
  },
  sounds: { drew: 'card', took: 'card' },
  lit: {
    actions: {
      draw: () => '[data-fly="deck"]',
      take({ card }, view) {
        const slot = view?.display.indexOf(card) ?? -1;
        return slot < 0 ? null : `[data-fly="slot-${slot}"]`;
      },
    },
  },
  sections: {
    decisions: { SecondCard: 'drawing' },
    lessons: { draw: 'drawing', second: 'drawing', wild: 'drawing' },
  },
};
export default drawing;
