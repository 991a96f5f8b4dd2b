/** Making tables, as the start page and the form do. */
import { commitmentFor, takePart } from '../net/fair';
import { get, post } from '../net/http';
import type { ClockModel, Snapshot } from '../net/types';
import { session } from './session.svelte';

export type SeatWish =
  | { kind: 'me'; name?: string }
  | { kind: 'open' }
  | { kind: 'bot'; level: string };

export interface Wish {
  game: string;
  seats: SeatWish[];
  options?: Record<string, boolean | number>;
  listed?: boolean;
  clock?: ClockModel | null;
}

/** Create a table, and start it at once if nobody is to come. Returns its id. */
export async function createTable(wish: Wish): Promise<string> {
  const user = await session.ensure();
  const made = await post('/api/tables', {
    body: {
      game: wish.game,
      options: wish.options ?? {},
      seats: withNames(wish.seats, user.name),
      listed: wish.listed ?? false,
      clock: wish.clock ?? null,
    },
  });
  await takePart(made);
  if (!wish.seats.some((seat) => seat.kind === 'open')) {
    await startTable(made.table);
    await takePart(await lookAt(made.table));
  }
  return made.table;
}

const lookAt = (table: string): Promise<Snapshot> =>
  get('/api/tables/{table}', { path: { table } });

/** At one table every name is there once: those who share a device are numbered. */
export function withNames(seats: readonly SeatWish[], mine: string): SeatWish[] {
  const taken = new Set<string>();
  for (const seat of seats) if (seat.kind === 'me' && seat.name !== undefined) taken.add(seat.name);
  return seats.map((seat) => {
    if (seat.kind !== 'me' || seat.name !== undefined) return seat;
    const name = freeName(taken, mine);
    taken.add(name);
    return { kind: 'me', name };
  });
}

const LONGEST_NAME = 24;

/** "Ann", or if there is one already, "Ann 2". */
export function freeName(taken: ReadonlySet<string | null>, mine: string): string {
  let name = mine;
  for (let number = 2; taken.has(name); number += 1) {
    const end = ` ${number}`;
    name = mine.slice(0, LONGEST_NAME - end.length) + end;
  }
  return name;
}

/** Start; the game begins once all players have revealed what they contribute. */
export async function startTable(table: string): Promise<void> {
  await post('/api/tables/{table}/start', { path: { table } });
}

/** Sit down, under a name that nobody there has. */
export async function sit(at: Snapshot, seat: number, called?: string): Promise<void> {
  const user = await session.ensure();
  const others = at.seats.filter((other) => other.seat !== seat);
  const name = freeName(new Set(others.map((other) => other.name)), called ?? user.name);
  await post('/api/tables/{table}/seats/{seat}/sit', {
    path: { table: at.table, seat },
    body: { ...commitmentFor(at), name },
  });
}

/** Take the same seats at another table that is not started yet, under the same names. */
export async function sitAgain(table: string, before: Snapshot): Promise<void> {
  for (const seat of before.you.seats) {
    const now = await lookAt(table);
    const name = before.seats[seat]?.name ?? undefined;
    if (now.seats[seat]?.kind === 'open') await sit(now, seat, name);
  }
}
