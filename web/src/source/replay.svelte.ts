/** A finished game, moment by moment: nobody can act. */
import { get } from '../net/http';
import { ProblemError } from '../net/problem';
import type { Entry, Seat, Snapshot, View } from '../net/types';
import { GivenAdvice } from './advice.svelte';
import { type EntriesListener, NOTHING, type Source, type Status } from './source';

/** Whose eyes: a seat's, a spectator's, or those of somebody who sees every hand. */
export type Eyes = Seat | 'spectator' | 'all';

/** A moment worth stopping at: a move, the deal, the end. */
export interface Moment {
  version: number;
  entry: Entry;
}

const STOPS: readonly Entry['type'][] = [
  'dealt',
  'moved',
  'undone',
  'resigned',
  'handed-over',
  'returned',
];

/** The entries at which a replay stops. */
export function moments(entries: readonly Entry[]): Moment[] {
  return entries
    .filter((entry) => STOPS.includes(entry.type))
    .map((entry) => ({ version: entry.version, entry }));
}

/** Who sees every hand looks at the state itself: it is written as a view is, but nothing is hidden. */
function seenBy(eyes: Eyes, past: Snapshot, over: boolean): Snapshot {
  const view: View | null =
    eyes === 'all' && past.final !== null ? { ...past.final, seat: null } : past.view;
  return { ...past, view, final: over ? past.final : null };
}

export class ReplaySource implements Source {
  readonly table: string;
  readonly skew = 0;
  readonly acting = false;
  snapshot = $state.raw<Snapshot | null>(null);
  status = $state<Status>('connecting');
  moments = $state.raw<Moment[]>([]);
  /** Which of the moments is shown. */
  at = $state(0);
  eyes = $state<Eyes>('all');
  /** What happened in the whole game, as those eyes may know it. */
  entries = $state.raw<readonly Entry[]>([]);
  readonly can = NOTHING;
  readonly advice = new GivenAdvice(() => ({ version: 0, routes: [], tickets: [] }));
  readonly archived = true;
  readonly chat = null;
  readonly undo = null;
  readonly pace = null;
  readonly wanted = null;

  open = $derived.by((): Seat | null => {
    if (this.eyes !== 'all') return null;
    const entry = this.moments[this.at]?.entry;
    return entry !== undefined && 'seat' in entry && entry.seat !== null ? entry.seat : 0;
  });

  #listeners = new Set<EntriesListener>();
  #past = new Map<string, Promise<Snapshot>>();
  #entries = new Map<Eyes, Promise<readonly Entry[]>>();
  #asked = 0;

  constructor(table: string) {
    this.table = table;
  }

  /** Read the game's entries, and show the moment of a version, or the first. */
  async begin(version?: number): Promise<void> {
    this.moments = moments(await this.#entriesFor(this.eyes));
    const wanted = this.moments.findIndex((moment) => moment.version >= (version ?? 0));
    await this.go(wanted < 0 ? this.moments.length - 1 : wanted);
  }

  /** Show a moment. One step ahead is news to listeners, so that it can be seen happening. */
  async go(index: number, eyes: Eyes = this.eyes): Promise<void> {
    const target = Math.max(0, Math.min(index, this.moments.length - 1));
    const moment = this.moments[target];
    if (moment === undefined) return;
    const step = target === this.at + 1 && eyes === this.eyes && this.snapshot !== null;
    this.at = target;
    this.eyes = eyes;
    this.#asked += 1;
    const asked = this.#asked;
    const [past, entries] = await Promise.all([
      this.#load(moment.version, eyes),
      this.#entriesFor(eyes),
    ]);
    if (asked !== this.#asked) return;
    const after = seenBy(eyes, past, target === this.moments.length - 1);
    this.snapshot = after;
    this.status = 'live';
    this.entries = entries;
    const news = step ? entries.filter(({ version }) => version === moment.version) : [];
    if (news.length > 0) for (const listener of this.#listeners) listener(news, after);
    const next = this.moments[target + 1];
    if (next !== undefined) this.#load(next.version, eyes).catch(() => undefined);
  }

  /** The table at a moment as a spectator saw it. */
  async viewAt(index: number): Promise<View | null> {
    const version = this.moments[index]?.version;
    return version === undefined ? null : (await this.#load(version, 'spectator')).view;
  }

  onEntries(listener: EntriesListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  act(): Promise<void> {
    return Promise.reject(new ProblemError(null));
  }

  look(): void {
    // The page chooses whose eyes.
  }

  #load(version: number, eyes: Eyes): Promise<Snapshot> {
    const seat = typeof eyes === 'number' ? eyes : undefined;
    const key = `${version}/${seat ?? ''}`;
    let past = this.#past.get(key);
    if (past === undefined) {
      const query = seat === undefined ? { version } : { version, seat };
      past = get('/api/tables/{table}/past', { path: { table: this.table }, query });
      past.catch(() => this.#past.delete(key));
      this.#past.set(key, past);
    }
    return past;
  }

  /** All entries, as those eyes may know them. */
  #entriesFor(eyes: Eyes): Promise<readonly Entry[]> {
    let entries = this.#entries.get(eyes);
    if (entries === undefined) {
      entries = this.#read(eyes);
      entries.catch(() => this.#entries.delete(eyes));
      this.#entries.set(eyes, entries);
    }
    return entries;
  }

  async #read(eyes: Eyes): Promise<readonly Entry[]> {
    const entries: Entry[] = [];
    const path = { table: this.table };
    const seat = typeof eyes === 'number' ? { seat: eyes } : {};
    for (;;) {
      const since = entries.at(-1)?.version ?? -1;
      const page =
        eyes === 'all'
          ? await get('/api/tables/{table}/entries', { path, query: { since } })
          : await get('/api/tables/{table}/past/entries', { path, query: { since, ...seat } });
      const news = page.entries;
      entries.push(...news);
      if (news.length === 0 || (news.at(-1)?.version ?? 0) >= page.version) return entries;
    }
  }
}
