/** What can be played here: asked for once. */
import { orderOf } from '../games/look';
import { get } from '../net/http';
import type { Games } from '../net/types';

let asked: Promise<Games> | undefined;

export function loadGames(): Promise<Games> {
  asked ??= get('/api/games').then((found) => ({
    ...found,
    games: [...found.games].sort((a, b) => orderOf(a.name) - orderOf(b.name)),
  }));
  asked.catch(() => {
    asked = undefined;
  });
  return asked;
}
