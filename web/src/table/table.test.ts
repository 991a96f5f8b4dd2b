import { beforeAll, describe, expect, test } from 'vitest';
import { eventsOf, flightsOf } from '../anim/flights';
import { speak } from '../i18n/i18n.svelte';
import { asking } from '../mechanics/registry/asked';
import { ALL, mechanicsOf } from '../mechanics/registry/mechanics';
import { fewestKept, keeping } from '../mechanics/tickets/keeping';
import type {
  Action,
  Board,
  ClockState,
  Entry,
  GameEvent,
  Outcome,
  Route,
  Snapshot,
  View,
} from '../net/types';
import { merged } from '../source/history.svelte';
import { counted, total } from './cards';
import { left, timeText } from './clock';
import { linesOf } from './log';
import { Names } from './names';
import { filtered } from './routes';
import { sum, tally } from './scoring';

const board = {
  name: 'small',
  title: 'Small',
  places: [
    { id: 'a', name: 'Alpha' },
    { id: 'b', name: 'Beta' },
    { id: 'c', name: 'Gamma' },
  ],
  routes: [
    { id: 'a/b', index: 0, ends: ['a', 'b'], length: 2, colour: 'red', ferries: 0 },
    { id: 'b/c', index: 1, ends: ['b', 'c'], length: 3, colour: null, ferries: 1 },
  ],
  tickets: [
    { id: 'a/c', ends: ['a', 'c'], points: 7 },
    { id: 'a/b', ends: ['a', 'b'], points: 2 },
  ],
  route_points: { 2: 2, 3: 4 },
  cards: ['red', 'blue', 'wild'],
} as unknown as Board;
const names = new Names(board);
const snapshot = { seats: [{ name: 'Ann' }, { name: 'Bea' }] } as unknown as Snapshot;
const who = (seat: number) => ['Ann', 'Bea'][seat] ?? '?';
type Bare = GameEvent extends infer E ? (E extends unknown ? Omit<E, 'text'> : never) : never;
const worded = (event: Bare) => ({ ...event, text: 'told' }) as GameEvent;
const moved = (version: number, ...events: Bare[]) =>
  ({ version, at: 0, type: 'moved', seat: 0, events: events.map(worded) }) as Entry;

beforeAll(() => speak('en'));

const say = (event: Bare) => ALL.say(worded(event), { names, who });
const asked = (
  decision: string,
  actions: object[],
  option: string | null = null,
  more: { board?: Board; view?: View } = {},
) =>
  asking({
    decision,
    text: 'Choose something.',
    legal: actions.map((action) => ({
      action: action as Action,
      text: `do ${Object.values(action).join(' ')}`,
    })),
    board,
    names,
    view: null,
    option,
    mechanics: ALL,
    ...more,
  });

