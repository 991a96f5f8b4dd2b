/** Taking back a move: whether it is possible, who must agree, and what one is asked. */
import { list, t } from '../i18n/i18n.svelte';
import type { Seat, Snapshot } from '../net/types';
import { problemText } from '../net/words';
import type { Source, Undo } from '../source/source';
import { playerName } from './names';

/** How long it is said why a move cannot be taken back. */
const SAID = 6000;

export class Undoing {
  #source: Source;
  #timer: ReturnType<typeof setTimeout> | undefined;
  busy = $state(false);
  /** Why it was not possible, for a moment. */
  note = $state('');

  #snapshot = $derived.by(() => this.#source.snapshot as Snapshot);
  #undo = $derived.by(() => (this.#source.undo === null ? null : (this.#snapshot.undo ?? null)));
  /** Whether the viewer plays, so that there may be something to take back. */
  offered = $derived.by(() => this.#undo !== null && this.#snapshot.you.seats.length > 0);
  possible = $derived.by(() => this.#undo?.move != null);
  request = $derived.by(() => this.#undo?.request ?? null);
  /** Whether the viewer has asked. */
  own = $derived.by(
    () => this.request !== null && this.#snapshot.you.seats.includes(this.request.seat),
  );
  /** Whether the viewer must answer. */
  asked = $derived.by(() => this.request?.waiting.some((seat) => this.#isOwn(seat)) ?? false);

  constructor(source: Source) {
    this.#source = source;
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
    const { move, obstacle } = this.#undo ?? {};
    if (!this.offered || this.busy || this.request !== null) return;
    if (move == null) {
      this.#say(t(`table.undo.${obstacle ?? 'nothing'}`));
      return;
    }
    await this.#send((calls) => calls.ask(move));
  }

  /** Agree, or decline; the player who asked withdraws it. */
  async answer(agree: boolean): Promise<void> {
    const request = this.request?.version;
    if (request === undefined || this.busy) return;
    await this.#send((calls) => calls.answer(request, agree));
  }

  /** Stop the timer. */
  clear(): void {
    clearTimeout(this.#timer);
    this.note = '';
  }

  #isOwn(seat: Seat): boolean {
    return this.#snapshot.you.seats.includes(seat);
  }

  /** The result arrives as it does for everybody. */
  async #send(call: (calls: Undo) => Promise<void>): Promise<void> {
    const calls = this.#source.undo;
    if (calls === null) return;
    this.clear();
    this.busy = true;
    try {
      await call(calls);
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
