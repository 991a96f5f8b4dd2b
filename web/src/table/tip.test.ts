import { beforeAll, expect, test } from 'vitest';
import { speak } from '../i18n/i18n.svelte';
import { ALL } from '../mechanics/registry/mechanics';
import { Names } from './names';
import { tipOf } from './tip';

beforeAll(() => speak('en'));

const board = {
  places: ['a', 'b', 'c'].map((id) => ({ id, name: id.toUpperCase() })),
  routes: [
    { id: 'a/b', ends: ['a', 'b'], length: 2, colour: 'red', ferries: 0, index: 0 },
    { id: 'b/c', ends: ['b', 'c'], length: 1, colour: null, ferries: 0, index: 1 },
  ],
  tickets: [{ id: 'a-c', ends: ['a', 'c'], points: 3 }],
  cards: ['red', 'blue'],
} as never;
const way = { ticket: 'a-c', complete: false, way: ['a/b', 'b/c'], spaces: 3, missing: { red: 1 } };

function table(routes: string[], display: string[], hint: object = way, kind = 'buttons') {
  return {
    asking: {
      question: { kind },
      routes: new Map(routes.map((route) => [route, []])),
      all: () => (kind === 'own' ? [{}] : []),
    },
    me: { tickets: ['a-c'], hand: { red: 1, blue: 1 } },
    source: { advice: { ticket: () => hint, missing: () => way.missing } },
    board,
    mechanics: ALL,
    names: new Names(board),
    pinned: null,
    view: { display },
  } as never;
}

test('a route on the way comes first, then cards that are missing', () => {
  expect(tipOf(table(['b/c'], []))).toMatch(/^Tip: B – C is on the way for your ticket A – C/);
  expect(tipOf(table([], ['red']))).toMatch(/you still need 1 red\. Some of that/);
  expect(tipOf(table([], ['blue']))).toMatch(/None of that is in the display/);
});

test('complete tickets ask for new ones, and a choice of tickets for a good one', () => {
  expect(tipOf(table([], [], { ...way, complete: true }))).toMatch(/Draw new ones/);
  expect(tipOf(table([], [], way, 'own'))).toMatch(/keep tickets whose ways overlap/);
});
