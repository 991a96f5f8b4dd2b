/** Which routes a card can pay for. */
import type { Asking } from '../mechanics/registry/asked';
import type { Offer } from '../mechanics/registry/mechanic';
import type { Card } from '../net/types';

export function pays({ payment }: Offer, card: Card): boolean {
  return (payment?.[card] ?? 0) > 0;
}

/** Whether the card is part of a way to pay for the route now. */
export function payable(asking: Asking | null, route: string, card: Card): boolean {
  return asking?.routes.get(route)?.some((offer) => pays(offer, card)) ?? false;
}
