import oldWest from '../art/old-west.svg?no-inline';
import sanFrancisco from '../art/san-francisco.svg?no-inline';

/** The poster of a game; games we have no poster for do without. */
export const POSTERS: Readonly<Record<string, string>> = {
  'san-francisco': sanFrancisco,
  'old-west': oldWest,
};

/** Old West is lettered in a face of its own. */
export function posterFace(game: string): string {
  return game === 'old-west' ? 'var(--face-poster-west)' : 'var(--face-poster)';
}
