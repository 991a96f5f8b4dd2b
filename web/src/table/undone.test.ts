/** What was taken back is no news, and no claim. */
import { expect, test } from 'vitest';
import type { Entry } from '../net/types';
import { movesSince } from './since';
import { lastingMoves } from './undone';

const moved = (version: number, seat: number) =>
  ({ type: 'moved', version, at: 0, seat, events: [] }) as Entry;
const undone = (version: number, seat: number, moves: number) =>
  ({ type: 'undone', version, at: 0, seat, moves }) as Entry;
const versions = (entries: readonly Entry[]) => entries.map(({ version }) => version);

test('moves that were taken back are left out, and those before them stay', () => {
  const log = [moved(1, 0), moved(2, 1), moved(3, 2), undone(4, 1, 2), moved(5, 1)];
  expect(versions(lastingMoves(log))).toEqual([1, 5]);
});

test('one move after the other can be taken back', () => {
  const log = [moved(1, 0), moved(2, 1), undone(3, 1, 1), undone(4, 0, 1), moved(5, 0)];
  expect(versions(lastingMoves(log))).toEqual([5]);
});

test('a log of which the beginning is not known is no error', () => {
  expect(lastingMoves([moved(8, 0), undone(9, 0, 3)])).toEqual([]);
});

test('what others took back did not happen since my last turn', () => {
  const log = [moved(1, 0), moved(2, 1), undone(3, 1, 1), moved(4, 1)];
  expect(versions(movesSince(log, 0))).toEqual([4]);
});
