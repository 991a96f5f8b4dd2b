import { beforeAll, expect, test } from 'vitest';
import { speak } from '../i18n/i18n.svelte';
import { ALL } from '../mechanics/registry/mechanics';
import type { Outcome, Snapshot } from '../net/types';
import { decisive, storyOf } from './story';

beforeAll(() => speak('en'));

const result = (seat: number, rank: number, points: Record<string, number>, failed = 0) =>
  ({
    ...{ seat, rank, points, total: Object.values(points).reduce((sum, one) => sum + one, 0) },
    ...{ complete: ['a'], failed: Array.from({ length: failed }, (_, k) => `f${k}`) },
  }) as never;
const won = result(1, 1, { routes: 30, tickets: 10 });
const lost = result(0, 2, { routes: 31, tickets: 10, 'failed-tickets': -9 }, 2);
const third = result(2, 3, { routes: 8, tickets: 10 });
const ended = (...results: never[]) =>
  ({ results, winners: [1], reason: 'last-round' }) as never as Outcome;

function seenBy(...seats: number[]) {
  const snapshot = {
    seats: [{ name: 'Ann' }, { name: 'Bea' }, { name: 'Cem' }],
    game: { categories: {} },
    you: { seats },
  } as unknown as Snapshot;
  return { mechanics: ALL, snapshot };
}

test('who watches reads about the two best', () => {
  expect(storyOf(seenBy(), ended(lost, won))).toBe(
    'Ann is 8 points behind. Ann was left with 2 incomplete tickets (-9).',
  );
  expect(decisive(won, lost)).toEqual(['failed-tickets', 9]);
});

test('who lost reads why, even as the last', () => {
  expect(storyOf(seenBy(0), ended(lost, won, third))).toBe(
    'You are 8 points behind. You were left with 2 incomplete tickets (-9).',
  );
  expect(storyOf(seenBy(2), ended(lost, won, third))).toBe(
    'You are 22 points behind. What decided it: Routes (+22).',
  );
});

test('who won reads by how much', () => {
  expect(storyOf(seenBy(1), ended(lost, won, third))).toBe(
    'You are 8 points ahead of Ann. Ann was left with 2 incomplete tickets (-9).',
  );
});

test('people who share a screen read about the two best', () => {
  expect(storyOf(seenBy(0, 1, 2), ended(lost, won, third))).toMatch(/^Ann is 8 points behind/);
});

test('equal points: tickets decide, or nothing does', () => {
  const equal = result(0, 2, { routes: 40 });
  expect(storyOf(seenBy(), ended(won, equal))).toBe(
    'Bea and Ann have equal points. Bea wins with more complete tickets.',
  );
  const both = { ...ended(won, equal), winners: [0, 1] };
  expect(storyOf(seenBy(), both)).toMatch(/shared/);
});

test('nobody is told why others gave up', () => {
  expect(storyOf(seenBy(), { ...ended(won, lost), reason: 'resigned' })).toBe('');
});

test('who took back moves of bots is reminded of it', () => {
  const { mechanics, snapshot } = seenBy(1);
  const undone = { mechanics, snapshot: { ...snapshot, undone_through_bots: true } };
  expect(storyOf(undone, ended(lost, won))).toMatch(
    /\(-9\)\. Moves of bots were taken back in this game\.$/,
  );
});

test('who gave up with more points than the winner is not behind', () => {
  const gone = result(0, 3, { routes: 90 });
  expect(storyOf(seenBy(0), ended(won, gone))).toBe('Ann gave up.');
});
