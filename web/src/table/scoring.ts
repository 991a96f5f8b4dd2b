/** Adding up what was counted so far. */
import type { Step } from '../mechanics/registry/mechanic';
import type { Seat } from '../net/types';

/** Points by seat and category after some of the steps; what is not there was not counted yet. */
export function tally(done: readonly Step[]): Map<Seat, Map<string, number>> {
  const sums = new Map<Seat, Map<string, number>>();
  for (const { seat, category, points } of done) {
    const mine = sums.get(seat) ?? new Map<string, number>();
    mine.set(category, (mine.get(category) ?? 0) + points);
    sums.set(seat, mine);
  }
  return sums;
}

export function sum(counted: ReadonlyMap<string, number> | undefined): number {
  return [...(counted?.values() ?? [])].reduce((all, points) => all + points, 0);
}
