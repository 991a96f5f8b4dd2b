/** A finished game, moment by moment: nobody can act. */
import { updated } from '../net/changes';
import { getLines } from '../net/http';
import { ProblemError } from '../net/problem';
import type { Entry, Seat, Snapshot, Update, View } from '../net/types';
import { GivenAdvice } from './advice.svelte';
import { type EntriesListener, NOTHING, type Source, type Status } from './source';

/** The viewpoint of a seat, of a spectator, or of somebody who sees every hand. */
export type Viewpoint = Seat | 'spectator' | 'all';

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

/** A whole game from one viewpoint: its entries, and the table after each of them. */
interface Recording {
  entries: readonly Entry[];
  /** By version. */
  snapshots: readonly Snapshot[];
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
  viewpoint = $state<Viewpoint>('all');
  /** What happened in the whole game, as far as it is known from the viewpoint. */
  entries = $state.raw<readonly Entry[]>([]);
  readonly can = NOTHING;
  readonly advice = new GivenAdvice(() => ({ version: 0, routes: [], tickets: [] }));
  readonly archived = true;
  readonly chat = null;
  readonly undo = null;
  readonly seating = null;
  readonly again = null;
  readonly pace = null;
  readonly wanted = null;

  open = $derived.by((): Seat | null => {
    if (this.viewpoint !== 'all') return null;
    const entry = this.moments[this.at]?.entry;
    return entry !== undefined && 'seat' in entry && entry.seat !== null ? entry.seat : 0;
  });

  #listeners = new Set<EntriesListener>();
  #recordings = new Map<Viewpoint, Promise<Recording>>();
  #shown: Recording | null = null;
  #asked = 0;

  constructor(table: string) {
    this.table = table;
  }

  /** Read the game, and show the moment of a version, or the first. */
  async begin(version?: number): Promise<void> {
    this.moments = moments((await this.#recording(this.viewpoint)).entries);
    const wanted = this.moments.findIndex((moment) => moment.version >= (version ?? 0));
    await this.go(wanted < 0 ? this.moments.length - 1 : wanted);
  }

  /** Show a moment. One step ahead is news to listeners, so that it can be seen happening. */
  async go(index: number, viewpoint: Viewpoint = this.viewpoint): Promise<void> {
    const target = Math.max(0, Math.min(index, this.moments.length - 1));
    const moment = this.moments[target];
    if (moment === undefined) return;
    const step = target === this.at + 1 && viewpoint === this.viewpoint && this.snapshot !== null;
    this.at = target;
    this.viewpoint = viewpoint;
    this.#asked += 1;
    const asked = this.#asked;
    const recording = await this.#recording(viewpoint);
    const after = recording.snapshots[moment.version];
    if (asked !== this.#asked || after === undefined) return;
    this.#shown = recording;
    this.snapshot = after;
    this.status = 'live';
    this.entries = recording.entries;
    const news = step ? recording.entries.filter(({ version }) => version === moment.version) : [];
    if (news.length > 0) for (const listener of this.#listeners) listener(news, after);
  }

  /** The table at a moment, from the chosen viewpoint. */
  viewAt(index: number): View | null {
    const version = this.moments[index]?.version;
    return version === undefined ? null : (this.#shown?.snapshots[version]?.view ?? null);
  }

  onEntries(listener: EntriesListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  act(): Promise<void> {
    return Promise.reject(new ProblemError(null));
  }

  look(): void {
    // The page chooses the viewpoint.
  }

  #recording(viewpoint: Viewpoint): Promise<Recording> {
    let recording = this.#recordings.get(viewpoint);
    if (recording === undefined) {
      recording = this.#read(viewpoint);
      recording.catch(() => this.#recordings.delete(viewpoint));
      this.#recordings.set(viewpoint, recording);
    }
    return recording;
  }

  async #read(viewpoint: Viewpoint): Promise<Recording> {
    const seen =
      viewpoint === 'all' ? { hands: true } : viewpoint === 'spectator' ? {} : { seat: viewpoint };
    const query = { ...seen, words: false };
    const path = { table: this.table };
    const [first, ...updates] = await getLines('/api/tables/{table}/replay', { path, query });
    let snapshot = first as Snapshot;
    const entries: Entry[] = [];
    const snapshots = [snapshot];
    for (const update of updates as Update[]) {
      const after = updated(snapshot, update);
      if (after === null) throw new ProblemError(null);
      snapshot = after;
      entries.push(...update.entries);
      snapshots.push(after);
    }
    return { entries, snapshots };
  }
}
