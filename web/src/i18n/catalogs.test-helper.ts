/** All messages of each language, of all chapters. */
import { LANGUAGES, type Language } from './i18n.svelte';
import type { Message } from './message';

export type Messages = Record<string, Message>;

const files = import.meta.glob<Messages>('./*/*.json', { eager: true, import: 'default' });

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];

export const CATALOGS = Object.fromEntries(
  LANGUAGE_CODES.map((language) => {
    const chapters = Object.entries(files).filter(([path]) => path.endsWith(`/${language}.json`));
    return [language, Object.assign({}, ...chapters.map(([, messages]) => messages))];
  }),
) as Record<Language, Messages>;
