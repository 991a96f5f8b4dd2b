import type { Board, Box, Route } from '../net/types';

/** Width to height of the pictures. */
export const RATIO = 1.6;
const MARGIN = 26;
const FRAME = 14;

/** The part of a board, as a view box, that shows routes with their places and names. */
export function crop(board: Board, routes: readonly Route[]): readonly number[] {
  const places = new Set(routes.flatMap((route) => route.ends));
  const boxes = [
    ...routes.flatMap((route) => route.spaces),
    ...board.places.filter(({ id }) => places.has(id)).map(({ label }) => label.box),
  ];
  if (boxes.length === 0) return board.picture.stage;
  const across = boxes.map((box) => reach(box));
  const left = Math.min(...boxes.map((box, k) => box.x - (across[k]?.x ?? 0))) - MARGIN;
  const right = Math.max(...boxes.map((box, k) => box.x + (across[k]?.x ?? 0))) + MARGIN;
  const top = Math.min(...boxes.map((box, k) => box.y - (across[k]?.y ?? 0))) - MARGIN;
  const bottom = Math.max(...boxes.map((box, k) => box.y + (across[k]?.y ?? 0))) + MARGIN;
  const width = Math.max(right - left, (bottom - top) * RATIO);
  const height = width / RATIO;
  const [wide, high] = board.picture.canvas;
  const x = inside((left + right - width) / 2, wide - width);
  const y = inside((top + bottom - height) / 2, high - height);
  return [x, y, width, height].map(Math.round);
}

/** Shift a piece so that it shows the map and not the frame around it, if it fits in at all. */
function inside(from: number, room: number): number {
  return room < 2 * FRAME ? from : Math.min(Math.max(from, FRAME), room - FRAME);
}

/** How far a box reaches to the side and upwards from its middle. */
function reach(box: Box): { x: number; y: number } {
  const { half_length: long, half_width: wide } = box;
  return {
    x: Math.abs(box.ux) * long + Math.abs(box.uy) * wide,
    y: Math.abs(box.uy) * long + Math.abs(box.ux) * wide,
  };
}
