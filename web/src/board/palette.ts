/** The inks of cards (as drawn on the boards) and of players. */
import type { Card } from '../net/types';
import inks from './inks.json';

export const INK = inks.ink;
export const PAPER = inks.paper;
export const GRAY = inks.gray;

export interface CardInk {
  ink: string;
  /** The ink of the symbol upon it. */
  on: string;
  /** A piece of SVG in a box from -10 to 10, drawn in `currentColor`. */
  symbol: string;
}

export const CARD_INKS: Readonly<Record<Card, CardInk>> = inks.cards;

export interface PlayerInk {
  ink: string;
  /** The same in shadow, for the side of a vehicle. */
  shade: string;
  /** The same in light, for its roof. */
  light: string;
  /** The ink of words upon it. */
  on: string;
}

/** In the order of the seats. */
export const PLAYER_INKS: readonly PlayerInk[] = inks.players.map(({ ink, on }) => ({
  ink,
  on,
  shade: mix(ink, '#120c08', 0.42),
  light: mix(ink, '#fffaf0', 0.32),
}));

/** Blend two colours; 0 is the first, 1 the second. */
export function mix(one: string, other: string, part: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const blend = (at: number) =>
    Math.round(channel(one, at) * (1 - part) + channel(other, at) * part)
      .toString(16)
      .padStart(2, '0');
  return `#${blend(1)}${blend(3)}${blend(5)}`;
}
