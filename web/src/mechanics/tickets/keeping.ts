/** Which of the offered tickets may be kept. */
import type { ActionOf } from '../../net/types';

type Keep = ActionOf<'keep'>;

/** The action that keeps exactly these tickets, if that may be done. */
export function keeping(keeps: readonly Keep[], picked: ReadonlySet<string>): Keep | null {
  const same = (keep: Keep) =>
    keep.tickets.length === picked.size && keep.tickets.every((ticket) => picked.has(ticket));
  return keeps.find(same) ?? null;
}

/** How many tickets must be kept at least. */
export function fewestKept(keeps: readonly Keep[]): number {
  return keeps.length === 0 ? 0 : Math.min(...keeps.map((keep) => keep.tickets.length));
}
