/** Every language says everything that is used, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BOOKS } from '../rulebook/book';
import { CATALOGS, LANGUAGE_CODES } from './catalogs.test-helper';
import type { Message } from './message';

const SOURCES = join(import.meta.dirname, '..');
const { en: english, ...others } = CATALOGS;

function sources(): string {
  const names = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.(svelte|ts)$/.test(name) && !/\.test\.ts$|\.d\.ts$/.test(name))
    .map((name) => readFileSync(join(SOURCES, name), 'utf8'))
    .join('\n');
}

/** Keys in quotes, and the beginnings of keys that are put together: `table.card.${card}`. */
function used(): { whole: Set<string>; beginnings: string[] } {
  const text = sources();
  const whole = new Set(
    [...text.matchAll(/['"`]([a-z][\w-]*(?:\.[\w-]+)+)['"`]/g)].map((m) => m[1] ?? ''),
  );
  const beginnings = [...text.matchAll(/`([a-z][\w-]*\.(?:[\w-]+\.)*[\w-]*)\$\{/g)].map(
    (m) => m[1] ?? '',
  );
  return { whole, beginnings };
}

function places(message: Message): string[] {
  const texts = typeof message === 'string' ? [message] : Object.values(message);
  const found = texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1] ?? ''));
  return [...new Set(found)].filter((name) => name !== 'count').sort();
}

test('every message is used', () => {
  const { whole, beginnings } = used();
  const unused = Object.keys(english)
    .map((key) => key.split('@')[0] ?? '')
    .filter((key) => !whole.has(key) && !beginnings.some((start) => key.startsWith(start)));
  expect(unused).toEqual([]);
});

test('a word of a game stands beside the word for all games, with the same values', () => {
  const own = Object.keys(english).filter((key) => key.includes('@'));
  expect(own.length).toBeGreaterThan(0);
  for (const key of own) {
    const [common = '', game = ''] = key.split('@');
    expect(BOOKS).toContain(game);
    expect(places(english[key] ?? ''), key).toEqual(places(english[common] ?? ''));
    expect(typeof english[key], key).toBe(typeof english[common]);
  }
});

test('keys are sorted, and begin with page, table, rules or learn', () => {
  for (const chapter of ['words', 'review']) {
    const file = join(SOURCES, 'i18n', chapter, 'en.json');
    const found = Object.keys(JSON.parse(readFileSync(file, 'utf8')));
    expect(found).toEqual([...found].sort());
  }
  const keys = Object.keys(english);
  expect(keys.filter((key) => !/^(page|table|rules|learn)\./.test(key))).toEqual([]);
});

test('every catalog is of one of the languages, and each has all', () => {
  const files = ['i18n/words', 'i18n/review', 'rulebook/text', 'tutorial/text'];
  for (const folder of files) {
    const found = readdirSync(join(SOURCES, folder)).map((name) => name.split('.').at(-2));
    expect([...new Set(found)].sort(), folder).toEqual([...LANGUAGE_CODES].sort());
  }
});

test('the page says in every language that it needs JavaScript', () => {
  const page = readFileSync(join(SOURCES, '..', 'index.html'), 'utf8');
  const said = [...page.matchAll(/<p lang="(\w+)">/g)].map(([, language]) => language);
  expect(said).toEqual(LANGUAGE_CODES);
});

describe.each(Object.entries(others))('%s', (language, catalog) => {
  test('says what English says', () => {
    expect(Object.keys(english).filter((key) => !(key in catalog))).toEqual([]);
    expect(Object.keys(catalog).filter((key) => !(key in english))).toEqual([]);
  });

  test('has the same places for values', () => {
    const wrong = Object.keys(catalog).filter(
      (key) => places(catalog[key] ?? '').join() !== places(english[key] ?? '').join(),
    );
    expect(wrong).toEqual([]);
  });

  test('has every plural form of the language', () => {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const wrong = Object.keys(catalog).filter((key) => {
      const message = catalog[key] ?? '';
      const plural = typeof english[key] !== 'string';
      if (!plural) return typeof message !== 'string';
      return typeof message === 'string' || wanted.some((form) => !(form in message));
    });
    expect(wrong).toEqual([]);
  });
});
