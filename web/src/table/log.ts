/** What happened, as sentences. */
import { t } from '../i18n/i18n.svelte';
import type { Entry, GameEvent, Seat, Snapshot } from '../net/types';
import { total } from './choices';
import { cardName, type Names, playerName } from './names';

export interface Line {
  version: number;
  /** Whose line it is, for its colour; `null` is the house. */
  seat: Seat | null;
  kind: 'move' | 'note' | 'chat';
  text: string;
}

/** Sentences for an entry, in order; none for what nobody needs to read. */
export function linesOf(entry: Entry, names: Names, snapshot: Snapshot): Line[] {
  const { version } = entry;
  const who = (seat: Seat) => playerName(snapshot, seat);
  switch (entry.type) {
    case 'dealt':
    case 'moved':
      return entry.events.flatMap((event) => {
        const text = sayEvent(event, names, who);
        if (text === null) return [];
        const seat = 'seat' in event ? event.seat : null;
        return [{ version, seat, kind: 'move' as const, text }];
      });
    case 'said': {
      const text = entry.reaction === null ? entry.text : t(`table.reaction.${entry.reaction}`);
      const said = t('table.log.said', { player: entry.name, text: text ?? '' });
      return [{ version, seat: entry.seat, kind: 'chat', text: said }];
    }
    case 'left':
    case 'returned':
    case 'out-of-time':
    case 'resigned':
    case 'handed-over': {
      const text = t(`table.log.${entry.type}`, { player: who(entry.seat) });
      return [{ version, seat: entry.seat, kind: 'note', text }];
    }
    case 'resumed':
      return [{ version, seat: null, kind: 'note', text: t('table.log.resumed') }];
    default:
      return [];
  }
}

/** A sentence for an event, or `null` for what follows from others by itself. */
export function sayEvent(
  event: GameEvent,
  names: Names,
  who: (seat: Seat) => string,
): string | null {
  switch (event.type) {
    case 'first':
      return t('table.log.first', { player: who(event.seat) });
    case 'swept':
      return t('table.log.swept');
    case 'shuffled':
      return t('table.log.shuffled', { count: total(event.cards) });
    case 'drew':
      return event.card === null
        ? t('table.log.drew', { player: who(event.seat) })
        : t('table.log.drew-known', { player: who(event.seat), card: cardName(event.card) });
    case 'took':
      return t('table.log.took', { player: who(event.seat), card: cardName(event.card) });
    case 'claimed':
      return t('table.log.claimed', {
        player: who(event.seat),
        route: names.route(event.route),
        cards: names.cards(event.payment),
      });
    case 'scored':
      // The other categories are counted up when the game has ended.
      return event.category === 'routes' || event.category === 'alvin'
        ? t('table.log.scored', { player: who(event.seat), count: event.points })
        : null;
    case 'offered':
      return t('table.log.offered', { player: who(event.seat), count: event.tickets.length });
    case 'chose':
      return t('table.log.chose', { player: who(event.seat) });
    case 'kept':
      return t('table.log.kept', { player: who(event.seat), count: event.tickets.length });
    case 'passed':
      return t('table.log.passed', { player: who(event.seat) });
    case 'last-round':
      return t('table.log.last-round', { player: who(event.seat) });
    case 'ended':
      return t('table.log.ended');
    case 'started':
      return t('table.log.started', { player: who(event.seat), city: names.place(event.city) });
    case 'marked':
      return t('table.log.marked', {
        player: who(event.seat),
        city: names.place(event.city),
        cards: names.cards(event.payment),
      });
    case 'captured-alvin':
      return t('table.log.captured-alvin', { player: who(event.seat) });
    case 'moved-alvin':
      return t('table.log.moved-alvin', { player: who(event.seat), city: names.place(event.city) });
    case 'stack': {
      const values = { token: names.token(event.symbol), place: names.place(event.place) };
      return event.seat === null
        ? null
        : t('table.log.stack', { ...values, player: who(event.seat) });
    }
    case 'took-token':
      return t('table.log.took-token', {
        player: who(event.seat),
        token: names.token(event.symbol),
        place: names.place(event.place),
      });
    default:
      return null;
  }
}