describe('questions', () => {
  test('of a turn have the buttons of the mechanics, and routes to point at', () => {
    const turn = asked('Turn', [
      { type: 'draw' },
      { type: 'take', card: 'red' },
      { type: 'claim', route: 'a/b', payment: { red: 2 } },
      { type: 'claim', route: 'a/b', payment: { red: 1, wild: 1 } },
    ]);
    const { question } = turn;
    expect(
      question.kind === 'buttons' && question.buttons.map(({ text, does }) => [text, does]),
    ).toEqual([
      ['Draw a card', { type: 'draw' }],
      ['Claim a route (1)', 'routes'],
      ['Draw tickets', null],
    ]);
    expect(turn.routes.get('a/b')?.map(({ payment }) => payment)).toEqual([
      { red: 2 },
      { red: 1, wild: 1 },
    ]);
    expect(turn.rest).toEqual([]);
  });

  test('for a place offer what can be done there', () => {
    const { question } = asked('MarkerOffer', [
      { type: 'mark', city: 'b', payment: { wild: 2 } },
      { type: 'no-marker' },
    ]);
    if (question.kind !== 'places') throw new Error('no question for a place');
    expect(question.places.get('b')?.map(({ text }) => text)).toEqual([
      'Put a marker on Beta with 2 wild',
    ]);
    expect(question.decline?.action).toEqual({ type: 'no-marker' });
  });

  test('for a stack depend on the stack that is meant', () => {
    const stacks = [
      { type: 'place-stack', symbol: 'bell', place: 'a' },
      { type: 'place-stack', symbol: 'crab', place: 'b' },
    ];
    expect([...asked('StackPlacement', stacks).places.keys()]).toEqual(['a']);
    expect([...asked('StackPlacement', stacks, 'crab').places.keys()]).toEqual(['b']);
  });

  test('for a stack say whether it is a single token', () => {
    const stacks = [{ type: 'place-stack', symbol: 'bell', place: 'a' }];
    const ask = (players: number) => {
      const view = { players: Array.from({ length: players }) } as unknown as View;
      const at = { ...board, name: 'san-francisco' };
      const { question } = asked('StackPlacement', stacks, null, { board: at, view });
      return question.kind === 'places' ? question.ask : '';
    };
    expect([2, 3].map(ask)).toEqual([
      'Put a single token on a place.',
      'Put a stack of tokens on a place.',
    ]);
    const stack = { type: 'stack', symbol: 'bell', place: 'a', seat: 1 } as const;
    expect([1, 2].map((height) => say({ ...stack, height }))).toEqual([
      'Bea put 1 “Bell” token on Alpha.',
      'Bea put 2 “Bell” tokens on Alpha.',
    ]);
  });

  test('of tickets are those the server offers', () => {
    const keeps = asked('TicketOffer', [
      { type: 'keep', tickets: ['x'] },
      { type: 'keep', tickets: ['x', 'y'] },
    ]).all('keep');
    expect(fewestKept(keeps)).toBe(1);
    expect(keeping(keeps, new Set(['y', 'x']))?.tickets).toEqual(['x', 'y']);
    expect(keeping(keeps, new Set(['y']))).toBeNull();
    expect(keeping(keeps, new Set())).toBeNull();
  });
});

describe('rules of other packages', () => {
  test('a decision that nobody knows offers every action with its own text', () => {
    const { question, rest } = asked('PayForTunnel', [{ type: 'pay-extra' }, { type: 'withdraw' }]);
    expect(question).toEqual({ kind: 'buttons', shows: [], ask: 'Choose something.', buttons: [] });
    expect(rest.map(({ text }) => text)).toEqual(['do pay-extra', 'do withdraw']);
  });

  test('a route that is offered twice is offered once on the board', () => {
    const claim = { type: 'claim', route: 'a/b', payment: { red: 2 } };
    expect(asked('Unknown', [claim]).routes.get('a/b')).toHaveLength(1);
  });

  test('even actions that are known elsewhere', () => {
    expect(asked('Unknown', [{ type: 'pass' }]).rest).toHaveLength(1);
    expect(asked('SecondCard', [{ type: 'draw' }, { type: 'pass' }]).rest).toHaveLength(1);
  });

  test('a turn offers its own actions beside those of the others, on the board as well', () => {
    const turn = asked('Turn', [
      { type: 'draw' },
      { type: 'claim', route: 'a/b', payment: { red: 2 } },
      { type: 'dig', route: 'a/b' },
      { type: 'dig', route: 'b/c' },
      { type: 'visit', place: 'c' },
    ]);
    expect(turn.rest.map(({ text }) => text)).toEqual(['do dig a/b', 'do dig b/c', 'do visit c']);
    expect(turn.routes.get('a/b')?.map(({ action }) => action.type)).toEqual(['claim', 'dig']);
    expect([...turn.routes.keys()]).toEqual(['a/b', 'b/c']);
    expect([...turn.places.keys()]).toEqual(['c']);
  });

  test('an event that nobody knows is told in its own words', () => {
    const event = { type: 'dug', seat: 0, text: 'Ann dug a tunnel.' };
    expect(ALL.say(event, { names, who })).toBe('Ann dug a tunnel.');
    expect(say({ type: 'scored', seat: 0, points: 2, category: 'zoo' })).toBe('Ann: 2 points.');
    expect(ALL.follows(event, names)).toBe('Ann dug a tunnel.');
  });

  test('parts that nobody knows show nothing', () => {
    const parts = { tunnels: { dug: ['a/b'] } } as unknown as View['parts'];
    expect([ALL.pieces(parts, board, []), ALL.lights(parts, board), ALL.badges(parts, 0)]).toEqual([
      [],
      [],
      [],
    ]);
  });
});

