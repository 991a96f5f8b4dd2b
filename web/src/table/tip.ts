/** A tip for somebody who plays a first game: one sentence about what helps a ticket now. */
import { list, t } from '../i18n/i18n.svelte';
import type { Card } from '../net/types';
import { missingFor } from './shopping';
import type { TableState } from './state.svelte';

type Known = Pick<
  TableState,
  'asking' | 'me' | 'source' | 'board' | 'mechanics' | 'names' | 'pinned' | 'view'
>;

/** The tip for the question of now; nothing where there is nothing to say. */
export function tipOf(table: Known): string | null {
  const { asking, me, names } = table;
  if (asking === null || me === null) return null;
  const tip = table.mechanics.tip(asking);
  if (tip !== null) return tip;
  if (asking.question.kind !== 'buttons') return null;
  const wanted = nextTicket(table);
  if (wanted === null) return me.tickets.length > 0 ? t('learn.hint.done') : null;
  const [ticket, way] = [names.ticket(wanted.ticket), wanted.way];
  const open = way.find((route) => asking.routes.has(route));
  if (open !== undefined) return t('learn.hint.claim', { route: names.route(open), ticket });
  const routes = table.board.routes.filter(({ id }) => way.includes(id));
  const missing = missingFor(routes, me.hand);
  if (missing.size === 0) return null;
  const cards = list([...missing].map(([card, count]) => called(card, count)));
  const shown = table.view?.display.some((card) => card !== null && missing.has(card)) ?? false;
  return t(shown ? 'learn.hint.take' : 'learn.hint.draw', { ticket, cards });
}

function called(card: Card | null, count: number): string {
  return card === null ? t('table.plan.any', { count }) : t(`table.count.${card}`, { count });
}

/** The pinned ticket, or the one that is nearest to complete, with the way that is left. */
function nextTicket({ me, source, pinned }: Known): { ticket: string; way: string[] } | null {
  const open = (me?.tickets ?? []).flatMap((ticket) => {
    const hint = ticket === null ? null : source.advice.ticket(ticket);
    if (ticket === null || hint === null || hint.complete || hint.way === null) return [];
    return [{ ticket, way: hint.way, spaces: ticket === pinned ? 0 : hint.spaces }];
  });
  return open.sort((a, b) => a.spaces - b.spaces)[0] ?? null;
}
