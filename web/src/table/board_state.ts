/** What the board of a table shows. */

import { scorePieces } from '../board/scores';
import { type BoardState, EMPTY } from '../board/state';
import type { Seat } from '../net/types';
import type { TableState } from './state.svelte';

/** `counting`: whether the final count is on the screen. */
export function boardState(
  table: TableState,
  arriving: readonly string[],
  counting: boolean,
): BoardState {
  const { board, view, liveries, mechanics, asking, answer, look } = table;
  if (view === null) return EMPTY;
  const count = counting && table.count?.over === false ? table.count : null;
  const step = count?.current;
  const ticket = count === null ? look.ticket : (step?.ticket ?? null);
  return {
    owners: view.owners,
    liveries,
    arriving,
    fresh: count === null && asking !== null ? table.since.routes : [],
    pieces: [
      ...mechanics.pieces(view.parts, board, liveries),
      ...scorePieces(board, table.scores, liveries),
    ],
    lights: mechanics.lights(view.parts, board),
    routes: [...(asking?.routes.keys() ?? [])],
    places: [...(asking?.places.keys() ?? [])],
    wanted: table.source.wanted,
    route: answer.route,
    place: answer.place,
    hovered: look.hovered,
    way: count === null ? wayOf(table, ticket) : (step?.way ?? []),
    ends: endsOf(table, [ticket]),
    goals: counting || table.veiled ? [] : endsOf(table, openTickets(table)),
    spotlight: count === null ? null : step?.ticket ? step.way : routesOf(table, counted(table)),
  };
}

/** The places one wants to see first: the pinned ticket, or one's tickets and network; before there is any, the whole board. */
export function homeOf(table: TableState): readonly string[] {
  const { board, me, seat } = table;
  if (table.count !== null) return board.places.map(({ id }) => id);
  const wanted = table.source.wanted ?? [];
  if (wanted.length > 0) {
    const ends = board.routes.filter(({ id }) => wanted.includes(id)).flatMap((r) => r.ends);
    return [...ends, ...wanted];
  }
  if (table.pinned !== null) {
    const way = wayOf(table, table.pinned);
    const along = board.routes.filter(({ id }) => way.includes(id)).flatMap(({ ends }) => ends);
    return [...endsOf(table, [table.pinned]), ...along];
  }
  const tickets = me === null || table.veiled ? [] : [...me.tickets, ...(me.offered ?? [])];
  const mine = new Set([
    ...endsOf(table, tickets),
    ...(seat === null ? [] : board.routes)
      .filter(({ index }) => table.view?.owners[index] === seat)
      .flatMap(({ ends }) => ends),
  ]);
  return mine.size > 0 ? [...mine] : board.places.map(({ id }) => id);
}

/** One's tickets that are not complete yet. */
function openTickets({ me, source }: TableState): (string | null)[] {
  return (me?.tickets ?? []).filter((id) => id !== null && !source.advice.ticket(id)?.complete);
}

function endsOf({ board }: TableState, tickets: readonly (string | null)[]): string[] {
  return board.tickets.filter(({ id }) => tickets.includes(id)).flatMap(({ ends }) => ends);
}

function wayOf(table: TableState, ticket: string | null): readonly string[] {
  return (ticket === null ? null : table.source.advice.ticket(ticket)?.way) ?? [];
}

/** Whose points are being counted; before the first, who won. */
function counted({ count, snapshot }: TableState): readonly Seat[] {
  const step = count?.current;
  return step === undefined ? (snapshot.outcome?.winners ?? []) : [step.seat];
}

function routesOf(table: TableState, seats: readonly Seat[]): string[] {
  return table.board.routes
    .filter(({ index }) => seats.includes(table.view?.owners[index] ?? -1))
    .map(({ id }) => id);
}
