/**
 * What a mechanic brings to the client. A mechanic is called like its rule on the server, has a file called
 * like the rule's, and leaves out what it does not need. Where nothing is known of an action, an event, a
 * category or a refusal, the client shows the rule's own text.
 */

import type { Component } from 'svelte';
import type { Sound } from '../../anim/sound';
import type { Liveries } from '../../board/livery';
import type { Light, Piece } from '../../board/state';
import type { Shortcut } from '../../input/keys';
import type {
  Action,
  ActionOf,
  AnyAction,
  AnyEvent,
  Board,
  Card,
  Cards,
  EventOf,
  GameEvent,
  LegalAction,
  Outcome,
  Result,
  Route,
  RouteHint,
  Seat,
  View,
} from '../../net/types';
import type { Names } from '../../table/names';
import type { TableState } from '../../table/state.svelte';

export type Parts = View['parts'];

/** Something for each type of event that a mechanic knows. */
export type ByEvent<Context, Result> = {
  readonly [T in GameEvent['type']]?: (event: EventOf<T>, context: Context) => Result;
};

/** Something for each type of action that a mechanic knows. */
export type ByAction<Context, Result> = {
  readonly [T in Action['type']]?: (action: ActionOf<T>, context: Context) => Result;
};

/** A legal action, and what its button says. */
export interface Offer {
  action: AnyAction;
  text: string;
  /** The cards it costs, if one can choose between ways to pay. */
  payment?: Cards;
}

/** Offers by the route or place that one points at. */
export type Offers = ReadonlyMap<string, readonly Offer[]>;

/** What the viewer may do now. */
export interface Asked {
  /** The name of the decision, for example `Turn`. */
  readonly decision: string;
  readonly legal: readonly LegalAction[];
  readonly board: Board;
  readonly names: Names;
  readonly view: View | null;
  /** Which of several kinds the player has chosen, such as the stack to be placed. */
  readonly option: string | null;
  /** The mechanics of the game. */
  readonly mechanics: readonly Mechanic[];
  /** The legal actions of a type. */
  all<T extends Action['type']>(type: T): ActionOf<T>[];
  /** The first of them, if there is one. */
  first<T extends Action['type']>(type: T): ActionOf<T> | null;
}

export interface Button {
  /** Buttons are in the order of these numbers. */
  order: number;
  text: string;
  /** What it does: an action, or the list of routes; nothing while it cannot be done. */
  does: AnyAction | 'routes' | null;
  primary?: boolean;
}

interface Question {
  /** The types of actions that this question offers; all others get buttons with the rule's text. */
  shows: readonly string[];
}

/** A question that some buttons answer. */
export interface ButtonQuestion extends Question {
  kind: 'buttons';
  ask: string;
  more?: string;
  buttons: readonly Button[];
}

/** A question that a place answers, pointed at on the board or chosen in the prompt. */
export interface PlaceQuestion extends Question {
  kind: 'places';
  ask: string;
  more?: string;
  /** What the choice of a place is called, if not simply so. */
  label?: string;
  places: Offers;
  /** Whether the first place is meant until another is chosen. */
  preset?: boolean;
  /** What is to be chosen before the place. */
  kinds?: {
    label: string;
    chosen: string;
    all: readonly { id: string; name: string; icon: string }[];
  };
  decline?: Offer;
}

/** A question with a prompt of its own. */
export interface OwnQuestion extends Question {
  kind: 'own';
  prompt: Component<{ table: TableState }>;
  /** Whether the prompt needs the room of one's tickets as well. */
  tall?: boolean;
}

export type AnyQuestion = ButtonQuestion | PlaceQuestion | OwnQuestion;

/** What can be done in a turn. */
export interface TurnOffer {
  shows: readonly string[];
  buttons: readonly Button[];
}

/** How log lines name players and things. */
export interface LogContext {
  names: Names;
  who: (seat: Seat) => string;
}

/** Something that was done, in a few words. */
export interface Brief {
  kind: string;
  count: number;
  say: (count: number) => string;
}

/** A step of the final count. */
export interface Step {
  category: string;
  seat: Seat;
  points: number;
  /** The ticket that is turned over, if it is one. */
  ticket: string | null;
  /** The routes that complete it, from end to end. */
  way: readonly string[];
}

/** The results of the winner and of somebody who lost, and what both are called. */
export interface Decided {
  won: Result;
  lost: Result;
  winner: string;
  loser: string;
  /** Whether the viewer is the one who lost. */
  isYou: boolean;
}

/** A category of points: a row of the final count. */
export interface Category {
  name: string;
  /** Rows are in the order of these numbers. */
  order: number;
  title: () => string;
  /** Whether the log has a line for these points when they are scored; else they are only counted at the end. */
  logged: boolean;
  /** The steps in which a seat's points are counted, if there are several. */
  steps?: (result: Result, board: Board) => Omit<Step, 'category' | 'seat'>[];
  /** What is turned over in a step, if it is more than a number. */
  card?: Component<{ table: TableState; step: Step }>;
  /** What is to be said if it decided the game, where more can be said than its name and the difference. */
  why?: (decided: Decided) => string;
  /** Small drawings in a box from -14 to 14 that are lined up while it is counted. */
  tokens?: (parts: Parts, seat: Seat) => readonly string[];
}