test('a game has the mechanics of its rules', () => {
  const names = mechanicsOf({ rules: ['drawing', 'alvin', 'tunnels'] }).all.map(({ name }) => name);
  expect(names).toEqual(['alvin', 'drawing']);
});

describe('cards', () => {
  test('are counted in the order of the board', () => {
    expect(counted({ wild: 1, red: 2, blue: 0 }, board.cards)).toEqual([
      ['red', 2],
      ['wild', 1],
    ]);
    expect(total({ red: 2, hidden: 3 })).toBe(5);
  });
});

describe('words', () => {
  test('name routes, tickets and cards', () => {
    expect(names.route('b/c')).toBe('Beta – Gamma');
    expect(names.ticket('a/c')).toBe('Alpha – Gamma');
    expect(names.cards({ red: 2, wild: 1 })).toBe('2 red and 1 wild');
    expect(names.length(board.routes[1] as Route)).toBe('3 spaces of any one colour');
  });

  test('tell what happened', () => {
    expect(say({ type: 'claimed', seat: 1, route: 'a/b', payment: { red: 2 } })).toBe(
      'Bea claimed Alpha – Beta with 2 red.',
    );
    expect(say({ type: 'drew', seat: 0, card: null })).toBe('Ann drew from the deck.');
    expect(say({ type: 'drew', seat: 0, card: 'red' })).toBe('Ann drew from the deck: Red.');
    expect(say({ type: 'scored', seat: 0, points: 1, category: 'routes' })).toBe('Ann: 1 point.');
    expect(say({ type: 'scored', seat: 0, points: 9, category: 'tickets' })).toBeNull();
    expect(say({ type: 'turn', seat: 0 })).toBeNull();
  });

  test('say once what happens again and again in a move', () => {
    const sweep = { type: 'swept', cards: {} } as unknown as Bare;
    const lines = linesOf(moved(3, ...Array(198).fill(sweep)), ALL, names, snapshot);
    expect(lines).toHaveLength(1);
  });

  test('tell entries, chat as plain text', () => {
    const said = {
      version: 4,
      at: 0,
      type: 'said',
      user: 'u',
      name: 'Ann',
      seat: 0,
      text: '<b>hi</b>',
      reaction: null,
    } as Entry;
    expect(linesOf(said, ALL, names, snapshot)).toEqual([
      { version: 4, seat: 0, kind: 'chat', text: 'Ann: <b>hi</b>', user: 'u' },
    ]);
    const drawn = moved(5, { type: 'drew', seat: 1, card: null }, { type: 'end-turn', seat: 1 });
    expect(linesOf(drawn, ALL, names, snapshot).map((line) => line.text)).toEqual([
      'Bea drew from the deck.',
    ]);
  });

  test.each([
    [1, 'Ann took back a move.'],
    [3, 'Ann took back a move, and the moves of the bots after it.'],
  ])('say whether bots had moved before %i moves were taken back', (moves, text) => {
    const undone = { version: 6, at: 0, type: 'undone', seat: 0, moves } as Entry;
    expect(linesOf(undone, ALL, names, snapshot).map((line) => line.text)).toEqual([text]);
  });

  test('entries are kept in order, each once', () => {
    const [one, two, three] = [moved(1), moved(2), moved(3)];
    expect(
      merged([one, two] as Entry[], [three, two] as Entry[]).map(({ version }) => version),
    ).toEqual([1, 2, 3]);
  });
});

