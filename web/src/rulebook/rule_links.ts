/** Which section of the rulebook matters at this moment of a game. */
import type { Mechanics } from '../mechanics/registry/mechanics';
import type { Route, Snapshot } from '../net/types';

export interface Moment {
  snapshot: Snapshot;
  mechanics: Mechanics;
  /** The route that is pointed at. */
  route: Route | undefined;
  /** Why it cannot be claimed. */
  refusal: string | null;
}

export function sectionHere({ snapshot, mechanics, route, refusal }: Moment): string {
  if (snapshot.status === 'ended') return 'scoring';
  const asked = mechanics.sectionOfDecision(snapshot.decision?.type ?? '');
  if (asked !== null) return asked;
  if (route !== undefined) {
    const why = refusal === null ? null : mechanics.sectionOfRefusal(refusal);
    return why ?? mechanics.sectionOfRoute(route) ?? 'claiming';
  }
  return snapshot.view?.turns_left == null ? 'turn' : 'last-round';
}
