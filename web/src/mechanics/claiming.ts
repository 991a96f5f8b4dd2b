/** Claiming a route: pay its cards, put vehicles on it. */
import { paid } from '../anim/flights';
import { t } from '../i18n/i18n.svelte';
import { type Mechanic, offersBy } from './registry/mechanic';

const claiming: Mechanic = {
  name: 'claiming',
  turn(asked) {
    const count = new Set(asked.all('claim').map(({ route }) => route)).size;
    const text = t('table.turn.claim', { count });
    return { shows: ['claim'], buttons: [{ order: 20, text, does: count > 0 ? 'routes' : null }] };
  },
  routes: (asked) =>
    offersBy(
      asked.all('claim'),
      ({ route }) => route,
      ({ payment }) => ({
        text: t('table.claim.for', { cards: asked.names.cards(payment) }),
        payment,
      }),
    ),
  facts({ players }, seat) {
    const count = players[seat]?.vehicles ?? 0;
    return [
      {
        order: 20,
        text: t('table.player.vehicles', { count }),
        count,
        icon: '<path d="M1 4H15V11H1ZM3 12H6V14H3ZM10 12H13V14H10Z"/>',
      },
    ];
  },
  does: {
    claim: ({ route, payment }, names) =>
      t('table.does.claim', { route: names.route(route), cards: names.cards(payment) }),
  },
  brief: {
    claimed: ({ route }, names) => ({ kind: route, count: 1, say: () => names.route(route) }),
  },
  log: {
    claimed: (event, { who, names }) =>
      t('table.log.claimed', {
        player: who(event.seat),
        route: names.route(event.route),
        cards: names.cards(event.payment),
      }),
  },
  categories: [
    { name: 'routes', order: 10, title: () => t('table.category.routes'), logged: true },
  ],
  worth: (board) => [
    {
      order: 10,
      text: t('table.category.routes'),
      scale: {
        of: t('table.worth.spaces'),
        rows: Object.entries(board.route_points).map(([spaces, points]) => [
          Number(spaces),
          points,
        ]),
      },
    },
  ],
  flights: { claimed: paid },
  sounds: { claimed: 'rail' },
  arrivals: { claimed: ({ route }) => [route] },
  refusals: {
    'cards-not-in-hand': ({ missing }) => t('table.route.missing', { count: missing }),
  },
  sections: { lessons: { claim: 'claiming' } },
};
export default claiming;
