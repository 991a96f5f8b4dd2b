/**
 * Words in every language: `t('page.start.title')`, `t('table.cards', { count: 3 })`.
 * A key with `@old-west` behind it is what that game says instead.
 */
import { conjunction, percents, plain, points, tenths, withSign } from './formats';
import LANGUAGES from './languages.json';
import { forms, type Message, type Values } from './message';
import type review from './review/en.json';
import type common from './words/en.json';

export { LANGUAGES };
export type Language = keyof typeof LANGUAGES;
export type Key = keyof typeof common | keyof typeof review;
type Catalog = Record<Key, Message>;

/** `words` is what every page needs; the other chapters are fetched with the pages that need them. */
type Chapter = 'words' | 'review';
const chapters = import.meta.glob<Partial<Catalog>>('./*/*.json', { import: 'default' });
const opened = new Set<Chapter>(['words']);

class Words {
  language = $state<Language>('en');
  catalog = $state.raw<Partial<Catalog>>({});
  game = $state('');
}

const words = new Words();

/** Load a language and show everything in it. */
export async function speak(language: Language): Promise<void> {
  const found = await Promise.all(
    [...opened].map((chapter) => chapters[`./${chapter}/${language}.json`]?.()),
  );
  if (found.includes(undefined)) throw new Error(`no catalog for ${language}`);
  words.catalog = Object.assign({}, ...found);
  words.language = language;
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

/** Load the words of a chapter, in this language and in every one that is spoken later. */
export async function openChapter(chapter: Chapter): Promise<void> {
  opened.add(chapter);
  await speak(words.language);
}

/** Use the words of a game where it has its own: a wild card is a ferry card here, a locomotive there. */
export function speakOf(game: string): void {
  words.game = game;
}

/** The language shown now. Reactive. */
export function language(): Language {
  return words.language;
}

/** The first of the given tags that we speak, else English. */
export function bestLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const short = tag.slice(0, 2).toLowerCase();
    if (short in LANGUAGES) return short as Language;
  }
  return 'en';
}

/** Say something in the language of now. Reactive. `count` chooses the plural form. */
export function t(key: Key, values: Values = {}): string {
  const message = words.catalog[`${key}@${words.game}` as Key] ?? words.catalog[key];
  return message === undefined ? key : forms(message, values, words.language);
}

/** Say what the server named, or what it calls it itself if we have no word for it. Reactive. */
export function named(key: string, otherwise: string): string {
  return key in words.catalog ? t(key as Key) : otherwise;
}

export function number(value: number): string {
  return plain(words.language).format(value);
}

/** "+3", "-2", "0". */
export function signed(value: number): string {
  return withSign(words.language).format(value);
}

/** "12 %", or for a change "+1.2 %". */
export function percent(share: number, kind: 'whole' | 'fine' | 'change' = 'whole'): string {
  return percents[kind](words.language).format(share);
}

/** "+3.5": points by which somebody is ahead. */
export function lead(value: number): string {
  return points(words.language).format(value);
}

/** "05.3": seconds of a clock that is about to run out. */
export function clockSeconds(seconds: number): string {
  return tenths(words.language).format(seconds);
}

export function dateTime(milliseconds: number): string {
  const format = new Intl.DateTimeFormat(words.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return format.format(milliseconds);
}

/** "Ann, Bea and Cem". */
export function list(items: readonly string[]): string {
  return conjunction(words.language).format(items);
}
