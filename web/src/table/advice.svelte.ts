/** Hints of the server: what claiming a route would mean, and how far tickets are from complete. */
import { language } from '../i18n/i18n.svelte';
import type { Connection } from '../net/connection.svelte';
import { get } from '../net/http';
import type { Hints, RouteHint, Seat, TicketHint } from '../net/types';

export class Advice {
  #connection: Connection;
  #told = $state.raw<Hints | null>(null);
  /** Lessons and replays bring their own. */
  #hints = $derived.by(() => this.#connection.lesson?.hints ?? this.#told);
  #routes = $derived.by(() => new Map(this.#hints?.routes.map((hint) => [hint.route, hint])));
  #tickets = $derived.by(() => new Map(this.#hints?.tickets.map((hint) => [hint.ticket, hint])));

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  route(route: string): RouteHint | null {
    return this.#routes.get(route) ?? null;
  }

  ticket(ticket: string): TicketHint | null {
    return this.#tickets.get(ticket) ?? null;
  }

  /** Ask for the hints of a version; a table that has none does without. */
  async load(table: string, version: number, seat: Seat): Promise<void> {
    if (this.#connection.lesson !== undefined) return;
    const words = language();
    try {
      const hints = await get('/api/tables/{table}/hints', {
        path: { table },
        query: { seat, language: words },
      });
      if (hints.version >= version) this.#told = hints;
    } catch {
      this.#told = null;
    }
  }

  /** Another player looks now. */
  forget(): void {
    this.#told = null;
  }
}
