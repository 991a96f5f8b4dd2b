/** What is to be said of a route: its length, its points, whom it pays, what keeps one from it. */
import { list, t } from '../i18n/i18n.svelte';
import type { GameEvent, Refusal, Route } from '../net/types';
import type { TableModel } from './model.svelte';
import { playerName } from './names';

export interface RouteFacts {
  title: string;
  length: string;
  points: string;
  claimable: boolean;
  notes: string[];
}

export function routeFacts(model: TableModel, route: Route): RouteFacts {
  const { names, snapshot, board } = model;
  const who = (seat: number) => playerName(snapshot, seat);
  const points = board.route_points[String(route.length)] ?? 0;
  const owner = model.view?.owners[route.index];
  const claimable = model.choices.claims.has(route.id);
  const notes: string[] = [];
  if (owner !== null && owner !== undefined) {
    notes.push(t('table.route.owner', { player: who(owner) }));
  } else {
    if (route.ferries > 0) notes.push(t('table.route.ferries', { count: route.ferries }));
    const hint = model.hint(route.id);
    if (hint !== null) {
      const others = hint.pays.some((seat) => seat !== model.seat) || hint.pays.length > 1;
      if (others) notes.push(t('table.route.pays', { players: list(hint.pays.map(who)) }));
      for (const event of hint.follows as unknown as GameEvent[]) {
        if (event.type === 'took-token') {
          notes.push(t('table.route.token', { token: names.token(event.symbol) }));
        } else if (event.type === 'token-choice') {
          notes.push(t('table.route.token-choice'));
        } else if (event.type === 'captured-alvin') {
          notes.push(t('table.route.alvin'));
        }
      }
      if (hint.refusal !== null) notes.push(refusal(hint.refusal, hint.missing, route.ferries));
      else if (!claimable) notes.push(t('table.route.later'));
    }
  }
  return {
    title: names.ends(route.ends),
    length: names.length(route),
    points: t('table.points', { count: points }),
    claimable,
    notes,
  };
}

function refusal(code: Refusal, missing: number, ferries: number): string {
  if (code === 'cards-not-in-hand') return t('table.route.missing', { count: missing });
  if (code === 'too-few-wilds') return t('table.route.missing-wilds', { count: ferries });
  return t(`table.refusal.${code}`);
}
