/** How strong the bots of the start page are: what was chosen last, kept in this browser. */
import { named } from '../i18n/i18n.svelte';
import type { Level } from '../net/types';

const STORE = 'fogline.level';
const FIRST_CHOICE = 'casual';

export function levelTitle(level: Level): string {
  return named(`page.level.${level.name}`, level.title);
}

export function keptLevel(levels: readonly Level[]): string {
  const wanted = localStorage.getItem(STORE) ?? FIRST_CHOICE;
  const level = levels.find((item) => item.name === wanted) ?? levels[0];
  return level?.name ?? FIRST_CHOICE;
}

export function keepLevel(name: string): void {
  localStorage.setItem(STORE, name);
}
