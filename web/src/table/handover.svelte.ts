/** Several people at one screen: whose cards may lie open now. */
import type { Seat, Snapshot } from '../net/types';

export class Handover {
  #snapshot: () => Snapshot;
  /** The seat that has the screen. */
  holder = $state<Seat | null>(null);
  #several = $derived.by(() => this.#snapshot().you.seats.length > 1);
  /** The seat that should have the screen, if it is another one. */
  next = $derived.by((): Seat | null => {
    const { you, deciding } = this.#snapshot();
    if (!this.#several) return null;
    if (this.holder !== null && deciding.includes(this.holder)) return null;
    return you.seats.find((seat) => deciding.includes(seat)) ?? null;
  });
  /** Whether a curtain hides the cards. */
  veiled = $derived.by(() => {
    const { status, you } = this.#snapshot();
    const other = this.next !== null || (this.holder !== null && this.holder !== you.seat);
    return status === 'playing' && this.#several && other;
  });

  constructor(snapshot: () => Snapshot) {
    this.#snapshot = snapshot;
    const { you } = snapshot();
    if (you.seats.length < 2) this.holder = you.seat;
  }
}
