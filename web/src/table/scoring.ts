/** The final scoring as a row of small steps, to be shown one after the other. */
import type { Board, Outcome, Seat } from '../net/types';

/** In the order in which they are counted; what we do not know comes last. */
const ORDER = ['routes', 'tickets', 'failed-tickets', 'tourist-tokens', 'bonuses', 'alvin'];

export interface Step {
  category: string;
  seat: Seat;
  points: number;
  /** The ticket that is turned over, if it is one. */
  ticket: string | null;
  /** The routes that complete it, from end to end. */
  way: readonly string[];
}

export function categories(outcome: Outcome): string[] {
  const found = new Set(outcome.results.flatMap((result) => Object.keys(result.points)));
  const known = ORDER.filter((category) => found.has(category));
  return [...known, ...[...found].filter((category) => !ORDER.includes(category)).sort()];
}

/** Category by category, and tickets one by one, the last of the ranking first. */
export function steps(outcome: Outcome, board: Board): Step[] {
  const worth = new Map(board.tickets.map((ticket) => [ticket.id, ticket.points]));
  const results = [...outcome.results].sort((a, b) => b.rank - a.rank || a.seat - b.seat);
  return categories(outcome).flatMap((category) =>
    results.flatMap((result): Step[] => {
      const { seat } = result;
      const tickets =
        category === 'tickets'
          ? result.complete
          : category === 'failed-tickets'
            ? result.failed
            : [];
      const sign = category === 'failed-tickets' ? -1 : 1;
      if (tickets.length > 0) {
        return tickets.map((ticket) => ({
          category,
          seat,
          ticket,
          way: result.ways[ticket] ?? [],
          points: sign * (worth.get(ticket) ?? 0),
        }));
      }
      const points = result.points[category];
      return points === undefined ? [] : [{ category, seat, points, ticket: null, way: [] }];
    }),
  );
}

/** Points by seat and category after some of the steps; what is not there was not counted yet. */
export function tally(done: readonly Step[]): Map<Seat, Map<string, number>> {
  const sums = new Map<Seat, Map<string, number>>();
  for (const { seat, category, points } of done) {
    const mine = sums.get(seat) ?? new Map<string, number>();
    mine.set(category, (mine.get(category) ?? 0) + points);
    sums.set(seat, mine);
  }
  return sums;
}

export function sum(counted: ReadonlyMap<string, number> | undefined): number {
  return [...(counted?.values() ?? [])].reduce((all, points) => all + points, 0);
}
