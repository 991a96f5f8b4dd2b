/** Who won and why, in a sentence or two. */
import { signed, t } from '../i18n/i18n.svelte';
import type { Outcome, Result, Seat } from '../net/types';
import { playerName } from './names';
import type { TableState } from './state.svelte';

type Ended = Pick<TableState, 'mechanics' | 'snapshot'>;

/** By how much the game was won, what decided it, and whether bots' moves were taken back. */
export function storyOf(ended: Ended, outcome: Outcome): string {
  const undone = ended.snapshot.undone_through_bots ? t('table.final.undone-through-bots') : '';
  return `${whyOf(ended, outcome)} ${undone}`.trim();
}

/** Why the winner won, as the viewer looks at it. */
function whyOf(ended: Ended, outcome: Outcome): string {
  const results = [...outcome.results].sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  const winner = results[0];
  if (outcome.reason === 'resigned' || winner === undefined) return '';
  if (outcome.winners.length > 1) return t('table.why.shared');
  const you = onlySeat(ended);
  // Who lost wants to know why; everybody else, why not the second.
  const loser = results.find(({ seat }) => seat === you && seat !== winner.seat) ?? results[1];
  if (loser === undefined) return '';
  return `${marginOf(ended, winner, loser, you)} ${reasonOf(ended, winner, loser, you)}`.trim();
}

/** The seat of somebody who plays alone at this screen. */
function onlySeat({ snapshot }: Ended): Seat | null {
  const { seats } = snapshot.you;
  return seats.length === 1 ? (seats[0] ?? null) : null;
}

function marginOf({ snapshot }: Ended, winner: Result, loser: Result, you: Seat | null): string {
  const count = winner.total - loser.total;
  const player = playerName(snapshot, winner.seat);
  const other = playerName(snapshot, loser.seat);
  // Who gave up may have had more points.
  if (count < 0) return t('table.log.resigned', { player: other });
  if (count === 0) return t('table.why.tie', { player, other });
  if (you === winner.seat) return t('table.why.won', { count, other });
  if (you === loser.seat) return t('table.why.lost', { count });
  return t('table.final.margin', { count, player: other });
}

function reasonOf(ended: Ended, won: Result, lost: Result, you: Seat | null): string {
  if (won.total <= lost.total) return '';
  const { mechanics, snapshot } = ended;
  const [name, count] = decisive(won, lost);
  const category = mechanics.categories.get(name);
  const [winner, loser] = [playerName(snapshot, won.seat), playerName(snapshot, lost.seat)];
  const own = category?.why?.({ won, lost, winner, loser, isYou: you === lost.seat });
  if (own !== undefined) return own;
  const title = category?.title() ?? snapshot.game.categories[name] ?? name;
  return t('table.final.decisive', { category: title, points: signed(count) });
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
