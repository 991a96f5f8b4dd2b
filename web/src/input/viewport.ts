/** Panning and zooming as numbers: which part of the board the window shows. */

export interface Size {
  width: number;
  height: number;
}
/** Left, top, width and height of the stage, in board units. */
export type Stage = readonly [number, number, number, number];

export interface Viewport {
  /** Pixels from the window's corner to the stage's corner. */
  x: number;
  y: number;
  /** Pixels for each board unit. */
  scale: number;
}

const CLOSEST = 2;
/** How much closer than the whole board one gets at least, on small windows. */
const AT_LEAST = 4;
/** How near one looks at first at most, and how much is to be seen around what one looks at. */
const NEAREST = 0.8;
const MARGIN = 70;

export function fitScale(stage: Stage, size: Size): number {
  return Math.max(0.01, Math.min(size.width / stage[2], size.height / stage[3]));
}

/** The least scale at which the window is full. */
export function coverScale(stage: Stage, size: Size): number {
  return Math.max(size.width / stage[2], size.height / stage[3]);
}

/** Show the whole stage, in the middle of the window. */
export function overview(stage: Stage, size: Size): Viewport {
  return settle({ x: 0, y: 0, scale: fitScale(stage, size) }, stage, size);
}

/**
 * Show some points, as near as they allow, but without empty bands, and not at a smaller scale than `least` or at a
 * much larger one.
 */
export function around(
  points: readonly (readonly [number, number])[],
  least: number,
  stage: Stage,
  size: Size,
): Viewport {
  const edges = (along: 0 | 1): [number, number] => {
    const values = points.map((point) => point[along]);
    return [Math.min(...values) - MARGIN, Math.max(...values) + MARGIN];
  };
  const [left, right] = edges(0);
  const [top, bottom] = edges(1);
  const nearest = Math.min(NEAREST, 3 * least);
  const fit = Math.min(size.width / (right - left), size.height / (bottom - top), nearest);
  const scale = Math.max(fit, coverScale(stage, size), least);
  const at = { x: (left + right) / 2, y: (top + bottom) / 2 };
  return centre({ x: 0, y: 0, scale }, at, scale, stage, size);
}

/** Keep the stage in the window: in its middle if it is smaller, without gaps if it is larger. */
export function settle(viewport: Viewport, stage: Stage, size: Size): Viewport {
  const least = fitScale(stage, size);
  const scale = clamp(viewport.scale, least, Math.max(CLOSEST, least * AT_LEAST));
  const along = (at: number, room: number, long: number) =>
    long <= room ? (room - long) / 2 : clamp(at, room - long, 0);
  return {
    scale,
    x: along(viewport.x, size.width, stage[2] * scale),
    y: along(viewport.y, size.height, stage[3] * scale),
  };
}

/** Zoom so that what is under a point of the window stays there. */
export function zoomAt(
  viewport: Viewport,
  factor: number,
  px: number,
  py: number,
  stage: Stage,
  size: Size,
): Viewport {
  const least = fitScale(stage, size);
  const scale = clamp(viewport.scale * factor, least, Math.max(CLOSEST, least * AT_LEAST));
  const by = scale / viewport.scale;
  return settle(
    { scale, x: px - (px - viewport.x) * by, y: py - (py - viewport.y) * by },
    stage,
    size,
  );
}

export function pan(
  viewport: Viewport,
  dx: number,
  dy: number,
  stage: Stage,
  size: Size,
): Viewport {
  return settle({ ...viewport, x: viewport.x + dx, y: viewport.y + dy }, stage, size);
}

/** Bring a point of the board to the middle of the window, at least as close as `scale`. */
export function centre(
  viewport: Viewport,
  at: { x: number; y: number },
  scale: number,
  stage: Stage,
  size: Size,
): Viewport {
  const closer = Math.max(viewport.scale, scale);
  return settle(
    {
      scale: closer,
      x: size.width / 2 - (at.x - stage[0]) * closer,
      y: size.height / 2 - (at.y - stage[1]) * closer,
    },
    stage,
    size,
  );
}

/** The point of the board under a point of the window. */
export function toBoard(viewport: Viewport, px: number, py: number, stage: Stage) {
  return {
    x: (px - viewport.x) / viewport.scale + stage[0],
    y: (py - viewport.y) / viewport.scale + stage[1],
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
