/** What may be done about a seat. The server decides; this spares a refusal. */
import type { Seat, Snapshot } from '../net/types';
import { isAway } from './names';

export type Way = 'leave' | 'return' | 'resign' | 'bot' | 'mute' | 'unmute';

export function waysOf(snapshot: Snapshot, seat: Seat): Way[] {
  const chair = snapshot.seats[seat];
  if (snapshot.status !== 'playing' || chair?.kind !== 'person') return [];
  const { you } = snapshot;
  if (you.seats.includes(seat)) {
    if (chair.resigned) return [];
    const left = chair.gone !== null || chair.level !== null;
    return [left ? 'return' : 'leave', 'resign'];
  }
  const ways: Way[] = [];
  // Somebody must be able to go on where the owner is the one who is not there.
  const inCharge = you.owner || (you.seats.length > 0 && chair.user === snapshot.owner);
  const absent = chair.gone !== null || isAway(snapshot, seat);
  if (inCharge && absent && chair.level === null) ways.push('bot');
  if (you.owner && chair.user !== null)
    ways.push(snapshot.muted.includes(chair.user) ? 'unmute' : 'mute');
  return ways;
}

/** The seats for which everybody waits, though nobody is there. */
export function absentSeats(snapshot: Snapshot): Seat[] {
  return snapshot.deciding.filter((seat) => waysOf(snapshot, seat).includes('bot'));
}
