/** Which section of the rulebook matters at this moment of a game. */
import type { Refusal, Route, Snapshot } from '../net/types';

export interface Moment {
  snapshot: Snapshot;
  /** The route that is pointed at. */
  route: Route | undefined;
  /** Why it cannot be claimed. */
  refusal: Refusal | null;
}

const BY_DECISION: Readonly<Record<string, string>> = {
  FirstTickets: 'tickets',
  TicketOffer: 'tickets',
  StackPlacement: 'tokens',
  TokenChoice: 'tokens',
  StartCity: 'start-city',
  MarkerOffer: 'markers',
  AlvinsMove: 'alvin',
  SecondCard: 'drawing',
};

const BY_REFUSAL: Partial<Record<Refusal, string>> = {
  'twin-is-yours': 'twins',
  'twin-taken': 'twins',
  'not-connected': 'start-city',
  'too-few-wilds': 'ferries',
};

export function sectionHere({ snapshot, route, refusal }: Moment): string {
  if (snapshot.status === 'ended') return 'scoring';
  const asked = BY_DECISION[snapshot.decision ?? ''];
  if (asked !== undefined) return asked;
  if (route !== undefined) {
    const why = refusal === null ? undefined : BY_REFUSAL[refusal];
    return why ?? (route.ferries > 0 ? 'ferries' : 'claiming');
  }
  return snapshot.view?.turns_left == null ? 'turn' : 'last-round';
}
