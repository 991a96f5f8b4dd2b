/** What the player is about to answer. Every new question begins with a new one. */
import type { Card } from '../net/types';

export class Answer {
  route = $state<string | null>(null);
  /** The card that was dragged onto the route, if it was. */
  card = $state<Card | null>(null);
  place = $state<string | null>(null);
  /** Which of several kinds is meant, such as the stack to be placed. */
  option = $state<string | null>(null);
  /** Whether the list of routes is open. */
  listing = $state(false);
  /** Why the last attempt was refused. */
  problem = $state('');

  select(route: string | null, card: Card | null = null): void {
    this.route = route;
    this.card = card;
    this.listing = false;
    this.problem = '';
  }

  /** Take back what was pointed at. */
  clear(): void {
    this.select(null);
    this.place = null;
  }
}
