/** What can be played here: asked for once. */
import { get } from '../net/http';
import type { Games } from '../net/types';

let asked: Promise<Games> | undefined;

export function loadGames(): Promise<Games> {
  asked ??= get('/api/games');
  asked.catch(() => {
    asked = undefined;
  });
  return asked;
}
