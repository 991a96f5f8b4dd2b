/** Where the pieces on the score track stand. */
import type { Board, Seat, View } from '../net/types';

export interface ScorePiece {
  seat: Seat;
  x: number;
  y: number;
}

/** How far two pieces on one cell stand apart. */
const APART = 9;

export function score(points: Readonly<Record<string, number>>): number {
  return Object.values(points).reduce((sum, value) => sum + value, 0);
}

/** One piece for each seat; those that share a cell stand side by side. */
export function scorePieces(board: Board, view: View): ScorePiece[] {
  const track = board.picture.track;
  const cells = view.players.map((player) => cellOf(score(player.points), track.length));
  return cells.map((cell, seat) => {
    const [x = 0, y = 0] = track[cell] ?? [];
    const sharing = cells.flatMap((other, k) => (other === cell ? [k] : []));
    const shift = (sharing.indexOf(seat) - (sharing.length - 1) / 2) * APART;
    return { seat, x: x + shift, y: y + shift / 2 };
  });
}

/** A hundred points are once around; below nothing one goes back. */
export function cellOf(points: number, cells: number): number {
  return ((points % cells) + cells) % cells;
}
