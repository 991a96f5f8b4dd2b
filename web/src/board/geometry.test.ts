import { describe, expect, test } from 'vitest';
import { filling } from '../net/picture';
import type { Board, Box, Route } from '../net/types';
import {
  angle,
  distance,
  lay,
  middle,
  nextSpot,
  outline,
  placeAt,
  ring,
  routeAt,
  routesNear,
} from './geometry';
import { cellOf, score, scorePieces } from './scores';

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

  test('finds all routes that may be meant, the nearest first', () => {
    const ids = (x: number, y: number, doubt: number) =>
      routesNear(board, { x, y }, 22, doubt).map(({ id }) => id);
    expect(ids(0, 8, 12)).toEqual(['a', 'b']);
    expect(ids(0, 13, 12)).toEqual(['b', 'a']);
    expect(ids(0, 20, 2)).toEqual(['b']);
    expect(ids(65, 0, 12)).toEqual(['a']);
    expect(ids(0, 90, 12)).toEqual([]);
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

test('pieces that share a corner of the score track are whole', () => {
  const corners = [
    [-20, -20],
    [120, -20],
    [120, 120],
    [-20, 120],
  ];
  const board = { picture: { stage: [-40, -40, 140, 140], track: corners } } as unknown as Board;
  for (const corner of corners.keys()) {
    const pieces = scorePieces(board, Array(6).fill(corner), []);
    expect(new Set(pieces.map(({ at }) => at.join())).size).toBe(6);
    for (const { at } of pieces) {
      for (const middle of at) {
        expect(middle).toBeGreaterThanOrEqual(-40 + 15);
        expect(middle).toBeLessThanOrEqual(140 - 15);
      }
    }
  }
});

test('the drawing fills what it is put in, and says nothing', () => {
  const svg =
    '<svg xmlns="x" viewBox="0 0 1 1" width="9" height="8" role="img" aria-labelledby="a b">\n' +
    '<title id="a">A</title>\n<desc id="b">B</desc>\n<g/></svg>';
  const filled = filling(svg);
  expect(filled).toContain('viewBox="0 0 1 1" width="100%" height="100%" aria-hidden="true">');
  expect(filled).toContain('<g/></svg>');
  expect(filled).not.toContain('A</title>');
  expect(filled).not.toContain('desc');
});

test('a path goes around a box, turned as the box is', () => {
  expect(outline(box(10, 10), 2)).toBe('M32.0 20.0L-12.0 20.0L-12.0 0.0L32.0 0.0Z');
  expect(outline(box(0, 0, 0, 1), 0)).toBe('M-8.0 20.0L-8.0 -20.0L8.0 -20.0L8.0 20.0Z');
  expect(ring([5, 5], 2)).toBe('M3 5a2 2 0 1 1 4 0a2 2 0 1 1 -4 0Z');
});
