/** Who has which livery: each seat its own, unless the player at this screen wants another. */
import { createContext } from 'svelte';
import { LIVERIES, type Liveries } from '../board/livery';
import type { Seat } from '../net/types';

/** The liveries at the table around a component. */
export const [getLiveries, setLiveries] = createContext<Liveries>();

/** A player who is alone at this screen has the wanted livery; the seat that would have it takes theirs. */
export function liveriesOf(own: readonly Seat[], wanted: number): Liveries {
  const liveries = LIVERIES.map(({ number }) => number);
  const [seat] = own;
  if (own.length !== 1 || seat === undefined || liveries[wanted] === undefined) return liveries;
  liveries[wanted] = seat;
  liveries[seat] = wanted;
  return liveries;
}
