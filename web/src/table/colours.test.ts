import { expect, test } from 'vitest';
import { coloursOf } from './colours';

test('a wish swaps two colours, and nobody shares one', () => {
  expect(coloursOf([0], 3, 6)).toEqual([3, 1, 2, 0, 4, 5]);
  expect(coloursOf([2], 2, 6)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('without a wish, without a seat, and with several at one screen, seats have their own', () => {
  for (const [own, wanted] of [
    [[0], -1],
    [[], 3],
    [[0, 1], 3],
    [[0], 9],
  ] as const) {
    expect(coloursOf(own, wanted, 6)).toEqual([0, 1, 2, 3, 4, 5]);
  }
});
