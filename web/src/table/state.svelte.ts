/** A table as the page shows it: what its source has, and the parts that keep what only this page knows. */
import { untrack } from 'svelte';
import type { Liveries } from '../board/livery';
import { score } from '../board/scores';
import { type Asking, asking } from '../mechanics/registry/asked';
import { type Mechanics, mechanicsOf } from '../mechanics/registry/mechanics';
import type { AnyAction, Board, Snapshot } from '../net/types';
import type { Missing, Source } from '../source/source';
import { settings } from '../state/settings.svelte';
import { Answer } from './answer.svelte';
import { Count } from './count.svelte';
import { Handover } from './handover.svelte';
import { liveriesOf } from './liveries';
import { Look } from './look.svelte';
import { Names } from './names';
import { Panels, unreadOf } from './panels.svelte';
import { pinOf } from './pins';
import { refusalText } from './refusals';
import { sum, tally } from './scoring';
import { waysOf } from './seats';
import { type Since, sinceOf } from './since';
import { Undoing } from './undo.svelte';

export class TableState {
  readonly source: Source;
  readonly board: Board;
  readonly liveries: Liveries;
  readonly names: Names;
  readonly mechanics: Mechanics;
  readonly handover: Handover;
  readonly look = new Look();
  readonly panels = new Panels();
  readonly undo: Undoing;

  snapshot = $derived.by(() => this.source.snapshot as Snapshot);
  view = $derived.by(() => this.snapshot.view);
  seat = $derived.by(() => this.snapshot.you.seat);
  /** The seat whose cards lie open here: one's own, or in a replay the one that moves. */
  shown = $derived.by(() => this.seat ?? this.source.open ?? null);
  me = $derived.by(() => (this.shown === null ? null : (this.view?.players[this.shown] ?? null)));
  veiled = $derived.by(() => this.handover.veiled);

  /** What is asked, and of whom. */
  question = $derived.by(
    () =>
      `${this.snapshot.decision?.type} ${this.seat} ${this.snapshot.legal.length > 0} ${this.handover.holder}`,
  );
  /** What was pointed at is forgotten when the question is another one. */
  answer = $derived.by(() => {
    void this.question;
    return new Answer();
  });
  /** Whether one has left one's seat, or a bot plays for it. */
  away = $derived.by(() => {
    if (!this.source.seating || this.seat === null) return false;
    return waysOf(this.snapshot, this.seat).includes('return');
  });
  /** What the viewer must answer now, if anything. */
  asking = $derived.by((): Asking | null => {
    const { legal, decision } = this.snapshot;
    if (legal.length === 0 || this.veiled || this.away) return null;
    return asking({
      decision: decision?.type ?? '',
      text: decision?.text ?? '',
      legal,
      board: this.board,
      names: this.names,
      view: this.view,
      option: this.answer.option,
      mechanics: this.mechanics,
    });
  });
  #ended = $derived.by(() => this.snapshot.outcome !== null);
  /** The final count, once the game has ended. What people say afterwards does not restart it. */
  count = $derived.by(() => {
    if (!this.#ended || !this.source.can.count) return null;
    return untrack(() => {
      const { outcome } = this.snapshot;
      return outcome && new Count(this.mechanics.steps(outcome, this.board), settings.still);
    });
  });
  /** The points of each seat, in the final count only as they are counted. */
  scores = $derived.by((): number[] => {
    const { count } = this;
    if (count !== null && !count.over) {
      const counted = tally(count.counted);
      return this.snapshot.seats.map(({ seat }) => sum(counted.get(seat)));
    }
    return (this.view?.players ?? []).map(({ points }) => score(points));
  });
  /** Whether anything can be done about who sits where. */
  seatWays = $derived.by(
    () =>
      this.source.seating !== null &&
      this.snapshot.seats.some(({ seat }) => waysOf(this.snapshot, seat).length > 0),
  );

  /** What others did since one's last turn. */
  since = $derived.by((): Since => {
    const { seat, source, mechanics, names } = this;
    const known = seat !== null && !this.veiled;
    return known ? sinceOf(source.entries, seat, mechanics, names) : { routes: [], players: [] };
  });
  /** The pinned ticket, as long as it is one's own. */
  pinned = $derived.by(() => {
    const { ticket } = this.look;
    return ticket !== null && !this.veiled && this.me?.tickets.includes(ticket) ? ticket : null;
  });
  /** What the hand lacks for the way of the pinned ticket. */
  missing = $derived.by((): Missing => {
    return this.pinned === null ? {} : this.source.advice.missing(this.pinned);
  });

  /** What others have said since the log was read. */
  unread = $derived.by(() => unreadOf(this.source.entries, this.panels.read, this.snapshot.you));

  constructor(source: Source, board: Board) {
    this.source = source;
    this.board = board;
    this.names = new Names(board);
    this.mechanics = mechanicsOf((source.snapshot as Snapshot).game);
    const { you } = source.snapshot as Snapshot;
    this.liveries = liveriesOf(you.seats, settings.colour);
    if (source.can.pins) this.look.ticket = pinOf(source.table);
    this.panels.read = (source.snapshot as Snapshot).version;
    this.undo = new Undoing(source);
    this.handover = new Handover(() => source.snapshot as Snapshot);
  }

  /** Pin the ticket after the pinned one; after the last, none. */
  pinNext(): void {
    const tickets = (this.me?.tickets ?? []).filter((ticket) => ticket !== null);
    const at = tickets.indexOf(this.pinned ?? '');
    this.look.ticket = tickets[at + 1] ?? null;
  }

  async act(action: AnyAction | null): Promise<void> {
    if (action === null || this.source.acting) return;
    this.answer.problem = '';
    try {
      await this.source.act(action);
      this.answer.clear();
    } catch (error) {
      this.answer.problem = refusalText(error);
    }
  }
}
