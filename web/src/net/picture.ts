/** The finished drawing of a board, asked for once. */
import { formOf, loadBoard } from './board';
import { apiUrl } from './http';
import type { Board } from './types';

const asked = new Map<string, Promise<string>>();
const here = new Map<string, string>();

/** A board with its drawing: both are asked for at once, so that the table can be drawn at once. */
export async function loadDrawnBoard(game: string, digest: string | null = null): Promise<Board> {
  const [board] = await Promise.all([loadBoard(game, digest), loadPicture(game, digest)]);
  return board;
}

/** The drawing of a board, once it is loaded. */
export function pictureOf(board: Board): string {
  return here.get(formOf(board.name, board.older)) ?? '';
}

function loadPicture(game: string, digest: string | null): Promise<string> {
  const key = formOf(game, digest);
  let picture = asked.get(key);
  if (picture === undefined) {
    const address = apiUrl(`api/boards/${encodeURIComponent(game)}/picture.svg`, { digest });
    picture = fetch(address).then(async (answer) => {
      if (!answer.ok) throw new Error(`no picture of ${game}`);
      const svg = filling(await answer.text());
      here.set(key, svg);
      return svg;
    });
    picture.catch(() => asked.delete(key));
    asked.set(key, picture);
  }
  return picture;
}

/** The drawing without a size and words of its own: it fills what it is put in, which writes the names. */
export function filling(svg: string): string {
  return svg
    .replace(
      / width="[^"]*" height="[^"]*" role="img" aria-labelledby="[^"]*">/,
      ' width="100%" height="100%" aria-hidden="true">',
    )
    .replace(/<title .*<\/title>\s*<desc .*<\/desc>/, '')
    .replace(/<g class="labels"[\s\S]*?<\/g>/, '');
}
