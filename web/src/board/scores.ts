/** Where the pieces on the score track stand. */
import type { Board } from '../net/types';
import { drawn } from './emblems';
import { type Liveries, type Livery, liveryOf } from './livery';
import { INK, PAPER } from './palette';
import type { Piece } from './state';

/** How far two pieces on one cell stand apart. */
const APART = 9;

export function score(points: Readonly<Record<string, number>>): number {
  return Object.values(points).reduce((sum, value) => sum + value, 0);
}

/** One piece for each seat; those that share a cell stand side by side. */
export function scorePieces(board: Board, scores: readonly number[], liveries: Liveries): Piece[] {
  const track = board.picture.track;
  const cells = scores.map((points) => cellOf(points, track.length));
  return cells.map((cell, seat) => {
    const [x = 0, y = 0] = track[cell] ?? [];
    const sharing = cells.flatMap((other, k) => (other === cell ? [k] : []));
    const shift = (sharing.indexOf(seat) - (sharing.length - 1) / 2) * APART;
    return {
      key: `score-${seat}`,
      at: [x + shift, y + shift / 2],
      drawing: disc(liveryOf(seat, liveries)),
      glides: true,
      data: { 'data-score': seat },
    };
  });
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
