/** Which cards fly from where to where when something happens; and the flying itself. */
import type { Flight } from '../mechanics/registry/mechanic';
import type { Mechanics } from '../mechanics/registry/mechanics';
import type { AnyEvent, Card, Cards, Entry, Seat } from '../net/types';

/** The most cards in the air after one entry; more would only be a flurry. */
const MOST = 8;

type Home = (seat: Seat, card: Card | null) => string;

/** The events of the moves among entries. */
export function eventsOf(entries: readonly Entry[]): AnyEvent[] {
  return entries.flatMap((entry) => (entry.type === 'moved' ? entry.events : []));
}

/** The flights that show what an entry did, as `me` sees it. */
export function flightsOf(entry: Entry, me: Seat | null, mechanics: Mechanics): Flight[] {
  const home: Home = (seat, card) =>
    seat === me && card !== null ? `hand-${card}` : `seat-${seat}`;
  return eventsOf([entry])
    .flatMap((event) => mechanics.flights(event, home))
    .slice(0, MOST);
}

/** A payment goes card by card. */
export function paid({ seat, payment }: { seat: Seat; payment: Cards }, home: Home): Flight[] {
  return Object.entries(payment).flatMap(([card, count]) =>
    Array.from({ length: count }, () => ({
      from: home(seat, card as Card),
      to: 'deck',
      card: card as Card,
    })),
  );
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
