/** The parts of a result. */
import type { Review, Seat } from '../net/types';

export const PARTS = ['luck', 'skill', 'others', 'residual'] as const;

/** What a seat's decisions cost on average, in winning chance; moves without a choice do not count. */
export function costOf(review: Review, seat: Seat): number {
  const own = review.decisions.filter((each) => each.seat === seat && each.label !== 'forced');
  if (own.length === 0) return 0;
  const lost = own.reduce((sum, { loss }) => sum + loss.value, 0);
  return Math.max(0, lost / own.length);
}

/** The longest bar, and never so short that a trifle looks like much. */
export function widest(shares: readonly number[]): number {
  return Math.max(0.02, ...shares.map(Math.abs));
}
