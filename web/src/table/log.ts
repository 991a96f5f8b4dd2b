/** What happened, as sentences. */
import { t } from '../i18n/i18n.svelte';
import type { Mechanics } from '../mechanics/registry/mechanics';
import type { Entry, Seat, Snapshot } from '../net/types';
import { type Names, playerName } from './names';

export interface Line {
  version: number;
  /** Whose line it is, for its colour; `null` is the house. */
  seat: Seat | null;
  kind: 'move' | 'note' | 'chat';
  text: string;
  /** Who wrote a line of the chat. */
  user?: string;
}

/** Sentences for an entry, in order; none for what nobody needs to read. */
export function linesOf(
  entry: Entry,
  mechanics: Mechanics,
  names: Names,
  snapshot: Snapshot,
): Line[] {
  const { version } = entry;
  const who = (seat: Seat) => playerName(snapshot, seat);
  switch (entry.type) {
    case 'dealt':
    case 'moved':
      return once(
        entry.events.flatMap((event) => {
          const text = mechanics.say(event, { names, who });
          if (text === null) return [];
          const seat = 'seat' in event && typeof event.seat === 'number' ? event.seat : null;
          return [{ version, seat, kind: 'move' as const, text }];
        }),
      );
    case 'said': {
      const text = entry.reaction === null ? entry.text : t(`table.reaction.${entry.reaction}`);
      const key = entry.seat === null ? 'table.log.said-watching' : 'table.log.said';
      const said = t(key, { player: entry.name, text: text ?? '' });
      return [{ version, seat: entry.seat, kind: 'chat', text: said, user: entry.user }];
    }
    case 'left':
    case 'returned':
    case 'out-of-time':
    case 'resigned':
    case 'handed-over':
    case 'undo-asked':
    case 'undo-declined':
    case 'undone': {
      // All moves that go back together with a player's own are those of bots.
      const throughBots = entry.type === 'undone' && entry.moves > 1;
      const key = throughBots ? 'undone-through-bots' : entry.type;
      const text = t(`table.log.${key}`, { player: who(entry.seat) });
      return [{ version, seat: entry.seat, kind: 'note', text }];
    }
    case 'resumed':
      return [{ version, seat: null, kind: 'note', text: t('table.log.resumed') }];
    case 'closed':
      return [{ version, seat: null, kind: 'note', text: t('table.closed') }];
    default:
      return [];
  }
}

/** What happens again and again in one move, such as sweeps of the display, is said once. */
function once(lines: readonly Line[]): Line[] {
  return lines.filter((line, k) => line.text !== lines[k - 1]?.text);
}
