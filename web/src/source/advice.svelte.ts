/** Hints: asked of the server when they are shown, or given with the table. */
import { language } from '../i18n/i18n.svelte';
import { get } from '../net/http';
import type { Hints, NewHints, RouteHint, Seat, Snapshot, TicketHint } from '../net/types';
import type { Advice, Missing } from './source';

/** As many routes as the server takes in one message; for more, all are fetched. */
const FEW = 16;

export class GivenAdvice implements Advice {
  #hints: () => Hints;
  #routes = $derived.by(() => byRoute(this.#hints().routes));
  #tickets = $derived.by(() => byTicket(this.#hints().tickets));

  constructor(hints: () => Hints) {
    this.#hints = hints;
  }

  route(route: string): RouteHint | null {
    return this.#routes.get(route) ?? null;
  }

  ticket(ticket: string): TicketHint | null {
    return this.#tickets.get(ticket) ?? null;
  }

  missing(ticket: string): Missing {
    return this.ticket(ticket)?.missing ?? {};
  }

  forget(): void {
    // All players of the table are given the same.
  }
}

export class AskedAdvice implements Advice {
  /** Asks for hints about routes, or the tickets of the seat one looks from; `false` if it cannot now. */
  #send: (routes: readonly string[], tickets: boolean) => boolean;
  /** What is known of routes; what is out of date is shown until the answer arrives. */
  #routes = $state.raw<ReadonlyMap<string, RouteHint>>(new Map());
  #tickets = $state.raw<ReadonlyMap<string, TicketHint>>(new Map());
  #at = $state.raw<{ table: string; version: number; seat: Seat } | null>(null);
  /** What the hints for tickets depended on when they were asked for. */
  #concerns: readonly unknown[] = [];
  /** The hand now, and when the hints for tickets were asked for. */
  #hand = '';
  #handAsked = '';
  /** The routes that are shown, each asked for once a version. */
  #wanted = new Set<string>();
  #asked = new Set<string>();
  #isAsking = false;

  constructor(send: (routes: readonly string[], tickets: boolean) => boolean) {
    this.#send = send;
  }

  route(route: string): RouteHint | null {
    if (this.#at !== null) this.#want(route);
    return this.#routes.get(route) ?? null;
  }

  ticket(ticket: string): TicketHint | null {
    return this.#tickets.get(ticket) ?? null;
  }

  /** The hand changes more often than the rest of a ticket's hint, and only some players look. */
  missing(ticket: string): Missing {
    if (this.#at !== null && this.#hand !== this.#handAsked) {
      this.#handAsked = this.#hand;
      queueMicrotask(() => this.#send([], true));
    }
    return this.ticket(ticket)?.missing ?? {};
  }

  /** The table has changed: ask again for what may be different. */
  update({ table, version, status, view, you: { seat } }: Snapshot): void {
    if (seat === null || status !== 'playing' || view === null) return;
    this.#at = { table, version, seat };
    this.#asked.clear();
    const me = view.players[seat];
    this.#hand = JSON.stringify(me?.hand);
    const concerns = [seat, language(), ...[view.owners, view.parts, me?.tickets, me?.offered]];
    const same = concerns.every((each, index) => isSame(each, this.#concerns[index]));
    if (same || !this.#send([], true)) return;
    this.#concerns = concerns;
    this.#handAsked = this.#hand;
  }

  /** Take in hints that were asked for, with the seat that they are for. */
  receive(hints: NewHints, seat: Seat | null): void {
    if (this.#at === null || seat !== this.#at.seat || hints.version < this.#at.version) return;
    this.#routes = new Map([...this.#routes, ...byRoute(hints.routes)]);
    if (hints.tickets !== null) this.#tickets = byTicket(hints.tickets);
  }

  forget(): void {
    this.#routes = new Map();
    this.#tickets = new Map();
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
    if (routes.length <= FEW) this.#send(routes, false);
    else void this.#askForAll();
  }

  async #askForAll(): Promise<void> {
    if (this.#at === null) return;
    const { table, seat } = this.#at;
    try {
      const query = { seat, language: language(), words: false };
      this.receive(await get('/api/tables/{table}/hints', { path: { table }, query }), seat);
    } catch {
      // A table that has no hints does without.
    }
  }
}

function byRoute(hints: readonly RouteHint[]): Map<string, RouteHint> {
  return new Map(hints.map((hint) => [hint.route, hint]));
}

function byTicket(hints: readonly TicketHint[]): Map<string, TicketHint> {
  return new Map(hints.map((hint) => [hint.ticket, hint]));
}

/** Unchanged parts of a table stay the same objects; others may still be equal. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
