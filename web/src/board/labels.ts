/** Names of places: as large on the screen as can be read, and where they hide least. */
import type { Board, Box, Place } from '../net/types';
import { type Point, touches } from './geometry';

/** The least size of a name on the screen, in rem: who wants larger letters gets them here, too. */
export const LEGIBLE = 11.5 / 16;

export interface Label {
  id: string;
  lines: readonly string[];
  /** Its middle and its size, in board units. */
  x: number;
  y: number;
  size: number;
}

/** Directions to try when a name hides something where the board has it. */
const WAYS: readonly (readonly [number, number])[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
];
const LABEL = 1000;
const BUTTON = 12;
const SPACE = 3;
/** A name that would hide more than this appears when one looks closer. */
const MOST = 30;

/**
 * The names to be written at a scale, in pixels for each board unit, where one rem has so many pixels. What has no
 * room is left out, the places in `first` last.
 */
export function labelsAt(
  board: Board,
  scale: number,
  rem: number,
  first: readonly string[],
): Label[] {
  const { text, radius, stage } = board.picture;
  const size = Math.max(text, (LEGIBLE * rem) / scale);
  const grown = size / text;
  const spaces = board.routes.flatMap((route) => route.spaces);
  const written: Box[] = [];
  const rank = (place: Place) => (first.includes(place.id) ? 0 : 1);
  const found: Label[] = [];
  for (const place of [...board.places].sort((a, b) => rank(a) - rank(b))) {
    const { box, lines } = place.label;
    const near = reach(box, grown, radius);
    const tracks = spaces.filter((space) => isNear(space, place, near + space.half_length));
    const buttons = board.places.filter(({ at: [x, y] }) => isNear({ x, y }, place, near));
    let best: Box | null = null;
    let least = first.includes(place.id) ? LABEL : MOST;
    for (const wanted of spots(place, grown, radius).map((spot) => inside(spot, stage))) {
      const hides =
        LABEL * written.filter((other) => touches(other, wanted)).length +
        BUTTON * buttons.filter(({ at }) => covers(wanted, at, radius * 0.7)).length +
        SPACE * tracks.filter((space) => touches(space, wanted)).length;
      if (hides < least) [best, least] = [wanted, hides];
      if (hides === 0) break;
    }
    if (best === null) continue;
    written.push(best);
    found.push({ id: place.id, lines, x: best.x, y: best.y, size });
  }
  return found;
}

/** Where a name may stand: as on the board, or on another side of its place. */
function spots({ at, label }: Place, grown: number, radius: number): Box[] {
  const { box } = label;
  const half = { x: box.half_length * grown, y: box.half_width * grown };
  const box_at = (x: number, y: number): Box => ({
    ...{ x, y, ux: 1, uy: 0, half_length: half.x, half_width: half.y },
  });
  const side = (off: number, was: number) =>
    Math.max(-1, Math.min(1, off / was)) * (grown - 1) * was;
  const own = box_at(
    box.x + side(box.x - at[0], box.half_length),
    box.y + side(box.y - at[1], box.half_width),
  );
  if (grown === 1) return [own];
  return [
    own,
    ...WAYS.map(([dx, dy]) => {
      const clear = radius * (dx !== 0 && dy !== 0 ? 0.5 : 1.15);
      return box_at(at[0] + dx * (half.x + clear), at[1] + dy * (half.y + clear));
    }),
  ];
}

/** The same box, moved so far that no part of it lies outside of the board. */
function inside(box: Box, [left, top, width, height]: Board['picture']['stage']): Box {
  const between = (value: number, from: number, to: number) =>
    Math.min(Math.max(value, from), Math.max(from, to));
  return {
    ...box,
    x: between(box.x, left + box.half_length, left + width - box.half_length),
    y: between(box.y, top + box.half_width, top + height - box.half_width),
  };
}

function reach(box: Box, grown: number, radius: number): number {
  return 2 * Math.hypot(box.half_length, box.half_width) * grown + 2 * radius;
}

/** All pairs of places and spaces are compared when a board is opened, so this takes no root. */
function isNear({ x, y }: Point, { at }: Place, far: number): boolean {
  return Math.abs(x - at[0]) < far && Math.abs(y - at[1]) < far;
}

function covers(box: Box, [x, y]: readonly [number, number], by: number): boolean {
  return Math.abs(x - box.x) < box.half_length + by && Math.abs(y - box.y) < box.half_width + by;
}
