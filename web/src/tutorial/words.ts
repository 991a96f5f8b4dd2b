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

/** The section of the rulebook that says more, where it is not called like the lesson. */
const SECTIONS: Readonly<Record<string, string>> = {
  map: 'goal',
  claim: 'claiming',
  wild: 'drawing',
  ferry: 'ferries',
  token: 'tokens',
  draw: 'drawing',
  second: 'drawing',
  'more-tickets': 'tickets',
  keep: 'tickets',
  later: 'turn',
  'last-turn': 'last-round',
  end: 'scoring',
  network: 'start-city',
  marker: 'markers',
  control: 'markers',
  'move-alvin': 'alvin',
};

export function sectionOf(lesson: string): string {
  return SECTIONS[lesson] ?? lesson;
}
