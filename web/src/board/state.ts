/** All that a board shows besides its picture, as plain data that could be sent as JSON. */
import type { Seat } from '../net/types';
import type { Liveries } from './livery';

/** Something that stands on the board. */
export interface Piece {
  /** Unique on the board. A piece that keeps its key is moved, not drawn again. */
  key: string;
  at: readonly [number, number];
  /** SVG, drawn around the origin. */
  drawing: string;
  scale?: number;
  /** Whether it glides to a new place. */
  glides?: boolean;
  /** More attributes of its element, such as `data-seat`. */
  data?: Readonly<Record<string, string | number>>;
}

/** A soft light around a point. */
export interface Light {
  at: readonly [number, number];
  /** Its colour in the middle. */
  ink: string;
}

export interface BoardState {
  /** The seat that owns each route, by the route's index. */
  owners: readonly (Seat | null)[];
  liveries: Liveries;
  /** Routes whose vehicles are just arriving. */
  arriving: readonly string[];
  /** Routes that were claimed since one's last turn. */
  fresh: readonly string[];
  pieces: readonly Piece[];
  lights: readonly Light[];
  /** Routes and places that can be chosen now. */
  routes: readonly string[];
  places: readonly string[];
  /** Which of them glow; `null`: all. */
  wanted: readonly string[] | null;
  /** What is chosen, and what is pointed at. */
  route: string | null;
  place: string | null;
  hovered: string | null;
  /** The routes of a way, in order, and the places at its ends. */
  way: readonly string[];
  ends: readonly string[];
  /** Places that one wants to connect. */
  goals: readonly string[];
  /** The routes in the light while the rest of the board is dark; `null`: all is light. */
  spotlight: readonly string[] | null;
}

/** A board on which nothing stands. */
export const EMPTY: BoardState = {
  owners: [],
  liveries: [],
  arriving: [],
  fresh: [],
  pieces: [],
  lights: [],
  routes: [],
  places: [],
  wanted: null,
  route: null,
  place: null,
  hovered: null,
  way: [],
  ends: [],
  goals: [],
  spotlight: null,
};

/** What a player did on the board. */
export interface BoardEvents {
  /** A route was chosen, or with `null` none any more. */
  onroute?: ((route: string | null) => void) | undefined;
  onplace?: ((place: string) => void) | undefined;
  /** A route is pointed at, or none any more. */
  onhover?: ((route: string | null) => void) | undefined;
}
