/** Hints of the server: what claiming a route would mean, and how far tickets are from complete. */
import { language } from '../i18n/i18n.svelte';
import type { Connection } from '../net/connection.svelte';
import { get } from '../net/http';
import type { NewHints, RouteHint, Seat, Snapshot, TicketHint } from '../net/types';

/** As many routes as the server takes in one request; whoever wants more gets all. */
const FEW = 16;

export class Advice {
  #connection: Connection;
  /** What is known of routes; what is out of date is shown until the answer is there. */
  #told = $state.raw<ReadonlyMap<string, RouteHint>>(new Map());
  #toldTickets = $state.raw<ReadonlyMap<string, TicketHint>>(new Map());
  /** Lessons and replays bring their own. */
  #lesson = $derived.by(() => {
    const hints = this.#connection.lesson?.hints;
    if (hints === undefined) return null;
    return {
      routes: new Map(hints.routes.map((hint) => [hint.route, hint])),
      tickets: new Map(hints.tickets.map((hint) => [hint.ticket, hint])),
    };
  });
  #at = $state.raw<{ table: string; version: number; seat: Seat } | null>(null);
  /** On what the hints for tickets depend, when they were asked for. */
  #concerns: readonly unknown[] = [];
  /** The routes that are shown, each asked for once a version. */
  #wanted = new Set<string>();
  #asked = new Set<string>();
  #isAsking = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  route(route: string): RouteHint | null {
    if (this.#lesson !== null) return this.#lesson.routes.get(route) ?? null;
    if (this.#at !== null) this.#want(route);
    return this.#told.get(route) ?? null;
  }

  ticket(ticket: string): TicketHint | null {
    return (this.#lesson?.tickets ?? this.#toldTickets).get(ticket) ?? null;
  }

  /** Listen to the answers of the server; returns how to stop. */
  listen(): () => void {
    return (
      this.#connection.onHints?.((hints, seat) => this.#hear(hints, seat)) ?? (() => undefined)
    );
  }

  /** The table is another: ask again for what may have changed. */
  update(snapshot: Snapshot, seat: Seat): void {
    const { table, version, view } = snapshot;
    if (this.#connection.lesson !== undefined || view === null) return;
    this.#at = { table, version, seat };
    this.#asked.clear();
    const me = view.players[seat];
    const concerns = [seat, language(), ...[view.owners, view.parts, me?.tickets, me?.offered]];
    const same = concerns.every((each, index) => isSame(each, this.#concerns[index]));
    if (!same && this.#connection.hints?.([], true)) this.#concerns = concerns;
  }

  /** Another player looks now. */
  forget(): void {
    this.#told = new Map();
    this.#toldTickets = new Map();
    this.#concerns = [];
    this.#asked.clear();
  }

  #want(route: string): void {
    if (this.#asked.has(route)) return;
    this.#asked.add(route);
    this.#wanted.add(route);
    if (this.#isAsking) return;
    // All that is drawn now is asked for at once.
    this.#isAsking = true;
    queueMicrotask(() => this.#ask());
  }

  #ask(): void {
    const routes = [...this.#wanted];
    this.#wanted.clear();
    this.#isAsking = false;
    if (routes.length <= FEW) this.#connection.hints?.(routes, false);
    else void this.#askForAll();
  }

  async #askForAll(): Promise<void> {
    if (this.#at === null) return;
    const { table, seat } = this.#at;
    try {
      const query = { seat, language: language() };
      this.#hear(await get('/api/tables/{table}/hints', { path: { table }, query }), seat);
    } catch {
      // A table that has no hints does without.
    }
  }

  #hear(hints: NewHints, seat: Seat | null): void {
    if (this.#at === null || seat !== this.#at.seat || hints.version < this.#at.version) return;
    this.#told = new Map([
      ...this.#told,
      ...hints.routes.map((hint): [string, RouteHint] => [hint.route, hint]),
    ]);
    if (hints.tickets === null) return;
    this.#toldTickets = new Map(hints.tickets.map((hint) => [hint.ticket, hint]));
  }
}

/** Unchanged parts of a table stay the same objects; others may still be equal. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
