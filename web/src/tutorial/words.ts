/** What the lessons say, fetched with the tutorial. */
import type { Language } from '../i18n/i18n.svelte';

export interface LessonWords {
  title: string;
  text: string;
  /** What to do; missing where there is only something to read. */
  ask?: string;
}

const texts = import.meta.glob<Record<string, LessonWords>>('./text/*.json', { import: 'default' });

export async function loadWords(
  game: string,
  language: Language,
): Promise<Record<string, LessonWords>> {
  return (await texts[`./text/${game}.${language}.json`]?.()) ?? {};
}
