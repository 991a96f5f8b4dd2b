/** The question of the moment: what may be done, and what one can point at to do it. */
import type { Action, ActionOf, Board, LegalAction, View } from '../../net/types';
import type { Names } from '../../table/names';
import type { AnyQuestion, Asked, Mechanic, Offer, Offers } from './mechanic';
import type { Mechanics } from './mechanics';

interface Given {
  decision: string;
  /** The decision as the rule itself says it, or something as good. */
  text: string;
  legal: readonly LegalAction[];
  board: Board;
  names: Names;
  view: View | null;
  option: string | null;
  mechanics: Mechanics;
}

/** Something to answer: a question, the offers on the board, and all other offers. */
export interface Asking extends Asked {
  readonly question: AnyQuestion;
  /** What no prompt offers: buttons with the rules' own texts. */
  readonly rest: readonly Offer[];
  readonly routes: Offers;
  readonly places: Offers;
}

/** Make the question for legal actions; there must be some. */
export function asking(given: Given): Asking {
  const asked = new Legal(given);
  const question: AnyQuestion = given.mechanics.question(asked) ?? {
    kind: 'buttons',
    shows: [],
    ask: given.text,
    buttons: [],
  };
  const rest = given.legal
    .filter(({ action }) => !question.shows.includes(action.type))
    .map(({ action, text }) => ({
      action,
      text: text ?? given.mechanics.does(action, given.names) ?? '',
    }));
  // A route can have offers of several rules: claim it, or dig a tunnel.
  const known = question.kind === 'buttons' ? given.mechanics.routes(asked) : new Map();
  return Object.assign(asked, {
    question,
    rest,
    routes: joined(known, pointingAt(rest, ROUTE_FIELDS)),
    places: question.kind === 'places' ? question.places : pointingAt(rest, PLACE_FIELDS),
  });
}

/** The fields by which actions name a route or a place. */
const ROUTE_FIELDS = ['route'];
const PLACE_FIELDS = ['place', 'city'];

function pointingAt(offers: readonly Offer[], fields: readonly string[]): Offers {
  const found = new Map<string, Offer[]>();
  for (const offer of offers) {
    const named = Object.entries(offer.action).find(([field]) => fields.includes(field))?.[1];
    if (typeof named === 'string') found.set(named, [...(found.get(named) ?? []), offer]);
  }
  return found;
}

/** All offers by what they point at; what one has, the other does not offer again. */
function joined(one: Offers, other: Offers): Offers {
  const keys = new Set([...one.keys(), ...other.keys()]);
  return new Map(
    [...keys].map((key) => {
      const known = one.get(key) ?? [];
      const fresh = (offer: Offer) => known.every(({ action }) => action !== offer.action);
      return [key, [...known, ...(other.get(key) ?? []).filter(fresh)]];
    }),
  );
}

class Legal implements Asked {
  readonly decision: string;
  readonly legal: readonly LegalAction[];
  readonly board: Board;
  readonly names: Names;
  readonly view: View | null;
  readonly option: string | null;
  readonly mechanics: readonly Mechanic[];

  constructor(given: Given) {
    this.decision = given.decision;
    this.legal = given.legal;
    this.board = given.board;
    this.names = given.names;
    this.view = given.view;
    this.option = given.option;
    this.mechanics = given.mechanics.all;
  }

  all<T extends Action['type']>(type: T): ActionOf<T>[] {
    return this.legal
      .map(({ action }) => action)
      .filter((action): action is ActionOf<T> => action.type === type);
  }

  first<T extends Action['type']>(type: T): ActionOf<T> | null {
    return this.all(type)[0] ?? null;
  }
}
