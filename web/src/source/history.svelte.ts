/** What happened at a table of the server, as the seat one looks from was sent it. */
import { language } from '../i18n/i18n.svelte';
import { get } from '../net/http';
import type { Entry, Seat } from '../net/types';

export class History {
  entries = $state.raw<readonly Entry[]>([]);
  #table: string;
  /** The seat whose history this is, once it was read. */
  #seat: Seat | null | undefined;

  constructor(table: string) {
    this.#table = table;
  }

  add(entries: readonly Entry[]): void {
    this.entries = merged(this.entries, entries);
  }

  /** Read what happened before we came, once for each seat that one looks from. */
  async readFor(seat: Seat | null): Promise<void> {
    if (seat === this.#seat) return;
    this.#seat = seat;
    // What another seat at this screen was sent must not be seen any more.
    this.entries = [];
    try {
      const found = await read(this.#table, seat);
      if (seat === this.#seat) this.add(found);
    } catch {
      // Without the past the log begins now.
    }
  }
}

async function read(table: string, seat: Seat | null): Promise<Entry[]> {
  const query = { language: language(), words: false, ...(seat !== null && { seat }) };
  const found: Entry[] = [];
  for (let since = -1; ; ) {
    const page = await get('/api/tables/{table}/entries', {
      path: { table },
      query: { ...query, since },
    });
    found.push(...page.entries);
    const last = found.at(-1)?.version ?? page.version;
    if (page.entries.length === 0 || last >= page.version) return found;
    since = last;
  }
}

/** Two runs of entries as one, in order, each once. */
export function merged(one: readonly Entry[], other: readonly Entry[]): Entry[] {
  const all = new Map([...one, ...other].map((entry) => [entry.version, entry]));
  return [...all.values()].sort((a, b) => a.version - b.version);
}
