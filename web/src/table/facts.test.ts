import { beforeAll, expect, test } from 'vitest';
import { speak } from '../i18n/i18n.svelte';
import { ALL } from '../mechanics/registry/mechanics';
import type { Seat } from '../net/types';
import { routeFacts } from './facts';
import { Names } from './names';

beforeAll(() => speak('en'));

const route = { id: 'a/b', ends: ['a', 'b'], length: 2, colour: 'red', ferries: 0, index: 0 };
const board = {
  places: ['a', 'b'].map((id) => ({ id, name: id.toUpperCase() })),
  routes: [route],
  tickets: [],
  cards: ['red'],
  route_points: { 2: 2 },
} as never;

/** What is noted of a route that nobody has and that one can claim, on a table where one sits first. */
function notes(pays: Seat[], refusal: string | null = null): string[] {
  const table = {
    seat: 0,
    snapshot: { seats: ['Ann', 'Bea', 'Cyd'].map((name) => ({ name, bot: null })) },
    view: { owners: [null] },
    asking: { routes: new Map([['a/b', []]]) },
    source: { advice: { route: () => ({ pays, follows: [], refusal, reason: null }) } },
    mechanics: ALL,
    names: new Names(board),
  };
  return routeFacts(table as never, route as never).notes;
}

test('it says who scores a route, and that one scores it twice', () => {
  expect(notes([0])).toEqual([]);
  expect(notes([1])).toEqual(['The points go to Bea.']);
  expect(notes([1, 1])).toEqual(['Bea scores the points twice.']);
  expect(notes([0, 0])).toEqual(['Ann scores the points twice.']);
  expect(notes([1, 2])).toEqual(['The points go to Bea and Cyd.']);
});

test('a refusal of before is not told of a route that can be claimed now', () => {
  expect(notes([0], 'cards-not-in-hand')).toEqual([]);
});
