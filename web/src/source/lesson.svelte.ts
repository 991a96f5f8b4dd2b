/** The table of a tutorial: lessons that the server played by the rules, shown one after the other. */
import type { components } from '../net/api';
import type { AnyAction, Entry, Snapshot } from '../net/types';
import { GivenAdvice } from './advice.svelte';
import { type EntriesListener, NOTHING, type Source } from './source';

export type Lesson = components['schemas']['LessonModel'];

/** The fields by which actions name what is on the board. */
const POINTED = ['route', 'place', 'city'];
/** More entries than this at once are turns that were skipped: nobody wants to see every card fly. */
const SKIPPED = 12;

export class LessonSource implements Source {
  readonly table: string;
  readonly status = 'live';
  readonly acting = false;
  readonly skew = 0;
  readonly lessons: readonly Lesson[];
  /** Which lesson is shown. */
  at = $state(0);
  /** How often something else than what is asked was tried in this lesson. */
  astray = $state(0);

  #you: string | undefined;
  #listeners = new Set<EntriesListener>();
  current = $derived.by(() => this.lessons[this.at] as Lesson);
  snapshot = $derived.by(() => this.#shown(this.current));
  entries = $derived.by(() => this.lessons.slice(0, this.at + 1).flatMap(entriesOf));
  wanted = $derived.by(() => wantedBy(this.current));
  readonly advice = new GivenAdvice(() => this.current.hints);
  readonly can = { ...NOTHING, count: true, presence: true };
  readonly archived = false;
  readonly chat = null;
  readonly undo = null;
  readonly seating = null;
  readonly again = null;
  readonly pace = null;
  readonly open = null;

  /** `you` is what the learner is called, if that is known; `start` the lesson to begin with. */
  constructor(lessons: readonly Lesson[], you: string | undefined, start = '') {
    this.table = 'tutorial';
    this.lessons = lessons;
    this.#you = you;
    this.at = Math.max(
      0,
      lessons.findIndex((lesson) => lesson.name === start),
    );
  }

  get isLast(): boolean {
    return this.at === this.lessons.length - 1;
  }

  onEntries(listener: EntriesListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Go on if this is what was asked; anything else is noticed, and changes nothing. */
  async act(action: AnyAction): Promise<void> {
    const { asked } = this.current;
    if (asked !== null && JSON.stringify(asked.action) === JSON.stringify(action)) this.next();
    else this.astray += 1;
  }

  next(): void {
    if (this.isLast) return;
    this.#go(this.at + 1);
    const entries = entriesOf(this.current);
    if (entries.length === 0 || entries.length > SKIPPED) return;
    for (const listener of this.#listeners) listener(entries, this.snapshot);
  }

  back(): void {
    if (this.at > 0) this.#go(this.at - 1);
  }

  restart(): void {
    this.#go(0);
  }

  /** There is only one seat to look from. */
  look(): void {}

  #go(at: number): void {
    this.at = at;
    this.astray = 0;
  }

  /** Where there is only something to read, there is nothing to do. */
  #shown({ update, asked }: Lesson): Snapshot {
    const view = update.view as Snapshot;
    const seats = view.seats.map((seat) =>
      seat.seat === view.you.seat ? { ...seat, name: this.#you ?? seat.name } : seat,
    );
    return { ...view, seats, legal: asked === null ? [] : view.legal };
  }
}

/** The route or place that a lesson asks for. */
function wantedBy({ asked }: Lesson): string[] | null {
  if (asked === null) return null;
  const named = Object.entries(asked.action).filter(([field]) => POINTED.includes(field));
  return named.map(([, value]) => String(value));
}

function entriesOf({ update }: Lesson): Entry[] {
  return update.entries;
}
