/** The order of the seats, and what may be done about one. The server decides; this spares a refusal. */
import type { Seat, Snapshot } from '../net/types';

export type Way = 'leave' | 'return' | 'resign' | 'bot' | 'mute' | 'unmute';

export function waysOf(snapshot: Snapshot, seat: Seat): Way[] {
  const chair = snapshot.seats[seat];
  if (snapshot.status !== 'playing' || chair?.kind !== 'person') return [];
  const { you } = snapshot;
  if (you.seats.includes(seat)) {
    if (chair.resigned) return [];
    const absent = chair.gone === 'left' || chair.gone === 'out-of-time' || chair.level !== null;
    return [absent ? 'return' : 'leave', 'resign'];
  }
  const ways: Way[] = [];
  // Somebody must be able to go on where the owner is the one who is not there.
  const inCharge = you.owner || (you.seats.length > 0 && chair.user === snapshot.owner);
  if (inCharge && chair.gone !== null && chair.level === null) ways.push('bot');
  if (you.owner && chair.user !== null)
    ways.push(snapshot.muted.includes(chair.user) ? 'unmute' : 'mute');
  return ways;
}

/** The seats in turn order; as they are while nobody knows who acts first. */
export function inTurnOrder(snapshot: Snapshot): Seat[] {
  const seats = snapshot.seats.map(({ seat }) => seat);
  const first = snapshot.view?.first ?? 0;
  return [...seats.slice(first), ...seats.slice(0, first)];
}

/** The seats for which everybody waits, though nobody is there. */
export function absentSeats(snapshot: Snapshot): Seat[] {
  return snapshot.deciding.filter((seat) => waysOf(snapshot, seat).includes('bot'));
}
