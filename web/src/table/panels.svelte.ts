/** Which panels around the board are open. */
export type Tab = 'hand' | 'tickets' | 'table';
export const TABS: readonly Tab[] = ['hand', 'tickets', 'table'];

export class Panels {
  /** On a phone, the panel below the board. */
  tab = $state<Tab>('hand');
  /** Whether the log lies over the board. */
  log = $state(false);
  seats = $state(false);
}