describe('clocks', () => {
  const clock = { remaining: [60_000, 9_400], running: [1] } as unknown as ClockState;

  test('run for a player who must decide', () => {
    expect(left(clock, 0, 1000, 3000)).toBe(60_000);
    expect(left(clock, 1, 1000, 3000)).toBe(7_400);
    expect(left(clock, 1, 1000, 99_000)).toBe(0);
  });

  test('are told in hours, minutes, seconds and at last tenths', () => {
    expect([timeText(3_725_000), timeText(725_000), timeText(61_000), timeText(9_449)]).toEqual([
      '1:02:05',
      '12:05',
      '1:01',
      '0:09.4',
    ]);
  });
});

describe('the count', () => {
  const outcome = {
    reason: 'last-round',
    winners: [1],
    results: [
      {
        seat: 0,
        rank: 2,
        total: 3,
        points: { routes: 10, 'failed-tickets': -7 },
        complete: [],
        failed: ['a/c'],
        ways: {},
      },
      {
        seat: 1,
        rank: 1,
        total: 15,
        points: { tickets: 9, routes: 6 },
        complete: ['a/c', 'a/b'],
        failed: [],
        ways: { 'a/c': ['a/b', 'b/c'], 'a/b': ['a/b'] },
      },
    ],
  } as Outcome;

  test('goes category by category and ticket by ticket', () => {
    expect(ALL.counted(outcome)).toEqual(['routes', 'tickets', 'failed-tickets']);
    const own = { results: [{ points: { zoo: 1, alvin: 10, ant: 2, routes: 3 } }] } as unknown;
    expect(ALL.counted(own as Outcome)).toEqual(['routes', 'alvin', 'ant', 'zoo']);
    const all = ALL.steps(outcome, board);
    expect(all.map(({ category, seat, points }) => [category, seat, points])).toEqual([
      ['routes', 0, 10],
      ['routes', 1, 6],
      ['tickets', 1, 7],
      ['tickets', 1, 2],
      ['failed-tickets', 0, -7],
    ]);
    expect(all.map(({ ticket, way }) => [ticket, way.join()])).toEqual([
      [null, ''],
      [null, ''],
      ['a/c', 'a/b,b/c'],
      ['a/b', 'a/b'],
      ['a/c', ''],
    ]);
    const counted = tally(all);
    expect(outcome.results.map(({ seat }) => sum(counted.get(seat)))).toEqual([3, 15]);
    expect(tally(all.slice(0, 3)).get(1)?.get('tickets')).toBe(7);
  });
});

describe('flights', () => {
  test('go to one’s own hand, or to the other player', () => {
    const entry = moved(
      1,
      { type: 'took', seat: 0, slot: 2, card: 'red' },
      { type: 'drew', seat: 0, card: 'blue' },
    );
    expect(flightsOf(entry, 0, ALL)).toEqual([
      { from: 'slot-2', to: 'hand-red', card: 'red' },
      { from: 'deck', to: 'hand-blue', card: 'blue' },
    ]);
    expect(flightsOf(entry, 1, ALL).map(({ to }) => to)).toEqual(['seat-0', 'seat-0']);
  });

  test('a claim pays card by card, rolls on and sounds', () => {
    const entry = moved(1, {
      type: 'claimed',
      seat: 0,
      route: 'a/b',
      payment: { red: 1, wild: 1 },
    });
    expect(flightsOf(entry, 0, ALL)).toHaveLength(2);
    expect(eventsOf([entry]).flatMap((event) => ALL.arrivals(event))).toEqual(['a/b']);
    expect(ALL.sound(eventsOf([entry]))).toBe('rail');
    expect(ALL.sound([worded({ type: 'passed', seat: 0 })])).toBeNull();
  });
});

test('routes are filtered by what can be claimed, place and colour', () => {
  const name = (route: Route) => names.ends(route.ends);
  const find = (claimable: boolean, place: string, colour: 'red' | 'gray' | '') =>
    filtered(board, { claimable, place, colour }, new Set(['b/c']), name).map(({ id }) => id);
  expect(find(false, '', '')).toEqual(['a/b', 'b/c']);
  expect(find(true, '', '')).toEqual(['b/c']);
  expect(find(false, 'a', '')).toEqual(['a/b']);
  expect(find(false, '', 'gray')).toEqual(['b/c']);
});
