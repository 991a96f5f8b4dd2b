import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepPin, pinOf } from './pins';

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('each table has its own pin, until it is taken away', () => {
  keepPin('t1', 'a/b');
  keepPin('t2', 'c/d');
  expect([pinOf('t1'), pinOf('t2'), pinOf('t3')]).toEqual(['a/b', 'c/d', null]);
  keepPin('t1', null);
  expect([pinOf('t1'), pinOf('t2')]).toEqual([null, 'c/d']);
});

test('old tables are forgotten', () => {
  for (let k = 0; k < 40; k += 1) keepPin(`t${k}`, 'a/b');
  expect(pinOf('t0')).toBeNull();
  expect(pinOf('t39')).toBe('a/b');
});

test('what is broken, or cannot be kept, is no error', () => {
  kept.set('fogline.pins', '{"x": 1}');
  expect(pinOf('t1')).toBeNull();
  kept.set('fogline.pins', '[[1, 2], ["t1", "a/b"], 3');
  expect(pinOf('t1')).toBeNull();
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  });
  keepPin('t1', 'a/b');
  expect(pinOf('t1')).toBeNull();
});
