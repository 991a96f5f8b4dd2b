/** Moves that were taken back are in the log, but nothing came of them. */
import type { Entry } from '../net/types';

export type Moved = Extract<Entry, { type: 'moved' }>;

/** The moves that were not taken back. */
export function lastingMoves(entries: readonly Entry[]): Moved[] {
  const moves: Moved[] = [];
  for (const entry of entries) {
    if (entry.type === 'moved') moves.push(entry);
    if (entry.type === 'undone') moves.splice(Math.max(0, moves.length - entry.moves));
  }
  return moves;
}
