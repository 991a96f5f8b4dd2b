/** Which panels around the board are open. */
export type Tab = 'hand' | 'tickets' | 'table';

export class Panels {
  /** Which of the panels that share one place is wanted. */
  tab = $state<Tab>('hand');
  /** Whether the hand is folded away. */
  folded = $state(false);
  seats = $state(false);
  #before: Tab = 'hand';

  /** Show the log, or what was there before it. */
  toggleLog(): void {
    if (this.tab === 'table') this.tab = this.#before;
    else {
      this.#before = this.tab;
      this.tab = 'table';
    }
  }

  /** The panel to show where there is room for these; `null` if there is none. */
  shown(tabs: readonly Tab[]): Tab | null {
    return tabs.includes(this.tab) ? this.tab : (tabs[0] ?? null);
  }
}
