import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Arrivals } from './arrivals.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a second claim rolls on for as long as the first', () => {
  const arrivals = new Arrivals();
  arrivals.add(['a']);
  vi.advanceTimersByTime(900);
  arrivals.add(['b']);
  expect(arrivals.routes).toEqual(['a', 'b']);
  vi.advanceTimersByTime(400);
  expect(arrivals.routes).toEqual(['b']);
  vi.advanceTimersByTime(800);
  expect(arrivals.routes).toEqual([]);
});

test('nothing is left to do when nobody looks any more', () => {
  const arrivals = new Arrivals();
  arrivals.add(['a']);
  arrivals.clear();
  expect(arrivals.routes).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
