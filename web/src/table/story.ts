/** Who won and why, in a sentence or two. */
import { t } from '../i18n/i18n.svelte';
import type { Outcome, Result } from '../net/types';
import { playerName } from './names';
import type { TableState } from './table.svelte';

/** By how much the game was won, and the category that made the difference. */
export function storyOf(
  { mechanics, snapshot }: Pick<TableState, 'mechanics' | 'snapshot'>,
  outcome: Outcome,
): string {
  const [winner, second] = [...outcome.results].sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  if (winner === undefined || second === undefined) return '';
  const margin = winner.total - second.total;
  if (margin <= 0) return '';
  const player = playerName(snapshot, second.seat);
  const won = t('table.final.margin', { player, count: margin });
  const [name, by] = decisive(winner, second);
  const title = mechanics.categories.get(name)?.title() ?? snapshot.game.categories[name] ?? name;
  return `${won} ${t('table.final.decisive', { category: title, count: by })}`;
}

/** The category in which the winner was farthest ahead, and by how much. */
export function decisive(winner: Result, second: Result): [string, number] {
  const names = new Set([...Object.keys(winner.points), ...Object.keys(second.points)]);
  const ahead = [...names].map((name): [string, number] => [
    name,
    (winner.points[name] ?? 0) - (second.points[name] ?? 0),
  ]);
  return ahead.reduce((best, one) => (one[1] > best[1] ? one : best), ['', 0]);
}
