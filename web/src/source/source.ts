/** Where a table comes from. Components see a `Source`, and never which kind of source it is. */
import type {
  AnyAction,
  Entry,
  Reaction,
  RouteHint,
  Seat,
  Snapshot,
  TicketHint,
} from '../net/types';
import type { Pace } from '../state/settings.svelte';

/**
 * `connecting`: nothing arrived yet. `live`: what is shown is current. `reconnecting`: the source
 * was lost. `gone`: there is no such table. `closed`: we left.
 */
export type Status = 'connecting' | 'live' | 'reconnecting' | 'gone' | 'closed';

/** Receives entries in order, once each, with the table after them. */
export type EntriesListener = (entries: readonly Entry[], after: Snapshot) => void;

/** A table to show and to act at. All plain fields are reactive. What a source lacks is `null` or `false`. */
export interface Source {
  readonly table: string;
  /** The newest snapshot; replaced whole, never changed inside. */
  readonly snapshot: Snapshot | null;
  readonly status: Status;
  /** Whether an action of ours is under way. */
  readonly acting: boolean;
  /** Add this to `Date.now()` to have the time of the table. */
  readonly skew: number;
  /** What happened, as the seat one looks from may know it. */
  readonly entries: readonly Entry[];
  readonly advice: Advice;
  /** The routes and places that are asked for; `null` where any that is legal can be chosen. */
  readonly wanted: readonly string[] | null;
  /** The seat whose cards lie open where nobody sits. */
  readonly open: Seat | null;
  /** Whether the game is over and stored, so that it can be replayed and reviewed. */
  readonly archived: boolean;
  readonly can: Capabilities;
  readonly chat: Chat | null;
  readonly undo: Undo | null;
  readonly seating: Seating | null;
  /** Sets how fast bots play. */
  readonly pace: ((pace: Pace) => void) | null;
  /** Plays the same game once more with the same people; returns the id of the table for it. */
  readonly again: (() => Promise<string>) | null;
  /** Listen for what happens from now on; returns how to stop. Call it outside of `$derived`. */
  onEntries(listener: EntriesListener): () => void;
  /** Act for the seat one looks from; rejects with a `ProblemError`. Nothing is shown before it is accepted. */
  act(action: AnyAction): Promise<void>;
  /** Look from another of one's own seats, or with `null` as a spectator. */
  look(seat: Seat | null): void;
}

export interface Capabilities {
  /** The game ends with a count of the points, step by step. */
  readonly count: boolean;
  /** The pinned ticket is remembered for the next visit. */
  readonly pins: boolean;
  /** Whether players are present is known. */
  readonly presence: boolean;
  /** A player can have tips for a first game. */
  readonly tips: boolean;
}

/** A source that can do nothing beyond what all can. */
export const NOTHING: Capabilities = {
  count: false,
  pins: false,
  presence: false,
  tips: false,
};

/** Numbers of cards; those that may be of any one colour stand under `any`. */
export type Missing = TicketHint['missing'];

/** What claiming a route would mean, and how far tickets are from complete. Reactive. */
export interface Advice {
  route(route: string): RouteHint | null;
  ticket(ticket: string): TicketHint | null;
  /** The cards that the hand lacks for the way of a ticket. */
  missing(ticket: string): Missing;
  /** Forget what one player knew: another looks now. */
  forget(): void;
}

export interface Chat {
  say(said: { text: string } | { reaction: Reaction }): Promise<void>;
  /** Report the chat line of a version to the host. */
  report(version: number): Promise<void>;
  /** Connect again with a new identity: a stranger who became a guest. */
  renew(): void;
}

export interface Undo {
  /** Take back a move, or ask the others to agree. */
  ask(move: number): Promise<void>;
  /** Agree to a request or decline it; the player who asked withdraws it. */
  answer(request: number, agree: boolean): Promise<void>;
}

/** What can be done about who sits where. */
export interface Seating {
  leave(seat: Seat): Promise<void>;
  return(seat: Seat): Promise<void>;
  resign(seat: Seat): Promise<void>;
  /** Let a bot play for somebody who is not there. */
  replace(seat: Seat): Promise<void>;
  mute(user: string, muted: boolean): Promise<void>;
  /** Report the name at a seat to the host. */
  report(seat: Seat): Promise<void>;
}
