/** Making tables, as the start page and the form do. */
import { post } from '../net/http';
import { newId } from '../net/ids';
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

/** Create a table, and start it at once if nobody is to come. Returns it as it is then. */
export async function createTable(wish: Wish): Promise<Snapshot> {
  const user = await session.ensure();
  const made = await post('/api/tables', {
    body: {
      game: wish.game,
      options: wish.options ?? {},
      seats: withNames(wish.seats, user.name),
      listed: wish.listed ?? false,
      clock: wish.clock ?? null,
      contribution: newId(12),
    },
  });
  const waits = wish.seats.some((seat) => seat.kind === 'open');
  return waits ? made : startTable(made.table);
}

/** At one table every name is there once: those who share a device are numbered. */
export function withNames(seats: readonly SeatWish[], mine: string): SeatWish[] {
  const taken = new Set(seats.map((seat) => (seat.kind === 'me' ? seat.name : undefined)));
  let first = !taken.has(mine);
  let next = 2;
  return seats.map((seat) => {
    if (seat.kind !== 'me' || seat.name !== undefined) return seat;
    if (first) {
      first = false;
      return { kind: 'me', name: mine };
    }
    while (taken.has(numbered(mine, next))) next += 1;
    const name = numbered(mine, next);
    taken.add(name);
    return { kind: 'me', name };
  });
}

const LONGEST_NAME = 24;

function numbered(name: string, number: number): string {
  const end = ` ${number}`;
  return name.slice(0, LONGEST_NAME - end.length) + end;
}

export function startTable(table: string): Promise<Snapshot> {
  return post('/api/tables/{table}/start', { path: { table } });
}

export async function sit(table: string, seat: number, name?: string): Promise<Snapshot> {
  await session.ensure();
  return post('/api/tables/{table}/seats/{seat}/sit', {
    path: { table, seat },
    body: { contribution: newId(12), ...(name ? { name } : {}) },
  });
}
