/** The mechanics of a game, and all that they know together. Every file of the folder above is one. */

import { RANKING, type Sound } from '../../anim/sound';
import type { Liveries } from '../../board/livery';
import type { Light, Piece } from '../../board/state';
import { t } from '../../i18n/i18n.svelte';
import type { Shortcut } from '../../input/keys';
import type {
  Action,
  AnyAction,
  AnyEvent,
  Board,
  Card,
  EventOf,
  GameEvent,
  Outcome,
  Route,
  RouteHint,
  Seat,
  View,
} from '../../net/types';
import type { Names } from '../../table/names';
import type {
  AnyQuestion,
  Asked,
  Badge,
  Brief,
  ByEvent,
  Category,
  Fact,
  Flight,
  LogContext,
  Mechanic,
  Offer,
  Parts,
  Step,
  Worth,
} from './mechanic';

const FOUND = Object.values(
  import.meta.glob<Mechanic>(['../*.ts', '!../*.test.ts'], { eager: true, import: 'default' }),
);

export class Mechanics {
  readonly all: readonly Mechanic[];
  readonly categories: ReadonlyMap<string, Category>;

  constructor(all: readonly Mechanic[]) {
    this.all = all;
    const categories = all.flatMap((mechanic) => mechanic.categories ?? []);
    this.categories = new Map(categories.map((category) => [category.name, category]));
  }

  /** The question that a decision is, if one of the mechanics knows it. */
  question(asked: Asked): AnyQuestion | null {
    for (const { questions } of this.all) {
      const question = questions?.[asked.decision];
      if (question !== undefined) return question(asked);
    }
    return null;
  }

  /** The offers for each route that one can point at. */
  routes(asked: Asked): Map<string, readonly Offer[]> {
    return new Map(this.all.flatMap((mechanic) => [...(mechanic.routes?.(asked) ?? [])]));
  }

  shortcut(key: Shortcut, asked: Asked): Action | null {
    for (const mechanic of this.all) {
      const action = mechanic.shortcut?.(key, asked) ?? null;
      if (action !== null) return action;
    }
    return null;
  }

  pieces(parts: Parts, board: Board, liveries: Liveries): Piece[] {
    return this.all.flatMap((mechanic) => mechanic.pieces?.(parts, board, liveries) ?? []);
  }

  lights(parts: Parts, board: Board): Light[] {
    return this.all.flatMap((mechanic) => mechanic.lights?.(parts, board) ?? []);
  }

  facts(view: View, seat: Seat, names: Names): Fact[] {
    return this.all
      .flatMap((mechanic) => mechanic.facts?.(view, seat, names) ?? [])
      .sort((a, b) => a.order - b.order);
  }

  badges(parts: Parts, seat: Seat): Badge[] {
    return this.all.flatMap((mechanic) => mechanic.badge?.(parts, seat) ?? []);
  }

  /** What things are worth on a board, in the order of the table of points. */
  worth(board: Board): Worth[] {
    const lines = this.all.flatMap((mechanic) => mechanic.worth?.(board) ?? []);
    return lines.sort((a, b) => a.order - b.order);
  }

  /** What an action does; `null` if no mechanic knows it. */
  does(action: AnyAction, names: Names): string | null {
    for (const { does } of this.all) {
      const say = does?.[action.type as Action['type']] as
        | ((action: AnyAction, names: Names) => string)
        | undefined;
      if (say !== undefined) return say(action, names);
    }
    return null;
  }

  /** What chance gave; `null` if no mechanic knows it. */
  luck(events: readonly AnyEvent[], context: LogContext): string | null {
    for (const { luck } of this.all) {
      const line = luck?.(events, context) ?? null;
      if (line !== null) return line;
    }
    return null;
  }

  /** A sentence for an event, or `null` for what follows from others by itself. */
  say(event: AnyEvent, context: LogContext): string | null {
    if (isScored(event)) {
      const category = this.categories.get(event.category);
      if (category?.logged === false) return null;
      return t('table.log.scored', { player: context.who(event.seat), count: event.points });
    }
    for (const { log } of this.all) {
      const line = applied(log, event, context);
      if (line !== undefined) return line;
    }
    return event.text;
  }

  /** An event in a few words, if it is worth some. */
  brief(event: AnyEvent, names: Names): Brief | null {
    for (const { brief } of this.all) {
      const found = applied(brief, event, names);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** The categories of an outcome in the order in which they are counted; unknown ones come last. */
  counted(outcome: Outcome): string[] {
    const order = (name: string) => this.categories.get(name)?.order ?? Number.MAX_SAFE_INTEGER;
    const found = new Set(outcome.results.flatMap((result) => Object.keys(result.points)));
    return [...found].sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1));
  }

