/** Names keep a size on the screen, and none lies on another. */
import { describe, expect, test } from 'vitest';
import type { Board, Box } from '../net/types';
import { touches } from './geometry';
import { LEGIBLE, labelsAt } from './labels';

const box = (x: number, y: number, half_length: number, half_width: number): Box => ({
  ...{ x, y, ux: 1, uy: 0, half_length, half_width },
});
/** A row of places, 60 units from each other, with names below them. */
const board = {
  picture: { text: 18, radius: 11, stage: [-100, -400, 860, 800] },
  places: Array.from({ length: 12 }, (_, k) => ({
    id: `p${k}`,
    at: [60 * k, 0],
    label: { lines: [`Place ${k}`], box: box(60 * k, 24, 28, 9) },
  })),
  routes: [{ spaces: [box(30, 0, 15, 6)] }],
} as unknown as Board;

const boxOf = ({ x, y, size }: { x: number; y: number; size: number }): Box =>
  box(x, y, (28 * size) / 18, (9 * size) / 18);

describe.each([2, 1, 0.6, 0.4, 0.2, 0.1])('at scale %d', (scale) => {
  const labels = labelsAt(board, scale, 16, ['p7']);

  test('can be read', () => {
    for (const { size } of labels)
      expect(size * scale).toBeGreaterThanOrEqual(16 * LEGIBLE - 0.001);
  });

  test('lie apart', () => {
    labels.forEach((one, k) => {
      for (const other of labels.slice(k + 1)) {
        expect(touches(boxOf(one), boxOf(other))).toBe(false);
      }
    });
  });

  test('are not cut off by the edge of the board', () => {
    const [left, , width] = board.picture.stage;
    for (const { x, half_length } of labels.map(boxOf)) {
      if (2 * half_length > width) continue;
      expect(x - half_length).toBeGreaterThanOrEqual(left);
      expect(x + half_length).toBeLessThanOrEqual(left + width);
    }
  });

  test('are there for what matters', () => {
    expect(labels.map(({ id }) => id)).toContain('p7');
  });
});

test('what has no room appears with zoom', () => {
  const far = labelsAt(board, 0.1, 16, []).length;
  expect(far).toBeGreaterThan(0);
  expect(far).toBeLessThan(12);
  expect(labelsAt(board, 0.7, 16, [])).toHaveLength(12);
});

test('names lie as on the board where they can be read', () => {
  const [first] = labelsAt(board, 1, 16, []);
  expect(first).toMatchObject({ id: 'p0', x: 0, y: 24, size: 18 });
});

test('names grow with the letters of the page', () => {
  const size = (rem: number) => labelsAt(board, 0.4, rem, ['p7'])[0]?.size ?? 0;
  expect(size(32)).toBe(2 * size(16));
});
