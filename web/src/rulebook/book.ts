/** The rulebook of a game in a language, fetched when somebody wants to read it. */
import { orderOf } from '../games/look';
import type { Language } from '../i18n/i18n.svelte';
import facts from './facts.json';
import { type Numbers, parse, type Section } from './parse';

const texts = import.meta.glob<string>('./text/*.md', { query: '?raw', import: 'default' });

/** The games with a rulebook, in their order. */
export const BOOKS = (Object.keys(facts) as (keyof typeof facts)[]).sort(
  (a, b) => orderOf(a) - orderOf(b),
);
export type Book = (typeof BOOKS)[number];

export function isBook(game: string): game is Book {
  return game in facts;
}

export async function loadBook(game: Book, language: Language): Promise<Section[]> {
  const text = await texts[`./text/${game}.${language}.md`]?.();
  if (text === undefined) throw new Error(`no rulebook of ${game} in ${language}`);
  return parse(text, facts[game].numbers);
}

/** A number of a game; only games with a rulebook have any. */
export function numberOf(game: string, id: string): number | undefined {
  const numbers: Numbers = isBook(game) ? facts[game].numbers : {};
  return numbers[id];
}

/** The rows of a table: pairs of numbers. */
export function tableOf(game: string, id: string): readonly (readonly number[])[] {
  const tables: Record<string, number[][]> = isBook(game) ? facts[game].tables : {};
  return tables[id] ?? [];
}