/** What something brings, for the table of points. */
export interface Worth {
  /** Lines are in the order of these numbers. */
  order: number;
  text: string;
  /** Points by how many there are: what is counted, and pairs of numbers. */
  scale?: { of: string; rows: readonly (readonly number[])[] };
}

/** Something that everybody can see of a player. */
export interface Fact {
  order: number;
  text: string;
  /** What is said after it to somebody who cannot see it. */
  detail?: string;
  count?: number;
  /** A drawing in a box of 16 by 16. */
  icon?: string;
  /** Drawings in a box from -11 to 11, one for each thing. */
  things?: readonly string[];
}

/** A label on a player's panel. */
export interface Badge {
  text: string;
  ink: string;
}

/** A card that flies over the screen. */
export interface Flight {
  /** Names of places on the screen: `slot-2`, `deck`, `hand-red`, `seat-1`, `ticket-deck`. */
  from: string;
  to: string;
  card: Card | 'ticket' | null;
}

export interface Mechanic {
  /** The name of the rule. */
  readonly name: string;

  /** The questions it asks, by the name of the decision. */
  readonly questions?: Readonly<Record<string, (asked: Asked) => AnyQuestion>>;
  /** What it offers in a turn. */
  readonly turn?: (asked: Asked) => TurnOffer;
  /** The routes that it lets one point at. */
  readonly routes?: (asked: Asked) => Offers;
  /** The action that a key stands for. */
  readonly shortcut?: (key: Shortcut, asked: Asked) => Action | null;

  /** What a player has of it, shown beside the hand. */
  readonly own?: Component<{ table: TableState }>;
  /** What it puts beside the board: cards, decks. */
  readonly market?: Component<{ table: TableState }>;
  /** What stands on the board for it. */
  readonly pieces?: (parts: Parts, board: Board, liveries: Liveries) => readonly Piece[];
  readonly lights?: (parts: Parts, board: Board) => readonly Light[];
  readonly facts?: (view: View, seat: Seat, names: Names) => readonly Fact[];
  readonly badge?: (parts: Parts, seat: Seat) => Badge | null;

  /** What an action does, as a command without a full stop. */
  readonly does?: ByAction<Names, string>;
  /** What chance gave, all cards being known, where it is more than the log line says. */
  readonly luck?: (events: readonly AnyEvent[], context: LogContext) => string | null;
  /** What an event is in a few words, without the player; equal kinds are added up. */
  readonly brief?: ByEvent<Names, Brief>;
  /** Log lines; `null` for an event that needs none. */
  readonly log?: ByEvent<LogContext, string | null>;
  readonly categories?: readonly Category[];
  /** More about the result, where there is room for it after the final count. */
  readonly recap?: Component<{ table: TableState; outcome: Outcome }>;
  /** What it is worth, as far as that is the same in every game on the board. */
  readonly worth?: (board: Board) => readonly Worth[];
  readonly flights?: ByEvent<(seat: Seat, card: Card | null) => string, readonly Flight[]>;
  readonly sounds?: { readonly [T in GameEvent['type']]?: Sound };
  /** The routes on which an event puts vehicles. */
  readonly arrivals?: ByEvent<null, readonly string[]>;

  /** What is to be said of a route that nobody owns. */
  readonly notes?: (route: Route) => readonly string[];
  /** What is to be said of something that would follow from claiming a route. */
  readonly follows?: ByEvent<Names, string>;
  /** Why a route cannot be claimed, where more can be said than the sentence of the refusal. */
  readonly refusals?: Readonly<Record<string, (hint: RouteHint, route: Route) => string>>;

  /** A tip for a first game about what is asked. */
  readonly tip?: (asked: Asked) => string | null;
  /** What a lesson lights on the page, as a selector; routes and places that actions name are lit by themselves. */
  readonly lit?: {
    /** For an action that is asked for. */
    readonly actions?: {
      readonly [T in Action['type']]?: (action: ActionOf<T>, view: View | null) => string | null;
    };
    /** For lessons that ask for nothing, by their names. */
    readonly lessons?: Readonly<Record<string, string>>;
  };

  /** Sections of the rulebook: for decisions, for refusals, for special routes, for lessons of the tutorial. */
  readonly sections?: {
    readonly decisions?: Readonly<Record<string, string>>;
    readonly refusals?: Readonly<Record<string, string>>;
    readonly route?: (route: Route) => string | null;
    readonly lessons?: Readonly<Record<string, string>>;
  };
}

/** The point at which a place lies. */
export function pointOf(board: Board, place: string): readonly [number, number] {
  return board.places.find(({ id }) => id === place)?.at ?? [0, 0];
}

/** Offers by what they point at. */
export function offersBy<T extends Action>(
  actions: readonly T[],
  key: (action: T) => string,
  offer: (action: T) => Omit<Offer, 'action'>,
): Offers {
  const offers = new Map<string, Offer[]>();
  for (const action of actions) {
    const same = offers.get(key(action)) ?? [];
    same.push({ action, ...offer(action) });
    offers.set(key(action), same);
  }
  return offers;
}

/** The events of a type. */
export function eventsOfType<T extends GameEvent['type']>(
  events: readonly AnyEvent[],
  type: T,
): EventOf<T>[] {
  return events.filter((event): event is EventOf<T> => event.type === type);
}
