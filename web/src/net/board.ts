import { get } from './http';
import type { Board } from './types';

const boards = new Map<string, Promise<Board>>();

/** The printed facts and the picture of a game's board; asked for once. */
export function loadBoard(game: string): Promise<Board> {
  let board = boards.get(game);
  if (board === undefined) {
    board = get('/api/boards/{game}', { path: { game } });
    board.catch(() => boards.delete(game));
    boards.set(game, board);
  }
  return board;
}
