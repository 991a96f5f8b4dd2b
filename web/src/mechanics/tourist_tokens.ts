/** Tourist tokens: stacks on some places; a player who builds there takes one, and sets of them score. */
import { type Drawing, drawn } from '../board/emblems';
import { INK } from '../board/palette';
import { named, t } from '../i18n/i18n.svelte';
import { numberOf, tableOf } from '../rulebook/book';
import { type Mechanic, offersBy, pointOf } from './registry/mechanic';

const DRAWINGS: Readonly<Record<string, Drawing>> = {
  bell: {
    fill: 'M0 -9C5 -9 6 -3 6 1.5L8.5 5.5H-8.5L-6 1.5C-6 -3 -5 -9 0 -9ZM-2.8 7A2.8 2.8 0 0 0 2.8 7Z',
  },
  crab: {
    fill: 'M-6.5 2A6.5 5 0 0 1 6.5 2A6.5 5.5 0 0 1 -6.5 2ZM-5.6 -1.6L-9.6 -8.5L-3.6 -6ZM5.6 -1.6L9.6 -8.5L3.6 -6Z',
    line: 'M-6 4L-10 6M-5 6L-8.5 9M6 4L10 6M5 6L8.5 9',
  },
  gull: { fill: 'M-10.5 -3Q-5 -9.5 0 -1.5Q5 -9.5 10.5 -3Q5 -4.5 0 5.5Q-5 -4.5 -10.5 -3Z' },
  lantern: { fill: 'M-3 -10H3V-7.6H5L7 5H-7L-5 -7.6H-3ZM-5 6.4H5V9.4H-5Z' },
  poppy: {
    fill: 'M0 -2A4.6 4.6 0 1 1 0 -2.1ZM0 -5C4 -11 10 -6 5.4 -1.6C10 2.6 4 7 0 1.6C-4 7 -10 2.6 -5.4 -1.6C-10 -6 -4 -11 0 -5Z',
    line: 'M0 3V10',
  },
  seal: {
    fill: 'M-10 7.5C-8.5 3 -5.5 3.5 -4 -1.5C-2.5 -6.5 3 -10 7.8 -6.6L10 -5.6L8.6 -3.6C6 -2.6 6.4 1 7 4L9.6 8H1.5L.5 6L-2.5 8.2Z',
  },
  wheel: {
    fill: 'M0 -2.6A2.6 2.6 0 1 1 0 2.6A2.6 2.6 0 1 1 0 -2.6Z',
    line: 'M0 -8A8 8 0 1 1 0 8A8 8 0 1 1 0 -8ZM0 -8V8M-8 0H8M-5.7 -5.7L5.7 5.7M5.7 -5.7L-5.7 5.7',
  },
};
const UNKNOWN: Drawing = { fill: 'M-7 -7H7V7H-7Z' };

/** The drawing of a tourist token; boards of others may have symbols we never saw. */
function token(symbol: string): Drawing {
  return DRAWINGS[symbol] ?? UNKNOWN;
}

/** What a symbol is called. */
function tokenName(symbol: string): string {
  return named(`table.token.${symbol}`, symbol);
}

