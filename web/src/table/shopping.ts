/** What the hand still lacks for routes that one wants to claim. */
import type { Card, Cards, Route } from '../net/types';

/** Cards of a colour that are missing; `null` stands for any one colour. */
export type Missing = ReadonlyMap<Card | null, number>;

type Wanted = Pick<Route, 'length' | 'colour' | 'ferries'>;

/**
 * Count the missing cards by colour. Ferries take wild cards; a gray route takes the colour one has most of to
 * spare, the longest first; wild cards that are left stand in where least is missing.
 */
export function missingFor(routes: readonly Wanted[], hand: Cards): Missing {
  const left = new Map<Card, number>(Object.entries(hand) as [Card, number][]);
  const missing = new Map<Card | null, number>();
  const pay = (card: Card, count: number): void => {
    const had = left.get(card) ?? 0;
    left.set(card, Math.max(0, had - count));
    add(missing, card, count - had);
  };
  const plain = ({ length, ferries }: Wanted): number => length - ferries;
  for (const route of routes) pay('wild', route.ferries);
  for (const route of routes) if (route.colour !== null) pay(route.colour, plain(route));
  const gray = routes.filter(({ colour }) => colour === null).map(plain);
  for (const count of gray.sort((a, b) => b - a)) {
    const [card, had] = most(left);
    if (card !== null) left.set(card, Math.max(0, had - count));
    add(missing, null, count - had);
  }
  return standIn(missing, left.get('wild') ?? 0);
}

function add(missing: Map<Card | null, number>, card: Card | null, count: number): void {
  if (count > 0) missing.set(card, (missing.get(card) ?? 0) + count);
}

/** The colour of which most cards are left. */
function most(left: ReadonlyMap<Card, number>): [Card | null, number] {
  const colours = [...left].filter(([card]) => card !== 'wild');
  return colours.reduce<[Card | null, number]>(
    (best, one) => (one[1] > best[1] ? one : best),
    [null, 0],
  );
}

function standIn(missing: Missing, wilds: number): Missing {
  let spare = wilds;
  const after = new Map<Card | null, number>();
  for (const [card, count] of [...missing].sort((a, b) => a[1] - b[1])) {
    const used = card === 'wild' ? 0 : Math.min(spare, count);
    spare -= used;
    if (count > used) after.set(card, count - used);
  }
  return after;
}
