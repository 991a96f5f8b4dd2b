import { get } from './http';
import type { Board } from './types';

const boards = new Map<string, Promise<Board>>();

/** The printed facts and the picture of a game's board; asked for once. An older form has a digest. */
export function loadBoard(game: string, digest: string | null = null): Promise<Board> {
  const key = formOf(game, digest);
  let board = boards.get(key);
  if (board === undefined) {
    board = get('/api/boards/{game}', { path: { game }, query: { digest } });
    board.catch(() => boards.delete(key));
    boards.set(key, board);
  }
  return board;
}

/** What tells the forms of all boards apart. */
export function formOf(game: string, digest: string | null): string {
  return `${game} ${digest ?? ''}`;
}
