/** A review that somebody looks at: where in the game, and whose questions. */
import type { Liveries } from '../board/livery';
import { type Mechanics, mechanicsOf } from '../mechanics/registry/mechanics';
import type { Board, Entry, Judgement, Review, Seat, Snapshot } from '../net/types';
import type { ReplaySource } from '../source/replay.svelte';
import { settings } from '../state/settings.svelte';
import { liveriesOf } from '../table/liveries';
import { linesOf } from '../table/log';
import { Names, playerName } from '../table/names';
import { lastingMoves } from '../table/undone';
import type { Speaker } from './words';

/** A decision is asked about again, of the seat that made it. */
export interface Lesson {
  seat: Seat;
  decisions: readonly Judgement[];
}

export class ReviewState {
  readonly replay: ReplaySource;
  readonly review: Review;
  readonly over: Snapshot;
  readonly board: Board;
  readonly liveries: Liveries;
  readonly names: Names;
  readonly mechanics: Mechanics;
  readonly speaker: Speaker;
  /** How many moves the game has. */
  readonly moves: number;
  lesson = $state.raw<Lesson | null>(null);
  /** Which stop of the replay follows each number of moves. */
  #stops: readonly number[];
  /** How many moves were made where one looks. */
  move = $derived.by(() => this.#stops.findLastIndex((stop) => stop <= this.replay.at));
  /** The decision that led there; none for the deal. */
  decision = $derived.by((): Judgement | null => this.review.decisions[this.move - 1] ?? null);
  view = $derived.by(() => this.replay.snapshot?.view ?? null);

  constructor(replay: ReplaySource, review: Review, over: Snapshot, board: Board) {
    this.replay = replay;
    this.review = review;
    this.over = over;
    this.board = board;
    this.liveries = liveriesOf(over.you.seats, settings.colour);
    this.names = new Names(board);
    this.mechanics = mechanicsOf(over.game);
    const who = (seat: Seat) => playerName(over, seat);
    this.speaker = { names: this.names, mechanics: this.mechanics, who };
    this.moves = review.decisions.length;
    const lasting = new Set<Entry>(lastingMoves(replay.moments.map(({ entry }) => entry)));
    const stops = replay.moments.flatMap(({ entry }, k) => (lasting.has(entry) ? [k] : []));
    this.#stops = [0, ...stops];
  }

  /** Look at the position after so many moves, with all hands open. */
  go(move: number): Promise<void> {
    const target = Math.max(0, Math.min(this.moves, move));
    return this.replay.go(this.#stops[target] ?? 0, 'all');
  }

  /** Look at the position in which a decision was made, as its seat saw it. */
  ask(decision: Judgement): Promise<void> {
    return this.replay.go(this.#stops[decision.move - 1] ?? 0, decision.seat);
  }

  /** What happened with a move. */
  textOf(move: number): string {
    const entry = this.replay.moments[this.#stops[move] ?? 0]?.entry;
    if (entry === undefined || move === 0) return '';
    return linesOf(entry, this.mechanics, this.names, this.over)[0]?.text ?? '';
  }

  /** The worst decisions of a seat, the worst first. */
  worst(seat: Seat): Judgement[] {
    const moves = this.review.seats[seat]?.worst ?? [];
    return moves.flatMap((move) => this.review.decisions[move - 1] ?? []);
  }
}
