/** A mechanic lives in one place: nothing outside of its files imports it, and every file is one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Mechanic } from './mechanic';
import { ALL } from './mechanics';

const SOURCES = join(import.meta.dirname, '../..');
const FOLDER = join(import.meta.dirname, '..');

test('nothing but the registry is imported from outside', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?<!\.test)\.(ts|svelte)$/.test(name) && !name.startsWith('mechanics'),
  );
  const wrong = files.filter((name) =>
    /from '[^']*\/mechanics\/(?!registry\/)/.test(readFileSync(join(SOURCES, name), 'utf8')),
  );
  expect(wrong).toEqual([]);
});

test('no action is named outside of the mechanics', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      /(?<!\.test|\.d)\.(ts|svelte)$/.test(name) && /^(table|tutorial|board|replay)\//.test(name),
  );
  const named = /\b(all|first)\('|action\.type [!=]== '|switch \(action\.type\)/;
  const wrong = files.filter((name) => named.test(readFileSync(join(SOURCES, name), 'utf8')));
  expect(wrong).toEqual([]);
});

test('every action and event that comes with Fogline is put into words', () => {
  const types = readFileSync(join(SOURCES, 'net/api.d.ts'), 'utf8');
  const known = (family: string) =>
    [...types.matchAll(RegExp(`\\b(?!Other)\\w+${family}: \\{[^}]*\\btype: "([\\w-]+)"`, 'g'))].map(
      (found) => found[1],
    );
  const said = (words: (mechanic: Mechanic) => object | undefined) =>
    new Set(ALL.all.flatMap((mechanic) => Object.keys(words(mechanic) ?? {})));
  expect(known('Action')).toHaveLength(12);
  expect(known('Action').filter((type) => !said(({ does }) => does).has(type ?? ''))).toEqual([]);
  // Points are named by their category.
  const events = known('Event').filter((type) => !said(({ log }) => log).has(type ?? ''));
  expect(events).toEqual(['scored']);
});

test('every file is called like the rule whose mechanic it is', () => {
  const names = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.replace('.ts', '').replaceAll('_', '-'));
  expect(ALL.all.map(({ name }) => name)).toEqual(names.sort());
});
