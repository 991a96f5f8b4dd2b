/** A table after what changed. */
import type { Changes, Snapshot, Update, View, ViewChanges } from './types';

/** As many lines as the server keeps. */
const CHAT_KEPT = 200;

/** The table after an update; `null` if it does not belong to the snapshot before. */
export function updated(before: Snapshot | null, update: Update): Snapshot | null {
  if (update.view !== null) return update.view;
  if (!update.changes || before === null || update.since !== before.version) return null;
  return changed(before, update.changes);
}

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
