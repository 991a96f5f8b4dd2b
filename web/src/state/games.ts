/** What can be played here: asked for once. */
import { get } from '../net/http';
import type { Games } from '../net/types';

/** The one to begin with comes first; games of other packages come last. */
const ORDER = ['old-west', 'san-francisco'];

let asked: Promise<Games> | undefined;

export function loadGames(): Promise<Games> {
  asked ??= get('/api/games').then((found) => ({
    ...found,
    games: [...found.games].sort((a, b) => ORDER.indexOf(b.name) - ORDER.indexOf(a.name)),
  }));
  asked.catch(() => {
    asked = undefined;
  });
  return asked;
}
