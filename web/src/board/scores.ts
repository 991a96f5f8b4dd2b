/** Where the pieces on the score track stand. */
import type { Board } from '../net/types';
import { drawn } from './emblems';
import { type Liveries, type Livery, liveryOf } from './livery';
import { INK, PAPER } from './palette';
import type { Piece } from './state';

/** How far two pieces on one cell stand apart. */
const APART = 9;
/** A piece with its rim. */
const RADIUS = 16;

export function score(points: Readonly<Record<string, number>>): number {
  return Object.values(points).reduce((sum, value) => sum + value, 0);
}

/** One piece for each seat; those that share a cell stand side by side, whole even in a corner. */
export function scorePieces(board: Board, scores: readonly number[], liveries: Liveries): Piece[] {
  const { track, stage } = board.picture;
  const cells = scores.map((points) => cellOf(points, track.length));
  return cells.map((cell, seat) => {
    const [x = 0, y = 0] = track[cell] ?? [];
    const sharing = cells.flatMap((other, k) => (other === cell ? [k] : []));
    const half = ((sharing.length - 1) / 2) * APART;
    const shift = sharing.indexOf(seat) * APART - half;
    return {
      key: `score-${seat}`,
      at: [
        within(x, half, stage[0], stage[2]) + shift,
        within(y, half / 2, stage[1], stage[3]) + shift / 2,
      ],
      drawing: disc(liveryOf(seat, liveries)),
      glides: true,
      data: { 'data-score': seat },
    };
  });
}

/** The middle of a row of pieces as near to `at` as there is room for all between two edges. */
function within(at: number, half: number, low: number, high: number): number {
  return Math.min(Math.max(at, low + RADIUS + half), high - RADIUS - half);
}

/** A hundred points are once around; below nothing one goes back. */
export function cellOf(points: number, cells: number): number {
  return ((points % cells) + cells) % cells;
}

function disc({ ink, emblem }: Livery): string {
  return (
    '<circle cx="1" cy="2.5" r="15" fill="#000" opacity="0.3"/>' +
    `<circle r="15" fill="${ink}" stroke="${INK}" stroke-width="1.8"/>` +
    `<circle r="10.5" fill="${PAPER}"/>${drawn(emblem, 14, INK)}`
  );
}
