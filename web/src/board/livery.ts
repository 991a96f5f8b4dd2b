/** What the pieces of a seat look like. */
import type { Seat } from '../net/types';
import { type Drawing, EMBLEMS } from './emblems';
import { PLAYER_INKS, type PlayerInk } from './palette';

export interface Livery extends PlayerInk {
  readonly number: number;
  readonly emblem: Drawing;
}

/** The number of each seat's livery; a seat that is not listed has its own. */
export type Liveries = readonly number[];

export const LIVERIES: readonly Livery[] = PLAYER_INKS.map((inks, number) => ({
  ...inks,
  number,
  emblem: EMBLEMS[number % EMBLEMS.length] as Drawing,
}));

export function liveryOf(seat: Seat, liveries: Liveries): Livery {
  return LIVERIES[(liveries[seat] ?? seat) % LIVERIES.length] as Livery;
}
