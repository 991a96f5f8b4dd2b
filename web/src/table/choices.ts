/** The legal actions, sorted by what a player can point at. No rule of the game lives here. */
import type { Action, Card, Cards, LegalAction } from '../net/types';

type Of<T extends Action['type']> = Extract<Action, { type: T }>;
export type Claim = Of<'claim'>;
export type Keep = Of<'keep'>;
export type Mark = Of<'mark'>;

export interface Choices {
  draw: Of<'draw'> | null;
  take: ReadonlyMap<Card, Of<'take'>>;
  /** By route, in the server's order: the thriftiest with wilds first. */
  claims: ReadonlyMap<string, readonly Claim[]>;
  drawTickets: Of<'tickets'> | null;
  keeps: readonly Keep[];
  pass: Of<'pass'> | null;
  startCities: ReadonlyMap<string, Of<'start-city'>>;
  /** By symbol, then by place. */
  stacks: ReadonlyMap<string, ReadonlyMap<string, Of<'place-stack'>>>;
  tokens: ReadonlyMap<string, Of<'token'>>;
  /** By city. */
  marks: ReadonlyMap<string, readonly Mark[]>;
  noMarker: Of<'no-marker'> | null;
  alvin: ReadonlyMap<string, Of<'move-alvin'>>;
}

export function choicesOf(legal: readonly LegalAction[]): Choices {
  const all = <T extends Action['type']>(type: T) =>
    legal.map(({ action }) => action).filter((action): action is Of<T> => action.type === type);
  const first = <T extends Action['type']>(type: T): Of<T> | null => all(type)[0] ?? null;
  return {
    draw: first('draw'),
    take: by(all('take'), (action) => action.card),
    claims: grouped(all('claim'), (action) => action.route),
    drawTickets: first('tickets'),
    keeps: all('keep'),
    pass: first('pass'),
    startCities: by(all('start-city'), (action) => action.city),
    stacks: new Map(
      [...grouped(all('place-stack'), (action) => action.symbol)].map(([symbol, actions]) => [
        symbol,
        by(actions, (action) => action.place),
      ]),
    ),
    tokens: by(all('token'), (action) => action.place),
    marks: grouped(all('mark'), (action) => action.city),
    noMarker: first('no-marker'),
    alvin: by(all('move-alvin'), (action) => action.city),
  };
}

/** The action that keeps exactly these tickets, if that may be done. */
export function keeping(keeps: readonly Keep[], picked: ReadonlySet<string>): Keep | null {
  const same = (keep: Keep) =>
    keep.tickets.length === picked.size && keep.tickets.every((ticket) => picked.has(ticket));
  return keeps.find(same) ?? null;
}

/** How many tickets must be kept at least. */
export function fewestKept(keeps: readonly Keep[]): number {
  return keeps.length === 0 ? 0 : Math.min(...keeps.map((keep) => keep.tickets.length));
}

/** The cards of a payment or a hand, with how many of each, in the stable order. */
export function counted(cards: Cards, order: readonly Card[]): [Card, number][] {
  return order.map((card): [Card, number] => [card, cards[card] ?? 0]).filter(([, n]) => n > 0);
}

export function total(cards: Cards): number {
  return Object.values(cards).reduce((sum, count) => sum + count, 0);
}

function by<K, T>(items: readonly T[], key: (item: T) => K): Map<K, T> {
  return new Map(items.map((item) => [key(item), item]));
}

function grouped<K, T>(items: readonly T[], key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}
