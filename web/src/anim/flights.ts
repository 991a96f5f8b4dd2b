/** Which cards fly from where to where when something happens; and the flying itself. */
import type { Card, Entry, GameEvent, Seat } from '../net/types';
import type { Sound } from './sound';

export interface Flight {
  /** Names of places on the screen: `slot-2`, `deck`, `hand-red`, `seat-1`, `ticket-deck`. */
  from: string;
  to: string;
  card: Card | 'ticket' | null;
}

/** The most cards in the air after one entry; more would only be a flurry. */
const MOST = 8;

/** The flights that tell what an entry did, as `me` sees it. */
export function flightsOf(entry: Entry, me: Seat | null): Flight[] {
  if (entry.type !== 'moved') return [];
  return entry.events.flatMap((event) => ofEvent(event, me)).slice(0, MOST);
}

function ofEvent(event: GameEvent, me: Seat | null): Flight[] {
  const home = (seat: Seat, card: Card | null) =>
    seat === me && card !== null ? `hand-${card}` : `seat-${seat}`;
  switch (event.type) {
    case 'took':
      return [{ from: `slot-${event.slot}`, to: home(event.seat, event.card), card: event.card }];
    case 'drew':
      return [{ from: 'deck', to: home(event.seat, event.card), card: event.card }];
    case 'offered':
      return [{ from: 'ticket-deck', to: `seat-${event.seat}`, card: 'ticket' }];
    case 'claimed':
    case 'marked':
      return Object.entries(event.payment).flatMap(([card, count]) =>
        Array.from({ length: count }, () => ({
          from: home(event.seat, card as Card),
          to: 'deck',
          card: card as Card,
        })),
      );
    default:
      return [];
  }
}

/** The routes an entry put vehicles on. */
export function claimedIn(entries: readonly Entry[]): string[] {
  return entries.flatMap((entry) =>
    entry.type === 'moved'
      ? entry.events.flatMap((event) => (event.type === 'claimed' ? [event.route] : []))
      : [],
  );
}

/** The one sound for what happened: the rarest of what could be heard. */
export function soundOf(entries: readonly Entry[]): Sound | null {
  const types = new Set(
    entries.flatMap((entry) =>
      entry.type === 'moved' ? entry.events.map(({ type }) => type) : [],
    ),
  );
  if (types.has('last-round') || types.has('ended')) return 'bell';
  if (types.has('claimed')) return 'rail';
  if (types.has('took-token') || types.has('marked') || types.has('captured-alvin')) return 'coin';
  if (types.has('drew') || types.has('took') || types.has('offered')) return 'card';
  return null;
}

/** Let a picture fly between two places on the screen; nobody waits for it. */
export function fly(picture: Element, from: Element, to: Element, delay: number): void {
  const a = from.getBoundingClientRect();
  const b = to.getBoundingClientRect();
  if (a.width === 0 || b.width === 0) return;
  const ghost = picture.cloneNode(true) as HTMLElement;
  const wide = 44;
  ghost.style.cssText = `position:fixed;z-index:60;pointer-events:none;width:${wide}px;left:0;top:0`;
  document.body.append(ghost);
  const at = (box: DOMRect) =>
    `translate(${box.left + box.width / 2 - wide / 2}px, ${box.top + box.height / 2 - wide * 0.7}px)`;
  const flight = ghost.animate(
    [
      { transform: `${at(a)} scale(1)`, opacity: 1 },
      { transform: `${at(b)} scale(0.7)`, opacity: 0.9, offset: 0.9 },
      { transform: `${at(b)} scale(0.5)`, opacity: 0 },
    ],
    { duration: 380, delay, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)', fill: 'backwards' },
  );
  flight.onfinish = () => ghost.remove();
  flight.oncancel = () => ghost.remove();
}
