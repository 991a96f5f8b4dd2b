/** The finished drawing of a board, asked for once, cut to what a game needs. */
import { apiUrl } from '../net/http';
import type { Board } from '../net/types';

const pictures = new Map<string, Promise<string>>();

export function loadPicture(board: Board): Promise<string> {
  let picture = pictures.get(board.name);
  if (picture === undefined) {
    const address = apiUrl(`api/boards/${encodeURIComponent(board.name)}/picture.svg`);
    picture = fetch(address).then(async (answer) => {
      if (!answer.ok) throw new Error(`no picture of ${board.name}`);
      return cropped(await answer.text(), board.picture.stage);
    });
    picture.catch(() => pictures.delete(board.name));
    pictures.set(board.name, picture);
  }
  return picture;
}

/** The drawing without its own size and words, showing the stage only. */
export function cropped(svg: string, stage: readonly number[]): string {
  return svg.replace(
    /<svg [^>]*>/,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${stage.join(' ')}" width="100%" height="100%" aria-hidden="true">`,
  );
}
