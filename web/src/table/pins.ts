/** The ticket that one has pinned at each table, kept in this browser for the next time. */
const STORE = 'fogline.pins';
/** At how many tables pins are kept; the oldest are forgotten. */
const TABLES = 30;

function read(): [table: string, ticket: string][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    const isPin = (pin: unknown): pin is [string, string] =>
      Array.isArray(pin) && pin.length === 2 && pin.every((part) => typeof part === 'string');
    return Array.isArray(kept) ? kept.filter(isPin) : [];
  } catch {
    return []; // not ours, broken, or nothing may be kept
  }
}

/** The ticket that was pinned at a table. */
export function pinOf(table: string): string | null {
  return read().find(([known]) => known === table)?.[1] ?? null;
}

export function keepPin(table: string, ticket: string | null): void {
  if (pinOf(table) === ticket) return;
  const others = read().filter(([known]) => known !== table);
  const pins = ticket === null ? others : [[table, ticket], ...others].slice(0, TABLES);
  try {
    localStorage.setItem(STORE, JSON.stringify(pins));
  } catch {
    // Then it lasts as long as the page.
  }
}
