/** What a picture of the rulebook shows: a piece of the real board, and cards beside it. */
import type { Card, Seat, View } from '../net/types';
import type { Book } from './book';

export interface Scene {
  /** The routes to look at. */
  routes?: readonly string[];
  /** Who has built there. */
  owners?: Readonly<Record<string, Seat>>;
  /** What rules keep on the board, as a view says it. */
  parts?: View['parts'];
  /** Rows of cards: a display, or ways to pay. */
  cards?: readonly (readonly Card[])[];
  ticket?: string;
}

const FIGURES = import.meta.glob<Readonly<Record<string, Scene>>>('../games/*/figures.ts', {
  eager: true,
  import: 'default',
});

/** The pictures of a game's rulebook. */
export function scenesOf(game: Book): Readonly<Record<string, Scene>> {
  return FIGURES[`../games/${game}/figures.ts`] ?? {};
}
