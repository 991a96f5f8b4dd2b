/** What is to be said of a route: its length, its points, whom it pays, why it cannot be claimed. */
import { list, named, t } from '../i18n/i18n.svelte';
import type { Route, RouteHint, Seat } from '../net/types';
import { playerName } from './names';
import type { TableState } from './state.svelte';

export interface RouteFacts {
  title: string;
  length: string;
  points: string;
  /** Whether something can be done with it now. */
  open: boolean;
  notes: string[];
}

export function routeFacts(table: TableState, route: Route): RouteFacts {
  const { names, snapshot } = table;
  const owner = table.view?.owners[route.index] ?? null;
  const open = table.asking?.routes.has(route.id) ?? false;
  return {
    title: names.ends(route.ends),
    length: names.length(route),
    points: names.points(route),
    open,
    notes:
      owner === null
        ? [...table.mechanics.notes(route), ...hintNotes(table, route, open)]
        : [t('table.route.owner', { player: playerName(snapshot, owner) })],
  };
}

function hintNotes(table: TableState, route: Route, open: boolean): string[] {
  const hint = table.source.advice.route(route.id);
  if (hint === null) return [];
  const notes: string[] = [];
  const paid = paidNote(table, hint.pays);
  if (paid !== null) notes.push(paid);
  for (const event of hint.follows) {
    const note = table.mechanics.follows(event, table.names);
    if (note !== null) notes.push(note);
  }
  // If the route can be claimed, a refusal is out of date: it belongs to the position before.
  if (!open)
    notes.push(hint.refusal === null ? t('table.route.later') : refusal(table, hint, route));
  return notes;
}

/** Who scores the route; nothing if it is oneself, and once. */
function paidNote(table: TableState, pays: readonly Seat[]): string | null {
  const [first, second] = pays;
  if (first === undefined || (first === table.seat && second === undefined)) return null;
  const name = (seat: Seat) => playerName(table.snapshot, seat);
  if (first === second) return t('table.route.pays.twice', { player: name(first) });
  return t('table.route.pays', { players: list(pays.map(name)) });
}

function refusal(table: TableState, hint: RouteHint, route: Route): string {
  const own = table.mechanics.refusal(hint, route);
  return own ?? named(`table.refusal.${hint.refusal}`, hint.reason ?? '');
}
