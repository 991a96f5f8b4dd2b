/** Counting cards. */
import type { Card, Cards } from '../net/types';

/** The cards of a payment or a hand, with how many of each, in the stable order. */
export function counted(cards: Cards, order: readonly Card[]): [Card, number][] {
  return order.map((card): [Card, number] => [card, cards[card] ?? 0]).filter(([, n]) => n > 0);
}

export function total(cards: Cards): number {
  return Object.values(cards).reduce((sum, count) => sum + count, 0);
}
