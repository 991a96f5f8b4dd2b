import { beforeAll, expect, test } from 'vitest';
import { speak } from '../i18n/i18n.svelte';
import { ALL } from '../mechanics/registry/mechanics';
import type { Outcome, Snapshot } from '../net/types';
import { decisive, storyOf } from './story';

beforeAll(() => speak('en'));

const result = (seat: number, rank: number, points: Record<string, number>) =>
  ({
    ...{ seat, rank, points, total: Object.values(points).reduce((sum, one) => sum + one, 0) },
  }) as never;
const won = result(1, 1, { routes: 30, tickets: 10 });
const lost = result(0, 2, { routes: 31, tickets: 10, 'failed-tickets': -9 });
const snapshot = {
  seats: [{ name: 'Ann' }, { name: 'Bea' }],
  game: { categories: {} },
} as unknown as Snapshot;

test('the end says by how much, and what decided', () => {
  const outcome = { results: [lost, won], winners: [1], reason: 'last-round' } as never as Outcome;
  expect(storyOf({ mechanics: ALL, snapshot }, outcome)).toBe(
    'Ann is 8 points behind. What decided it: Incomplete tickets (+9).',
  );
  expect(decisive(won, lost)).toEqual(['failed-tickets', 9]);
});

test('a shared victory has no margin', () => {
  const outcome = { results: [won, won], winners: [0, 1] } as never as Outcome;
  expect(storyOf({ mechanics: ALL, snapshot }, outcome)).toBe('');
});
