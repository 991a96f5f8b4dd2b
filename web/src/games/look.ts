/** How games look on posters and covers. A game of another package gets a look made from its board. */
import { apiUrl } from '../net/http';

export interface Look {
  /** Games are listed by this number; those of other packages come last. */
  order: number;
  title: string;
  /** The address of the poster. */
  poster: string;
  /** The font family of the title. */
  face: string;
  /** The letter spacing of the title on the poster. */
  spacing: string;
  /** The colour of the title on the poster. */
  ink: string;
  /** The colour behind the title. */
  ground: string;
  /** The colour behind the poster, seen until it is loaded. */
  sky: string;
  /** Whether it was made from the board's picture. */
  made?: boolean;
}

const LOOKS: Readonly<Record<string, Look>> = Object.fromEntries(
  Object.entries(import.meta.glob<Look>('./*/look.ts', { eager: true, import: 'default' })).map(
    ([path, look]) => [path.split('/')[1], look],
  ),
);

/** The games with a look of their own, in their order. */
export const GAMES = Object.keys(LOOKS).sort((a, b) => orderOf(a) - orderOf(b));

/** The look of a game. Without one of its own, the board's picture is the poster. */
export function lookOf(game: string): Look {
  return (
    LOOKS[game] ?? {
      order: Number.MAX_SAFE_INTEGER,
      title: game,
      poster: apiUrl(`api/boards/${encodeURIComponent(game)}/picture.svg`),
      face: 'var(--face-poster)',
      spacing: '0.02em',
      ink: '#fdf6e6',
      ground: 'transparent',
      sky: '#23596b',
      made: true,
    }
  );
}

export function orderOf(game: string): number {
  return lookOf(game).order;
}
