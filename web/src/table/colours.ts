/** Who has which colour: each seat its own, unless the player at this screen wants another. */
import type { Seat } from '../net/types';

/**
 * The number of the colour of each seat. Somebody who plays alone at this screen has the wanted colour; the seat
 * that would have it takes theirs.
 */
export function coloursOf(own: readonly Seat[], wanted: number, known: number): number[] {
  const colours = Array.from({ length: known }, (_, seat) => seat);
  const [seat] = own;
  if (own.length !== 1 || seat === undefined || wanted < 0 || wanted >= known) return colours;
  colours[wanted] = seat;
  colours[seat] = wanted;
  return colours;
}
