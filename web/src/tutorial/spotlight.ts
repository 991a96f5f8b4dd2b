/** What a lesson talks about: one thing on the table that is lit while the rest is dimmed. */
import { ALL } from '../mechanics/registry/mechanics';
import type { Board, Box } from '../net/types';
import type { Lesson } from '../source/lesson.svelte';

/** A part of the page, or routes and places of the board. */
export type Lit = { selector: string } | { routes: readonly string[]; places: readonly string[] };

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const PROMPT = { selector: 'section.prompt' };
const COUNT = { selector: '.final' };
const BOARD = { selector: '.fog-table > .stage' };

/** `pointed`: whether what is asked for on the board was pointed at, and only its button is left to press. */
export function litBy({ name, asked, update }: Lesson, pointed: boolean): Lit {
  if (asked === null) {
    if (update.view?.outcome) return COUNT;
    const selector = ALL.litByLesson(name);
    return selector === null ? BOARD : { selector };
  }
  if (pointed) return PROMPT;
  const selector = ALL.litByAction(asked.action, update.view?.view ?? null);
  if (selector !== null) return { selector };
  const { route, city, place = city } = asked.action as Record<string, unknown>;
  if (typeof route === 'string') return { routes: [route], places: [] };
  return typeof place === 'string' ? { routes: [], places: [place] } : PROMPT;
}

/** Where routes and places are, in board units, with some room around them. */
export function extent(board: Board, routes: readonly string[], places: readonly string[]): Rect {
  const { radius } = board.picture;
  const boxes: Pick<Box, 'x' | 'y' | 'half_length'>[] = [
    ...board.routes.filter(({ id }) => routes.includes(id)).flatMap(({ spaces }) => spaces),
    ...board.places
      .filter(({ id }) => places.includes(id))
      .map(({ at: [x, y] }) => ({ x, y, half_length: radius * 2 })),
  ];
  const room = (box: Pick<Box, 'half_length'>) => box.half_length + radius;
  return {
    left: Math.min(...boxes.map((box) => box.x - room(box))),
    top: Math.min(...boxes.map((box) => box.y - room(box))),
    right: Math.max(...boxes.map((box) => box.x + room(box))),
    bottom: Math.max(...boxes.map((box) => box.y + room(box))),
  };
}

/** Where that is in the window, from where the board's drawing is. */
export function inWindow(part: Rect, world: Rect, stage: readonly number[]): Rect {
  const [x = 0, y = 0, width = 1] = stage;
  const scale = (world.right - world.left) / width;
  return {
    left: world.left + (part.left - x) * scale,
    top: world.top + (part.top - y) * scale,
    right: world.left + (part.right - x) * scale,
    bottom: world.top + (part.bottom - y) * scale,
  };
}
