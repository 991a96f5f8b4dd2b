import { describe, expect, test } from 'vitest';
import type { Board, Box, Route } from '../net/types';
import { angle, distance, lay, middle, nextSpot, placeAt, routeAt } from './geometry';
import { cropped } from './picture';
import { cellOf, score } from './scores';

const box = (x: number, y: number, ux = 1, uy = 0): Box => ({
  x,
  y,
  ux,
  uy,
  half_length: 20,
  half_width: 8,
});
const route = (id: string, ...spaces: Box[]) => ({ id, spaces }) as unknown as Route;

describe('spaces', () => {
  test('lie as their track goes, but never on their heads', () => {
    expect(angle(box(0, 0))).toBe(0);
    expect(angle(box(0, 0, -1, 0))).toBe(0);
    expect(angle(box(0, 0, Math.SQRT1_2, Math.SQRT1_2))).toBe(45);
    expect(angle(box(0, 0, -Math.SQRT1_2, Math.SQRT1_2))).toBe(-45);
    expect(lay(box(5, 7))).toBe('translate(5 7) rotate(0)');
  });

  test('are as far as their nearest edge', () => {
    expect(distance(box(100, 100), { x: 110, y: 104 })).toBe(0);
    expect(distance(box(100, 100), { x: 130, y: 100 })).toBe(10);
    expect(distance(box(100, 100, 0, 1), { x: 100, y: 130 })).toBe(10);
  });
});

describe('pointing', () => {
  const board = {
    routes: [route('a', box(0, 0), box(50, 0)), route('b', box(0, 20))],
    places: [
      { id: 'p', at: [0, 0] },
      { id: 'q', at: [30, 0] },
    ],
  } as unknown as Board;

  test('finds the nearest route within reach', () => {
    expect(routeAt(board, { x: 50, y: 3 }, 10)?.id).toBe('a');
    expect(routeAt(board, { x: 0, y: 11 }, 10)?.id).toBe('b');
    expect(routeAt(board, { x: 0, y: 200 }, 10)).toBeNull();
    expect(middle(board.routes[0] as Route)).toEqual({ x: 25, y: 0 });
  });

  test('finds the nearest place within reach', () => {
    expect(placeAt(board.places, { x: 20, y: 0 }, 15)?.id).toBe('q');
    expect(placeAt(board.places, { x: 20, y: 90 }, 15)).toBeNull();
  });
});

test('arrows go to what lies that way', () => {
  const spots = [
    { id: 'east', x: 100, y: 10 },
    { id: 'far-east', x: 300, y: 0 },
    { id: 'south', x: 5, y: 80 },
  ];
  const from = { x: 0, y: 0 };
  expect(nextSpot(spots, from, 'ArrowRight')?.id).toBe('east');
  expect(nextSpot(spots, from, 'ArrowDown')?.id).toBe('south');
  expect(nextSpot(spots, from, 'ArrowLeft')).toBeNull();
});

test('the score track goes around, and back below nothing', () => {
  expect([cellOf(0, 100), cellOf(99, 100), cellOf(104, 100), cellOf(-3, 100)]).toEqual([
    0, 99, 4, 97,
  ]);
  expect(score({ routes: 12, 'failed-tickets': -5 })).toBe(7);
});

test('the drawing is cut to the stage', () => {
  const svg = '<svg xmlns="x" viewBox="0 0 1 1" width="9" role="img"><g/></svg>';
  const cut = cropped(svg, [-40, -40, 10, 20]);
  expect(cut).toContain('viewBox="-40 -40 10 20"');
  expect(cut).toContain('<g/></svg>');
  expect(cut).not.toContain('width="9"');
});
