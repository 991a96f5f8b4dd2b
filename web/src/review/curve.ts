/** Where things lie in the drawing of the curve. */
import type { Review, Seat } from '../net/types';

export interface Frame {
  width: number;
  height: number;
  /** How many moves the game has. */
  moves: number;
}

export function xOf(move: number, { width, moves }: Frame): number {
  return moves === 0 ? 0 : (move / moves) * width;
}

export function yOf(share: number, { height }: Frame): number {
  return (1 - share) * height;
}

/** The line of a seat's winning chance, as an SVG path. */
export function lineOf(curve: Review['curve'], seat: Seat, frame: Frame): string {
  return curve
    .map(({ move, values }, k) => {
      const y = yOf(values[seat]?.win ?? 0, frame);
      return `${k === 0 ? 'M' : 'L'}${round(xOf(move, frame))} ${round(y)}`;
    })
    .join('');
}

/** The move at a point of the drawing. */
export function moveAt(x: number, { width, moves }: Frame): number {
  const move = width === 0 ? 0 : Math.round((x / width) * moves);
  return Math.max(0, Math.min(moves, move));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
