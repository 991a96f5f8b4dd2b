/** A table after what changed. */
import type { Changes, Snapshot, View, ViewChanges } from './types';

/** As many lines as the server keeps. */
const CHAT_KEPT = 200;

/** The snapshot after the changes, which must be changes of this very snapshot. */
export function changed(before: Snapshot, changes: Changes): Snapshot {
  const { view, chat, ...rest } = changes;
  return {
    ...before,
    ...rest,
    view: before.view === null || view === undefined ? before.view : changedView(before.view, view),
    chat: chat === undefined ? before.chat : [...before.chat, ...chat].slice(-CHAT_KEPT),
  };
}

function changedView(before: View, changes: ViewChanges): View {
  const { players = {}, ...rest } = changes;
  return {
    ...before,
    ...rest,
    players: before.players.map((player, seat) => players[seat] ?? player),
  };
}
