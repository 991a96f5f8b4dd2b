import { beforeAll, expect, test } from 'vitest';
import { speak } from '../i18n/i18n.svelte';
import { ALL } from '../mechanics/registry/mechanics';
import type { Board, Entry } from '../net/types';
import { Names } from './names';
import { movesSince, sinceOf } from './since';

beforeAll(() => speak('en'));

const board = {
  places: [
    { id: 'a', name: 'Alcatraz' },
    { id: 'b', name: 'Bay' },
  ],
  routes: [{ id: 'a/b', ends: ['a', 'b'] }],
  tickets: [],
  cards: ['red'],
} as unknown as Board;
let version = 0;
const moved = (seat: number, ...events: object[]): Entry => {
  version += 1;
  return { type: 'moved', seat, version, events } as unknown as Entry;
};
const drew = (seat: number) => ({ type: 'drew', seat, card: null });
const claimed = (seat: number) => ({ type: 'claimed', seat, route: 'a/b', payment: { red: 1 } });

test('all that others did since my last turn, who claimed first', () => {
  const entries = [
    moved(1, claimed(1)),
    moved(0, drew(0)),
    moved(1, drew(1)),
    moved(1, { type: 'took', seat: 1, slot: 0, card: 'red' }),
    moved(2, claimed(2)),
  ];
  expect(sinceOf(entries, 0, ALL, new Names(board))).toMatchObject({
    routes: ['a/b'],
    players: [
      { seat: 2, text: 'Alcatraz – Bay' },
      { seat: 1, text: '2 cards' },
    ],
  });
});

test('a turn of several steps does not end it, and before the first turn it is everything', () => {
  const others = [moved(1, drew(1)), moved(2, drew(2))];
  expect(movesSince([...others, moved(0, drew(0))], 0)).toEqual(others);
  expect(movesSince([moved(0, drew(0))], 0)).toEqual([]);
});

test('what a move tells of others is theirs, and what it tells of me is not news', () => {
  const kept = (seat: number, count: number) => ({ type: 'kept', seat, tickets: Array(count) });
  const entries = [moved(0, {}), moved(1, kept(0, 3), kept(1, 2), kept(2, 1))];
  expect(sinceOf(entries, 0, ALL, new Names(board)).players).toMatchObject([
    { seat: 1, text: '2 tickets' },
    { seat: 2, text: '1 ticket' },
  ]);
});
