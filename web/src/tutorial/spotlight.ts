/** What a lesson talks about: one thing on the table that is lit while the rest is dimmed. */
import type { Board, Box } from '../net/types';
import type { Lesson } from './lessons.svelte';

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
/** What lessons without a request are about, by their names. */
const TOLD: Readonly<Record<string, Lit>> = {
  token: { selector: '.players li.me' },
  control: { selector: '.players' },
};

/** `pointed`: whether what is asked for on the board was pointed at, and only its button is left to press. */
export function litBy({ name, asked, update }: Lesson, pointed: boolean): Lit {
  if (asked === null) return update.view?.outcome ? COUNT : (TOLD[name] ?? BOARD);
  if (pointed) return PROMPT;
  const action = asked.action as Record<string, unknown>;
  if (typeof action.route === 'string') return { routes: [action.route], places: [] };
  const place = action.city ?? action.place;
  if (typeof place === 'string' && action.type !== 'mark') return { routes: [], places: [place] };
  switch (action.type) {
    case 'draw':
      return { selector: '[data-fly="deck"]' };
    case 'tickets':
      return { selector: '[data-fly="ticket-deck"]' };
    case 'take': {
      const slot = update.view?.view?.display.indexOf(action.card as never) ?? -1;
      return slot < 0 ? PROMPT : { selector: `[data-fly="slot-${slot}"]` };
    }
    default:
      return PROMPT;
  }
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
