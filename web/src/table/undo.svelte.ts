/** Taking back a move: whether one can, who must agree, and what one is asked. */
import { list, t } from '../i18n/i18n.svelte';
import type { Connection } from '../net/connection.svelte';
import { post } from '../net/http';
import type { Seat, Snapshot } from '../net/types';
import { problemText } from '../net/words';
import { playerName } from './names';

/** How long it is said why a move cannot be taken back. */
const SAID = 6000;

export class Undoing {
  #connection: Connection;
  #timer: ReturnType<typeof setTimeout> | undefined;
  busy = $state(false);
  /** Why it was not possible, for a moment. */
  note = $state('');

  #snapshot = $derived.by(() => this.#connection.snapshot as Snapshot);
  /** A lesson has its own way back. */
  #told = $derived.by(() => (this.#connection.lesson ? null : (this.#snapshot.undo ?? null)));
  /** Whether the viewer plays, so that there may be something to take back. */
  offered = $derived.by(() => this.#told !== null && this.#snapshot.you.seats.length > 0);
  possible = $derived.by(() => this.#told?.move != null);
  request = $derived.by(() => this.#told?.request ?? null);
  /** Whether the viewer has asked. */
  own = $derived.by(
    () => this.request !== null && this.#snapshot.you.seats.includes(this.request.seat),
  );
  /** Whether the viewer must answer. */
  asked = $derived.by(() => this.request?.waiting.some((seat) => this.#isOwn(seat)) ?? false);

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** What is asked, and of whom. */
  get question(): string {
    const { request } = this;
    if (request === null) return '';
    const player = playerName(this.#snapshot, request.seat);
    const players = list(request.waiting.map((seat) => playerName(this.#snapshot, seat)));
    if (this.own) return t('table.undo.asked', { players });
    return this.asked
      ? t('table.undo.asks', { player })
      : t('table.undo.asks.others', { player, players });
  }

  /** Take the last move back, ask the others, or say why not. */
  async ask(): Promise<void> {
    const { move, obstacle } = this.#told ?? {};
    if (!this.offered || this.busy || this.request !== null) return;
    if (move == null) {
      this.#say(t(`table.undo.${obstacle ?? 'nothing'}`));
      return;
    }
    await this.#send(() => post('/api/tables/{table}/undo', { path: this.#path, body: { move } }));
  }

  /** Agree, or decline; whoever has asked withdraws it. */
  async answer(agree: boolean): Promise<void> {
    const request = this.request?.version;
    if (request === undefined || this.busy) return;
    const body = { request, agree };
    await this.#send(() => post('/api/tables/{table}/undo/answer', { path: this.#path, body }));
  }

  /** Nobody looks any more. */
  clear(): void {
    clearTimeout(this.#timer);
    this.note = '';
  }

  get #path(): { table: string } {
    return { table: this.#snapshot.table };
  }

  #isOwn(seat: Seat): boolean {
    return this.#snapshot.you.seats.includes(seat);
  }

  /** What comes of it arrives as it does for everybody. */
  async #send(call: () => Promise<unknown>): Promise<void> {
    this.clear();
    this.busy = true;
    try {
      await call();
    } catch (error) {
      this.#say(problemText(error));
    } finally {
      this.busy = false;
    }
  }

  #say(text: string): void {
    clearTimeout(this.#timer);
    this.note = text;
    this.#timer = setTimeout(() => {
      this.note = '';
    }, SAID);
  }
}
