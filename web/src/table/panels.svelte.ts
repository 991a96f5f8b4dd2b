/** Which panels around the board are open. */
import type { Entry, Seat } from '../net/types';

export type Tab = 'hand' | 'tickets' | 'table';

export class Panels {
  /** Which of the panels that share one place is wanted. */
  tab = $state<Tab>('hand');
  /** Whether the table of points is shown. */
  worth = $state(false);
  /** Whether the hand is folded away. */
  folded = $state(false);
  seats = $state(false);
  /** Whether options and keys are shown. */
  options = $state(false);
  /** The version of the table up to which the log was read. */
  read = $state(0);
  #before: Tab = 'hand';

  /** Choose a panel at a version of the table. Who opens or leaves the log has read it. */
  choose(tab: Tab, version: number): void {
    if (tab === 'table' || this.tab === 'table') this.read = version;
    if (tab !== 'table') this.#before = tab;
    this.tab = tab;
  }

  /** Show the log, or what was there before it. */
  toggleLog(version: number): void {
    this.choose(this.tab === 'table' ? this.#before : 'table', version);
  }

  /** The panel to show where there is room for these; `null` if there is none. */
  shown(tabs: readonly Tab[]): Tab | null {
    return tabs.includes(this.tab) ? this.tab : (tabs[0] ?? null);
  }
}

/** How many lines of the chat by others are newer than a version. */
export function unreadOf(
  entries: readonly Entry[],
  read: number,
  you: { user: string | null; seats: readonly Seat[] },
): number {
  return entries.filter(
    (entry) =>
      entry.type === 'said' &&
      entry.version > read &&
      entry.user !== you.user &&
      !(entry.seat !== null && you.seats.includes(entry.seat)),
  ).length;
}
