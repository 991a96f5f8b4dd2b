/** The moments of a replay at which routes were claimed. */
import type { Mechanics } from '../mechanics/registry/mechanics';
import type { Seat } from '../net/types';
import type { Moment } from '../source/replay.svelte';
import { lastingMoves } from '../table/undone';

export interface Claim {
  /** Which of the moments it is. */
  at: number;
  seat: Seat;
  routes: readonly string[];
}

/** The claims that were not taken back. */
export function claimsOf(moments: readonly Moment[], mechanics: Mechanics): Claim[] {
  const lasting = new Set(lastingMoves(moments.map(({ entry }) => entry)));
  return moments.flatMap(({ entry }, at) => {
    if (entry.type !== 'moved' || !lasting.has(entry)) return [];
    const routes = entry.events.flatMap((event) => mechanics.arrivals(event));
    return routes.length > 0 ? [{ at, seat: entry.seat, routes }] : [];
  });
}

/** The moment of the next claim after a moment, or with -1 of the one before it. */
export function nextClaim(claims: readonly Claim[], at: number, way: 1 | -1): number | null {
  const found =
    way === 1 ? claims.find((claim) => claim.at > at) : claims.findLast((claim) => claim.at < at);
  return found?.at ?? null;
}

/** The moment at which a route was claimed. */
export function claimOf(claims: readonly Claim[], route: string): number | null {
  return claims.find(({ routes }) => routes.includes(route))?.at ?? null;
}
