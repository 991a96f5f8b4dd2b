/** Small drawings in a box from -10 to 10: what tells players and tourist tokens apart without colour. */
import type { Seat } from '../net/types';

export interface Drawing {
  /** Filled. */
  fill: string;
  /** Drawn with a line, if there is such a part. */
  line?: string;
}

/** One for each seat; none looks like the symbol of a card. */
export const EMBLEMS: readonly Drawing[] = [
  { fill: 'M-8.5 7V-6L-4 -.5L0 -8.5L4 -.5L8.5 -6V7Z' },
  { fill: 'M4 -9A9.3 9.3 0 1 0 4 9A7.2 7.2 0 1 1 4 -9Z' },
  {
    fill: 'M0 9C-12.5 0 -9.5 -8.5 -4.6 -8.5C-2 -8.5 0 -6.4 0 -4.2C0 -6.4 2 -8.5 4.6 -8.5C9.5 -8.5 12.5 0 0 9Z',
  },
  { fill: 'M2.5 -10L-7 2H-1.2L-3.5 10L7 -3H1.2Z' },
  { fill: 'M-10.5 8L-3.2 -7.5L.8 0L3.6 -3.6L10.5 8Z' },
  { fill: 'M-8.5 -8.5H-3.7V.8A3.7 3.7 0 0 0 3.7 .8V-8.5H8.5V.8A8.5 8.5 0 0 1 -8.5 .8Z' },
];

export function emblem(seat: Seat): Drawing {
  return EMBLEMS[seat % EMBLEMS.length] as Drawing;
}

const TOKENS: Readonly<Record<string, Drawing>> = {
  bell: {
    fill: 'M0 -9C5 -9 6 -3 6 1.5L8.5 5.5H-8.5L-6 1.5C-6 -3 -5 -9 0 -9ZM-2.8 7A2.8 2.8 0 0 0 2.8 7Z',
  },
  crab: {
    fill: 'M-6.5 2A6.5 5 0 0 1 6.5 2A6.5 5.5 0 0 1 -6.5 2ZM-5.6 -1.6L-9.6 -8.5L-3.6 -6ZM5.6 -1.6L9.6 -8.5L3.6 -6Z',
    line: 'M-6 4L-10 6M-5 6L-8.5 9M6 4L10 6M5 6L8.5 9',
  },
  gull: { fill: 'M-10.5 -3Q-5 -9.5 0 -1.5Q5 -9.5 10.5 -3Q5 -4.5 0 5.5Q-5 -4.5 -10.5 -3Z' },
  lantern: { fill: 'M-3 -10H3V-7.6H5L7 5H-7L-5 -7.6H-3ZM-5 6.4H5V9.4H-5Z' },
  poppy: {
    fill: 'M0 -2A4.6 4.6 0 1 1 0 -2.1ZM0 -5C4 -11 10 -6 5.4 -1.6C10 2.6 4 7 0 1.6C-4 7 -10 2.6 -5.4 -1.6C-10 -6 -4 -11 0 -5Z',
    line: 'M0 3V10',
  },
  seal: {
    fill: 'M-10 7.5C-8.5 3 -5.5 3.5 -4 -1.5C-2.5 -6.5 3 -10 7.8 -6.6L10 -5.6L8.6 -3.6C6 -2.6 6.4 1 7 4L9.6 8H1.5L.5 6L-2.5 8.2Z',
  },
  wheel: {
    fill: 'M0 -2.6A2.6 2.6 0 1 1 0 2.6A2.6 2.6 0 1 1 0 -2.6Z',
    line: 'M0 -8A8 8 0 1 1 0 8A8 8 0 1 1 0 -8ZM0 -8V8M-8 0H8M-5.7 -5.7L5.7 5.7M5.7 -5.7L-5.7 5.7',
  },
};
const UNKNOWN: Drawing = { fill: 'M-7 -7H7V7H-7Z' };

/** The drawing of a tourist token; boards of others may have symbols we never saw. */
export function token(symbol: string): Drawing {
  return TOKENS[symbol] ?? UNKNOWN;
}

export const TOKEN_NAMES = Object.keys(TOKENS);
