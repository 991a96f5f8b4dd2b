/** The board stays headless: it may know types of the server, and nothing that talks to one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scorePieces } from './scores';
import { EMPTY } from './state';

const FILES = readdirSync(import.meta.dirname).filter((name) =>
  /(?<!\.test)\.(ts|svelte)$/.test(name),
);

test.each(FILES)('%s imports no server, no table and no mechanic', (name) => {
  const text = readFileSync(join(import.meta.dirname, name), 'utf8');
  const imports = [...text.matchAll(/^import (type )?.*? from '(\.\.\/[^']+)';$/gms)];
  const wrong = imports
    .filter(([, type, from = '']) => !(type && from === '../net/types'))
    .map(([, , from = '']) => from)
    .filter((from) => /^\.\.\/(net|table|state|mechanics|games|pages|components)\//.test(from));
  expect(wrong).toEqual([]);
});

test('what a board shows is plain data', () => {
  const board = {
    picture: {
      stage: [-40, -40, 40, 40],
      track: [
        [0, 0],
        [10, 0],
      ],
    },
  } as never;
  const shown = { ...EMPTY, owners: [0, null], pieces: scorePieces(board, [1, 1], []) };
  expect(JSON.parse(JSON.stringify(shown))).toEqual(shown);
  expect(shown.pieces.map(({ at }) => at)).toEqual([
    [5.5, -2.25],
    [14.5, 2.25],
  ]);
});
