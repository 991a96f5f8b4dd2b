/** How strong the bots of the start page are: what was chosen last, kept in this browser. */
import { named } from '../i18n/i18n.svelte';
import type { Games, Level } from '../net/types';

const STORE = 'fogline.level';
const FIRST_CHOICE = 'casual';

export function levelTitle(level: Level): string {
  return named(`page.level.${level.name}`, level.title);
}

/** The levels that can play a game. */
export function levelsOf(games: Games, game: string): readonly Level[] {
  return games.games.find(({ name }) => name === game)?.levels ?? games.levels;
}

/** The level that was asked for, or the strongest there is. */
export function nearestLevel(levels: readonly Level[], wanted: string): string {
  return levels.some(({ name }) => name === wanted) ? wanted : (levels.at(-1)?.name ?? wanted);
}

export function keptLevel(levels: readonly Level[]): string {
  const wanted = localStorage.getItem(STORE) ?? FIRST_CHOICE;
  const level = levels.find((item) => item.name === wanted) ?? levels[0];
  return level?.name ?? FIRST_CHOICE;
}

export function keepLevel(name: string): void {
  localStorage.setItem(STORE, name);
}
