/** Components know what a source can do, and never which kind of source it is. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
/** Everything that is drawn for a table, wherever the table comes from. */
const FOLDERS = ['anim', 'board', 'components', 'input', 'mechanics', 'table'];
const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(svelte|ts)$/.test(name) && !/\.test(-helper)?\.ts$/.test(name))
    .map((name) => join(folder, name)),
);
/** Imports of anything in `source/` but the interface, names of the kinds, and tests for one. */
const KINDS =
  /source\/(?!source')\w|\b(Server|Replay|Lesson)Source\b|\binstanceof\b.*Source|source\.(lesson|replay|server)\b/;

test('there are components to look at', () => {
  expect(files).toContain(join('table', 'Table.svelte'));
  expect(files.length).toBeGreaterThan(100);
});

test.each(files)('%s knows no kind of source', (file) => {
  expect(readFileSync(join(SOURCES, file), 'utf8').match(KINDS)?.[0]).toBeUndefined();
});

test('what is drawn for a table asks a source, and never the server', () => {
  const own = files.filter((file) => /^(anim|board|mechanics|table)\b/.test(file));
  const asks = own.filter((file) =>
    /net\/http|\bfetch\(/.test(readFileSync(join(SOURCES, file), 'utf8')),
  );
  expect(asks).toEqual([]);
});

test('no part of a table speaks of lessons or of a past', () => {
  const own = files.filter((file) => /^(anim|board|table)\b/.test(file));
  const speaks = own.filter((file) =>
    /lesson|tutorial|'past'/i.test(readFileSync(join(SOURCES, file), 'utf8')),
  );
  expect(speaks).toEqual([]);
});