  /** Category by category, and tickets one by one, the last of the ranking first. */
  steps(outcome: Outcome, board: Board): Step[] {
    const results = [...outcome.results].sort((a, b) => b.rank - a.rank || a.seat - b.seat);
    return this.counted(outcome).flatMap((category) =>
      results.flatMap((result): Step[] => {
        const { seat } = result;
        const own = this.categories.get(category)?.steps?.(result, board) ?? [];
        if (own.length > 0) return own.map((step) => ({ ...step, category, seat }));
        const points = result.points[category];
        return points === undefined ? [] : [{ category, seat, points, ticket: null, way: [] }];
      }),
    );
  }

  /** The cards that fly when something happens. */
  flights(event: AnyEvent, home: (seat: Seat, card: Card | null) => string): Flight[] {
    return this.all.flatMap(({ flights }) => applied(flights, event, home) ?? []);
  }

  /** The one sound for what happened: the rarest of what could be heard. */
  sound(events: readonly AnyEvent[]): Sound | null {
    const possible = new Set(
      events.flatMap(({ type }) =>
        this.all.map(({ sounds }) => sounds?.[type as GameEvent['type']]),
      ),
    );
    return RANKING.find((sound) => possible.has(sound)) ?? null;
  }

  /** The routes on which an event puts vehicles. */
  arrivals(event: AnyEvent): string[] {
    return this.all.flatMap(({ arrivals }) => applied(arrivals, event, null) ?? []);
  }

  notes(route: Route): string[] {
    return this.all.flatMap((mechanic) => mechanic.notes?.(route) ?? []);
  }

  /** What is to be said of something that would follow from claiming a route. */
  follows(event: AnyEvent, names: Names): string | null {
    for (const { follows, log } of this.all) {
      const note = applied(follows, event, names);
      if (note !== undefined) return note;
      if (event.type in (log ?? {})) return null;
    }
    return isScored(event) ? null : event.text;
  }

  /** More than the sentence of a refusal says, if somebody knows more. */
  refusal(hint: RouteHint, route: Route): string | null {
    for (const { refusals } of this.all) {
      const say = refusals?.[hint.refusal ?? ''];
      if (say !== undefined) return say(hint, route);
    }
    return null;
  }

  /** A tip for a first game about what is asked, if a mechanic has one. */
  tip(asked: Asked): string | null {
    for (const mechanic of this.all) {
      const tip = mechanic.tip?.(asked) ?? null;
      if (tip !== null) return tip;
    }
    return null;
  }

  /** The part of the page that a lesson lights for an action, if it is a part of its own. */
  litByAction(action: AnyAction, view: View | null): string | null {
    for (const { lit } of this.all) {
      const find = lit?.actions?.[action.type as Action['type']] as
        | ((action: AnyAction, view: View | null) => string | null)
        | undefined;
      const found = find?.(action, view) ?? null;
      if (found !== null) return found;
    }
    return null;
  }

  /** The part of the page that a lesson is about which asks for nothing. */
  litByLesson(lesson: string): string | null {
    for (const { lit } of this.all) {
      const found = lit?.lessons?.[lesson];
      if (found !== undefined) return found;
    }
    return null;
  }

  /** The section of the rulebook about a decision, a refusal or a route, if there is one. */
  sectionOfDecision(decision: string): string | null {
    return this.#section((sections) => sections?.decisions?.[decision]);
  }

  sectionOfRefusal(refusal: string): string | null {
    return this.#section((sections) => sections?.refusals?.[refusal]);
  }

  sectionOfRoute(route: Route): string | null {
    return this.#section((sections) => sections?.route?.(route) ?? undefined);
  }

  /** The section that says more about a lesson, where it is not called like the lesson. */
  sectionOfLesson(lesson: string): string {
    return this.#section((sections) => sections?.lessons?.[lesson]) ?? lesson;
  }

  #section(find: (sections: Mechanic['sections']) => string | undefined): string | null {
    for (const { sections } of this.all) {
      const section = find(sections);
      if (section !== undefined) return section;
    }
    return null;
  }
}

/** All mechanics that the client knows. */
export const ALL = new Mechanics(FOUND);

/** The mechanics of a game, by the names of its rules. */
export function mechanicsOf({ rules }: { rules: readonly string[] }): Mechanics {
  return new Mechanics(FOUND.filter(({ name }) => rules.includes(name)));
}

function isScored(event: AnyEvent): event is EventOf<'scored'> {
  return event.type === 'scored';
}

/** What the function for an event returns; `undefined` if there is none. */
function applied<Context, Result>(
  functions: ByEvent<Context, Result> | undefined,
  event: AnyEvent,
  context: Context,
): Result | undefined {
  const known = functions?.[event.type as GameEvent['type']] as
    | ((event: AnyEvent, context: Context) => Result)
    | undefined;
  return known?.(event, context);
}
