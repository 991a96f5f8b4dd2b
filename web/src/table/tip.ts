/** A tip for somebody who plays a first game: one sentence about what helps a ticket now. */
import { list, t } from '../i18n/i18n.svelte';
import type { Card } from '../net/types';
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
  const missing = table.source.advice.missing(wanted.ticket);
  if (Object.keys(missing).length === 0) return null;
  const cards = list(Object.entries(missing).map(([card, count]) => missingText(card, count)));
  const shown = table.view?.display.some((card) => card !== null && card in missing) ?? false;
  return t(shown ? 'learn.hint.take' : 'learn.hint.draw', { ticket, cards });
}

/** "2 red", "3 of any one colour": `card` is a key of what is missing. */
export function missingText(card: string, count: number): string {
  return card === 'any'
    ? t('table.plan.any', { count })
    : t(`table.count.${card as Card}`, { count });
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
