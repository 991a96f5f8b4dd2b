/** How one starts a game from the start page: what was chosen last for each game, kept in this browser. */
import type { Game } from '../net/types';
import { keptLevel, nearestLevel } from './levels';

export interface StartWish {
  level: string;
  players: number;
  /** The options that are switched on. */
  options: string[];
}

const STORE = 'fogline.start';

/** What was chosen last, as far as it can be played; else the usual. */
export function keptWish(game: Game): StartWish {
  return readWish(all()[game.name], game, keptLevel(game.levels));
}

export function keepWish(game: string, wish: StartWish): void {
  localStorage.setItem(STORE, JSON.stringify({ ...all(), [game]: wish }));
}

export function readWish(
  kept: unknown,
  { levels, seats, options }: Pick<Game, 'levels' | 'seats' | 'options'>,
  usual: string,
): StartWish {
  const found = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<StartWish>;
  const { players } = found;
  const fits = typeof players === 'number' && players >= seats[0] && players <= seats[1];
  const on = Array.isArray(found.options)
    ? found.options
    : options.filter((option) => option.default === true).map(({ name }) => name);
  return {
    level: nearestLevel(levels, typeof found.level === 'string' ? found.level : usual),
    players: fits ? players : seats[0],
    options: options.filter(({ name, kind }) => kind === 'bool' && on.includes(name)).map(nameOf),
  };
}

function nameOf({ name }: { name: string }): string {
  return name;
}

function all(): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(STORE) ?? '{}');
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
