import { expect, test } from 'vitest';
import { liveriesOf } from './liveries';

test('a wish swaps two colours, and nobody shares one', () => {
  expect(liveriesOf([0], 3)).toEqual([3, 1, 2, 0, 4, 5]);
  expect(liveriesOf([2], 2)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('without a wish, without a seat, and with several at one screen, seats have their own', () => {
  for (const [own, wanted] of [
    [[0], -1],
    [[], 3],
    [[0, 1], 3],
    [[0], 9],
  ] as const) {
    expect(liveriesOf(own, wanted)).toEqual([0, 1, 2, 3, 4, 5]);
  }
});