const tokens: Mechanic = {
  name: 'tourist-tokens',
  questions: {
    StackPlacement(asked) {
      const actions = asked.all('place-stack');
      const symbols = [...new Set(actions.map(({ symbol }) => symbol))];
      const chosen = asked.option ?? symbols[0] ?? '';
      const players = asked.view?.players.length ?? 0;
      const singles = players <= (numberOf(asked.board.name, 'singles_up_to') ?? 0);
      return {
        kind: 'places',
        shows: ['place-stack'],
        ask: t(singles ? 'table.place.single' : 'table.place.stack'),
        kinds: {
          label: t('table.place.which-token'),
          chosen,
          all: symbols.map((symbol) => ({
            id: symbol,
            name: tokenName(symbol),
            icon: drawn(token(symbol), 20, INK),
          })),
        },
        places: offersBy(
          actions.filter(({ symbol }) => symbol === chosen),
          ({ place }) => place,
          ({ symbol, place }) => ({
            text: t('table.place.stack-on', {
              token: tokenName(symbol),
              place: asked.names.place(place),
            }),
          }),
        ),
      };
    },
    TokenChoice: (asked) => ({
      kind: 'places',
      shows: ['token'],
      ask: t('table.place.token'),
      places: offersBy(
        asked.all('token'),
        ({ place }) => place,
        ({ place }) => ({ text: t('table.place.token-of', { place: asked.names.place(place) }) }),
      ),
    }),
  },
  pieces: ({ 'tourist-tokens': part }, board) =>
    (part?.stacks ?? [])
      .filter(([, , height]) => height > 0)
      .map(([place, symbol, height]) => ({
        key: `stack-${symbol}`,
        at: pointOf(board, place),
        drawing: stack(symbol, height, board.picture.radius),
        data: { 'data-stack': place },
      })),
  facts({ parts }, seat) {
    const part = parts['tourist-tokens'];
    if (part === undefined) return [];
    const held = part.held[seat] ?? [];
    return [
      {
        order: 40,
        text: t('table.player.tokens', { count: held.length }),
        detail: held.map(tokenName).join(', '),
        things: held.map((symbol) => drawn(token(symbol), 20, INK)),
      },
    ];
  },
  does: {
    'place-stack': ({ symbol, place }, names) =>
      t('table.place.stack-on', { token: tokenName(symbol), place: names.place(place) }),
    token: ({ place }, names) => t('table.place.token-of', { place: names.place(place) }),
  },
  log: {
    'stack-aside': () => null,
    stack: (event, { who, names }) =>
      event.seat === null
        ? null
        : t('table.log.stack', {
            count: event.height,
            token: tokenName(event.symbol),
            place: names.place(event.place),
            player: who(event.seat),
          }),
    'token-choice': () => null,
    'took-token': (event, { who, names }) =>
      t('table.log.took-token', {
        player: who(event.seat),
        token: tokenName(event.symbol),
        place: names.place(event.place),
      }),
  },
  categories: [
    {
      name: 'tourist-tokens',
      order: 40,
      title: () => t('table.category.tourist-tokens'),
      logged: false,
      tokens: (parts, seat) =>
        (parts['tourist-tokens']?.held[seat] ?? []).map(
          (symbol) =>
            `<circle r="13" fill="#f6e3b0" stroke="${INK}" stroke-width="1.5"/>${drawn(token(symbol), 17, INK)}`,
        ),
    },
  ],
  worth(board) {
    const rows = tableOf(board.name, 'token_points');
    if (rows.length === 0) return [];
    const scale = { of: t('table.worth.symbols'), rows };
    return [{ order: 40, text: t('table.category.tourist-tokens'), scale }];
  },
  sounds: { 'took-token': 'coin' },
  follows: {
    'took-token': ({ symbol }) => t('table.route.token', { token: tokenName(symbol) }),
    'token-choice': () => t('table.route.token-choice'),
  },
  lit: { lessons: { token: '.players li.me' } },
  sections: {
    decisions: { StackPlacement: 'tokens', TokenChoice: 'tokens' },
    lessons: { token: 'tokens' },
  },
};
export default tokens;

function stack(symbol: string, height: number, radius: number): string {
  const coins = Array.from({ length: height }, (_, k) => {
    const y = -k * radius * 0.26;
    return (
      `<circle cy="${y + 2}" r="${radius * 0.98}" fill="#8a6a2f"/>` +
      `<circle cy="${y}" r="${radius * 0.98}" fill="#f6e3b0" stroke="${INK}" stroke-width="1.5"/>`
    );
  });
  return (
    `${coins.join('')}<g transform="translate(0 ${-(height - 1) * radius * 0.26})">` +
    `<circle r="${radius * 0.8}" fill="none" stroke="#b0843a" stroke-width="1.2"/>` +
    `${drawn(token(symbol), radius * 1.25, INK)}</g>`
  );
}
