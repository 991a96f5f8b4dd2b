/** Everything the table's parts share: what is shown, what is pointed at, what is about to be done. */

import { t } from '../i18n/i18n.svelte';
import type { Connection } from '../net/connection.svelte';
import { get } from '../net/http';
import { ProblemError } from '../net/problem';
import type { Action, Board, Entry, Hints, Place, RouteHint, Seat, Snapshot } from '../net/types';
import { problemText } from '../net/words';
import { type Choices, choicesOf, keeping } from './choices';
import { Names } from './names';
import { waysOf } from './seats';

export type Tab = 'hand' | 'tickets' | 'table';

/** What is being counted at the end: the light falls on it. */
export interface Counting {
  seat: Seat;
  ticket: string | null;
  way: readonly string[];
}

export class TableModel {
  readonly connection: Connection;
  readonly board: Board;
  readonly names: Names;

  hovered = $state<string | null>(null);
  selected = $state<string | null>(null);
  /** Which of the ways to pay is chosen. */
  payment = $state(0);
  place = $state<string | null>(null);
  /** The stack of tokens about to be placed. */
  symbol = $state<string | null>(null);
  /** The ticket whose way is shown. */
  ticket = $state<string | null>(null);
  picked = $state.raw<ReadonlySet<string>>(new Set());
  hints = $state.raw<Hints | null>(null);
  problem = $state('');
  /** Routes whose vehicles are just rolling on. */
  fresh = $state.raw<ReadonlySet<string>>(new Set());
  /** While points are counted the board lies in the dark, but for this. */
  counting = $state.raw<Counting | null>(null);
  entries = $state.raw<readonly Entry[]>([]);
  tab = $state<Tab>('hand');
  drawer = $state(false);
  routeList = $state(false);
  seatList = $state(false);
  /** With several people at one screen: whose cards may lie open now. */
  handed = $state<Seat | null>(null);

  snapshot = $derived.by(() => this.connection.snapshot as Snapshot);
  view = $derived.by(() => this.snapshot.view);
  seat = $derived.by(() => this.snapshot.you.seat);
  me = $derived.by(() => (this.seat === null ? null : (this.view?.players[this.seat] ?? null)));
  choices: Choices = $derived.by(() => choicesOf(this.veiled ? [] : this.snapshot.legal));
  /** Whether the viewer must choose something now. */
  asked = $derived.by(() => this.snapshot.legal.length > 0 && !this.veiled);
  /** Whether anything can be done about who sits where. */
  seatWays = $derived.by(
    () =>
      this.connection.lesson === undefined &&
      this.snapshot.seats.some(({ seat }) => waysOf(this.snapshot, seat).length > 0),
  );
  /** The seat at this screen that should have it, if it is another one. */
  next = $derived.by((): Seat | null => {
    const { you, deciding } = this.snapshot;
    if (you.seats.length < 2) return null;
    if (this.handed !== null && deciding.includes(this.handed)) return null;
    return you.seats.find((seat) => deciding.includes(seat)) ?? null;
  });
  /** Whether a curtain hides the cards. */
  veiled = $derived.by(
    () =>
      this.snapshot.status === 'playing' &&
      this.snapshot.you.seats.length > 1 &&
      (this.next !== null || (this.handed !== null && this.handed !== this.seat)),
  );
  #hintOf = $derived.by(() => new Map(this.hints?.routes.map((hint) => [hint.route, hint]) ?? []));
  ticketHints = $derived.by(
    () => new Map(this.hints?.tickets.map((hint) => [hint.ticket, hint]) ?? []),
  );
  /** The places that can be pointed at now. */
  openPlaces = $derived.by((): ReadonlySet<string> => {
    const { startCities, stacks, tokens, marks, alvin } = this.choices;
    const symbol = this.symbol ?? [...stacks.keys()][0];
    const stackPlaces = symbol === undefined ? [] : (stacks.get(symbol)?.keys() ?? []);
    return new Set([
      ...startCities.keys(),
      ...stackPlaces,
      ...tokens.keys(),
      ...marks.keys(),
      ...alvin.keys(),
    ]);
  });
  keep = $derived.by(() => keeping(this.choices.keeps, this.picked));

  constructor(connection: Connection, board: Board) {
    this.connection = connection;
    this.board = board;
    this.names = new Names(board);
  }

  hint(route: string): RouteHint | null {
    return this.#hintOf.get(route) ?? null;
  }

  placeById(id: string): Place | undefined {
    return this.board.places.find((place) => place.id === id);
  }

  /** Forget what was pointed at: the question is another one. */
  reset(): void {
    this.selected = null;
    this.payment = 0;
    this.place = null;
    this.symbol = null;
    this.picked = new Set();
    this.problem = '';
    this.routeList = false;
  }

  select(route: string | null): void {
    this.selected = route;
    this.payment = 0;
    this.problem = '';
  }

  pick(ticket: string): void {
    const picked = new Set(this.picked);
    if (!picked.delete(ticket)) picked.add(ticket);
    this.picked = picked;
  }

  async act(action: Action | null): Promise<void> {
    if (action === null || this.connection.acting) return;
    this.problem = '';
    try {
      await this.connection.act(action);
      this.select(null);
      this.place = null;
      this.routeList = false;
    } catch (error) {
      this.problem = refusalText(error);
    }
  }

  /** Ask the server what a finger on the board would tell; a table that has none does without. */
  async learn(): Promise<void> {
    const { table, version, status } = this.snapshot;
    const seat = this.seat;
    if (seat === null || status !== 'playing' || this.connection.status !== 'live') return;
    if (this.connection.lesson !== undefined) {
      this.hints = this.connection.lesson.hints;
      return;
    }
    try {
      const hints = await get('/api/tables/{table}/hints', { path: { table }, query: { seat } });
      if (hints.version >= version) this.hints = hints;
    } catch {
      this.hints = null;
    }
  }

  /** Read what happened before we came, as the seat one looks from knows it. */
  async remember(): Promise<void> {
    if (this.connection.lesson !== undefined) {
      this.entries = this.connection.lesson.past;
      return;
    }
    const { table } = this.snapshot;
    const seat = this.seat;
    // What another seat at this screen was told is no longer to be seen.
    this.entries = [];
    const query = seat === null ? {} : { seat };
    try {
      let since = -1;
      const found: Entry[] = [];
      for (;;) {
        const page = await get('/api/tables/{table}/entries', {
          path: { table },
          query: { ...query, since },
        });
        found.push(...(page.entries as unknown as Entry[]));
        const last = found.at(-1)?.version ?? page.version;
        if (page.entries.length === 0 || last >= page.version) break;
        since = last;
      }
      if (seat === this.seat) this.entries = merged(found, this.entries);
    } catch {
      // Without the past the log begins now.
    }
  }

  hear(entries: readonly Entry[]): void {
    this.entries = merged(this.entries, entries);
  }
}

/** Two runs of entries as one, in order, each once. */
export function merged(one: readonly Entry[], other: readonly Entry[]): Entry[] {
  const all = new Map([...one, ...other].map((entry) => [entry.version, entry]));
  return [...all.values()].sort((a, b) => a.version - b.version);
}

export function refusalText(error: unknown): string {
  const refusal = error instanceof ProblemError ? error.problem?.refusal : null;
  return refusal ? t(`table.refusal.${refusal}`) : problemText(error);
}
