/** Where the parts of the table lie, from the size of its room. All lengths are in rem. */
import type { Tab } from './panels.svelte';

/**
 * `phone`: an upright phone, all parts below each other; `tablet`: an upright tablet;
 * `low`: a landscape phone; `desk`: players in the column beside the board; `strip`: players above it;
 * `gutter`: players in a column on the other side.
 */
export type Shape = 'phone' | 'tablet' | 'low' | 'desk' | 'strip' | 'gutter';

export interface Plan {
  shape: Shape;
  /** The width of the column beside the board. */
  side: number;
  /** The width of the column on its other side. */
  left: number;
  /** The height of the hand below the board; 0 if it lies elsewhere. */
  foot: number;
  /** The height of the area in which the board is shown. */
  stage: number;
  /** Whether cards and decks lie in one row. */
  row: boolean;
  /** Whether the log is always in sight. */
  log: boolean;
  /** The panels that share one place. */
  tabs: readonly Tab[];
}

/** Below this height there is no room for a hand beside a prompt. */
const LOW = 34;
/** A phone that is wider than high has at least this width. */
const NARROW = 27;
/** An upright window of this width or more has room for two columns below the board. */
const TABLET = 40;
/** In a window of this height the log has a place of its own. */
const LOGGING = 56;
/** The least share of the window that the board gets: upright, and else. */
export const UPRIGHT_SHARE = 0.45;
export const SHARE = 0.6;
/** The height of the row with mark and players. */
const TOP = 3.25;
/** The height of cards, prompt and panels on a phone. */
const LEAST_BELOW = 22;
/** The least height of a phone's table; in a lower window one scrolls. */
const LEAST_UPRIGHT = 36;
const FOLDED = 2.5;

/** What a viewer has of a hand. */
export type HandRoom = 'open' | 'folded' | 'none';

/** `ratio`: the width of the board by its height. */
export function planOf(
  width: number,
  height: number,
  ratio: number,
  hand: HandRoom = 'open',
): Plan {
  if (width < height * 1.05 || width < NARROW) return upright(width, height, ratio);
  if (height < LOW) return low(width, height, ratio);
  // Where the window is much wider than the board, the hand has room beside it.
  const beside = width / height > 1.95;
  const foot = beside ? 0 : footOf(hand, clamp(height * 0.112, 4.5, 10));
  const free = width - (height - foot) * ratio;
  if (free >= 25) return gutter(height, free, foot);
  if (free >= 14) return desk(width, height, ratio, Math.max(free, 17.5), foot);
  return strip(width, height, ratio, hand);
}

function upright(width: number, height: number, ratio: number): Plan {
  const common = { side: 0, left: 0, foot: 0, row: true, log: false };
  if (width < TABLET) {
    const high = Math.max(height, LEAST_UPRIGHT);
    const stage = Math.max(high * (UPRIGHT_SHARE + 0.005), high - TOP - 23.5);
    const most = Math.max(high - TOP - LEAST_BELOW, 11);
    return { ...common, shape: 'phone', stage: Math.min(stage, most), tabs: ALL };
  }
  const most = Math.max(height - TOP - 25, height * 0.5);
  const log = height >= LOGGING;
  const tabs = log ? [] : PANES;
  return { ...common, shape: 'tablet', stage: Math.min(width / ratio, most), log, tabs };
}

function low(width: number, height: number, ratio: number): Plan {
  const left = 4;
  const side = clamp(width - left - height * ratio, 12.5, 20);
  return {
    ...{ shape: 'low', side, left, foot: 0, stage: height, row: true, log: false },
    tabs: ALL,
  };
}

function gutter(height: number, free: number, foot: number): Plan {
  const side = clamp(free * 0.63, 16.5, 28);
  const left = Math.min(free - side, 22);
  const log = left >= 11 && height >= LOGGING;
  return {
    ...{ shape: 'gutter', side, left, foot, stage: height - foot, log },
    ...{ row: height < 45, tabs: log ? [] : PANES },
  };
}

function desk(width: number, height: number, ratio: number, wanted: number, foot: number): Plan {
  // The column is as wide as the board's share allows, up to what its parts can use.
  const side = clamp(Math.max(wanted, width * 0.235), 17.5, 21);
  const below = foot === 0 ? 0 : Math.max(foot, height - (width - side) / ratio);
  return {
    ...{ shape: 'desk', side, left: 0, foot: below, stage: height - below },
    ...{ row: height < 45, log: false, tabs: PANES },
  };
}

function strip(width: number, height: number, ratio: number, hand: HandRoom): Plan {
  const most = width - Math.sqrt(SHARE * 1.025 * width * height * ratio);
  const side = clamp(most, 12, 19);
  const foot = footOf(hand, Math.max(5, height - TOP - (width - side) / ratio));
  return {
    ...{ shape: 'strip', side, left: 0, foot, stage: height - TOP - foot },
    ...{ row: false, log: false, tabs: PANES },
  };
}

function footOf(hand: HandRoom, open: number): number {
  return { open, folded: FOLDED, none: 0 }[hand];
}

const PANES: readonly Tab[] = ['tickets', 'table'];
const ALL: readonly Tab[] = ['hand', ...PANES];

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
