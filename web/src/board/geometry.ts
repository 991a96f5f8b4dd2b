/** Where things are, in board units. */
import type { Board, Box, Place, Route } from '../net/types';

export interface Point {
  x: number;
  y: number;
}

/** The transform that lays something drawn around the origin onto a space, never on its head. */
export function lay(box: Box): string {
  return `translate(${box.x} ${box.y}) rotate(${angle(box)})`;
}

/** Degrees, between -90 and 90. */
export function angle(box: Box): number {
  const degrees = (Math.atan2(box.uy, box.ux) * 180) / Math.PI;
  return Math.round(((((degrees + 90) % 180) + 180) % 180) * 10 - 900) / 10;
}

/** The path around a box, or around a wider one; round joints make its corners round. */
export function outline(box: Box, wider: number): string {
  const { x, y, ux, uy } = box;
  const long = box.half_length + wider;
  const wide = box.half_width + wider;
  const corner = (along: number, across: number) =>
    `${(x + along * ux * long - across * uy * wide).toFixed(1)} ${(y + along * uy * long + across * ux * wide).toFixed(1)}`;
  return `M${corner(1, 1)}L${corner(-1, 1)}L${corner(-1, -1)}L${corner(1, -1)}Z`;
}

/** The path of a circle. */
export function ring([x, y]: readonly [number, number], radius: number): string {
  const half = `a${radius} ${radius} 0 1 1`;
  return `M${x - radius} ${y}${half} ${2 * radius} 0${half} ${-2 * radius} 0Z`;
}

export function middle(route: Route): Point {
  const spaces = route.spaces;
  const mean = (of: (box: Box) => number) =>
    spaces.reduce((sum, box) => sum + of(box), 0) / spaces.length;
  return { x: mean((box) => box.x), y: mean((box) => box.y) };
}

/** How far a point is from a box; 0 inside. */
export function distance(box: Box, point: Point): number {
  const dx = point.x - box.x;
  const dy = point.y - box.y;
  const along = Math.max(0, Math.abs(dx * box.ux + dy * box.uy) - box.half_length);
  const across = Math.max(0, Math.abs(dy * box.ux - dx * box.uy) - box.half_width);
  return Math.hypot(along, across);
}

/** The route nearest to a point, if one is near enough. */
export function routeAt(board: Board, point: Point, reach: number): Route | null {
  return routesNear(board, point, reach, 0)[0] ?? null;
}

/** The routes that may be meant by a point, the nearest first: those within reach that are hardly farther than it. */
export function routesNear(board: Board, point: Point, reach: number, doubt: number): Route[] {
  const near = board.routes
    .map((route) => ({ route, far: Math.min(...route.spaces.map((box) => distance(box, point))) }))
    .filter(({ far }) => far <= reach)
    .sort((a, b) => a.far - b.far);
  const least = near[0]?.far ?? 0;
  return near.filter(({ far }) => far <= least + doubt).map(({ route }) => route);
}

/** The place nearest to a point among some, if one is near enough. */
export function placeAt(places: readonly Place[], point: Point, reach: number): Place | null {
  let best: Place | null = null;
  let nearest = reach;
  for (const place of places) {
    const far = Math.hypot(place.at[0] - point.x, place.at[1] - point.y);
    if (far < nearest) {
      nearest = far;
      best = place;
    }
  }
  return best;
}

export interface Spot extends Point {
  id: string;
}

const WAYS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
} as const;
export type Arrow = keyof typeof WAYS;

export function isArrow(key: string): key is Arrow {
  return key in WAYS;
}

/** The spot one would call the next in a direction: near, and not far off the straight line. */
export function nextSpot(spots: readonly Spot[], from: Point, arrow: Arrow): Spot | null {
  const [wx, wy] = WAYS[arrow];
  let best: Spot | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const spot of spots) {
    const dx = spot.x - from.x;
    const dy = spot.y - from.y;
    const ahead = dx * wx + dy * wy;
    const aside = Math.abs(dx * wy) + Math.abs(dy * wx);
    if (ahead <= 0.5) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) {
      least = cost;
      best = spot;
    }
  }
  return best;
}

/** Whether two boxes have a point in common: no side of one keeps them apart. */
export function touches(one: Box, other: Box): boolean {
  const most = one.half_length + one.half_width + other.half_length + other.half_width;
  if (Math.abs(one.x - other.x) >= most || Math.abs(one.y - other.y) >= most) return false;
  return (
    overlap(one, other, one.ux, one.uy) &&
    overlap(one, other, -one.uy, one.ux) &&
    overlap(one, other, other.ux, other.uy) &&
    overlap(one, other, -other.uy, other.ux)
  );
}

function overlap(one: Box, other: Box, x: number, y: number): boolean {
  const apart = Math.abs((one.x - other.x) * x + (one.y - other.y) * y);
  return apart < shadow(one, x, y) + shadow(other, x, y);
}

/** Half of what a box takes in a direction. */
function shadow(box: Box, x: number, y: number): number {
  return (
    Math.abs(box.ux * x + box.uy * y) * box.half_length +
    Math.abs(box.ux * y - box.uy * x) * box.half_width
  );
}
