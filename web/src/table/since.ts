/** What others did since one's last turn: the routes they claimed, and a few words for each player. */
import type { Mechanics } from '../mechanics/registry/mechanics';
import type { AnyEvent, Entry, Seat } from '../net/types';
import type { Names } from './names';
import { lastingMoves, type Moved } from './undone';

export interface Since {
  /** Claimed since. */
  routes: readonly string[];
  /** What each of the others did, who claimed something first. */
  players: readonly { seat: Seat; text: string }[];
}

/** The moves of others after the last turn of a seat; what it does in this turn is no end of that. */
export function movesSince(entries: readonly Entry[], seat: Seat): Moved[] {
  const moves = lastingMoves(entries);
  let end = moves.length;
  while (end > 0 && moves[end - 1]?.seat === seat) end -= 1;
  const last = moves.slice(0, end).findLastIndex((move) => move.seat === seat);
  return moves.slice(last + 1, end);
}

export function sinceOf(
  entries: readonly Entry[],
  seat: Seat,
  mechanics: Mechanics,
  names: Names,
): Since {
  // A move may contain what others did, too: all tickets that were chosen at the same time.
  const events = movesSince(entries, seat).flatMap((move) =>
    move.events.map((event) => ({ event, by: actorOf(event) ?? move.seat })),
  );
  const others = [...new Set(events.map(({ by }) => by))].filter((by) => by !== seat);
  const did = others.map((one) => {
    const own = events.filter(({ by }) => by === one).map(({ event }) => event);
    const claimed = own.flatMap((event) => mechanics.arrivals(event));
    return { seat: one, claimed, text: inBrief(own, mechanics, names) };
  });
  const routes = did.flatMap(({ claimed }) => claimed);
  const players = did
    .filter(({ text }) => text !== '')
    .sort((a, b) => Math.sign(b.claimed.length) - Math.sign(a.claimed.length));
  return { routes, players };
}

function actorOf(event: AnyEvent): Seat | null {
  return 'seat' in event && typeof event.seat === 'number' ? event.seat : null;
}

/** "Boise – Helena, 2 cards". */
function inBrief(events: readonly AnyEvent[], mechanics: Mechanics, names: Names): string {
  const counts = new Map<string, { count: number; say: (count: number) => string }>();
  for (const event of events) {
    const brief = mechanics.brief(event, names);
    if (brief === null) continue;
    const count = (counts.get(brief.kind)?.count ?? 0) + brief.count;
    counts.set(brief.kind, { count, say: brief.say });
  }
  return [...counts.values()].map(({ count, say }) => say(count)).join(', ');
}
