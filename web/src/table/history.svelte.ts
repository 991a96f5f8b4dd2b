/** What happened at the table, as the seat one looks from was told it. */
import { language } from '../i18n/i18n.svelte';
import type { Connection } from '../net/connection.svelte';
import { get } from '../net/http';
import type { Entry, Seat } from '../net/types';

export class History {
  #connection: Connection;
  #told = $state.raw<readonly Entry[]>([]);
  #seat: Seat | null = null;

  /** Lessons and replays know their past. */
  entries = $derived.by(() => this.#connection.lesson?.past ?? this.#told);

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(entries: readonly Entry[]): void {
    this.#told = merged(this.#told, entries);
  }

  /** Read what happened before we came. */
  async load(table: string, seat: Seat | null): Promise<void> {
    if (this.#connection.lesson !== undefined) return;
    // What another seat at this screen was told is no longer to be seen.
    this.#told = [];
    this.#seat = seat;
    try {
      const found = await read(table, seat);
      if (seat === this.#seat) this.add(found);
    } catch {
      // Without the past the log begins now.
    }
  }
}

async function read(table: string, seat: Seat | null): Promise<Entry[]> {
  const query = { language: language(), ...(seat !== null && { seat }) };
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
