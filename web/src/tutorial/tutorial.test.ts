/** Lessons: only what is asked leads on, and every language says every lesson. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { LANGUAGES, type Language } from '../i18n/i18n.svelte';
import { ALL } from '../mechanics/registry/mechanics';
import type { Action } from '../net/types';
import { BOOKS, loadBook } from '../rulebook/book';
import { type Lesson, LessonSource } from '../source/lesson.svelte';
import { loadWords } from './words';

const DRAW: Action = { type: 'draw' };
const TICKETS: Action = { type: 'tickets' };

function lesson(name: string, entries: number, asked: Action | null): Lesson {
  return {
    name,
    update: {
      type: 'update',
      version: 1,
      entries: Array.from({ length: entries }, (_, version) => ({
        version,
        type: 'left',
        seat: 1,
      })),
      view: {
        you: { seat: 0 },
        seats: [
          { seat: 0, name: 'Ada' },
          { seat: 1, name: 'Mia' },
        ],
        legal: [DRAW, TICKETS].map((action) => ({ text: action.type, action })),
      },
    },
    hints: { version: 1, routes: [], tickets: [] },
    asked: asked === null ? null : { text: asked.type, action: asked },
  } as unknown as Lesson;
}

const lessons = [
  lesson('one', 2, DRAW),
  lesson('two', 1, null),
  lesson('three', 40, TICKETS),
  lesson('four', 1, null),
];

describe('the table of a tutorial', () => {
  test('goes on when what is asked is done, and tells what happened', async () => {
    const source = new LessonSource(lessons, 'Bea');
    const listener = vi.fn();
    source.onEntries(listener);
    await source.act({ type: 'draw' });
    expect(source.current.name).toBe('two');
    expect(listener).toHaveBeenCalledOnce();
    expect(listener.mock.calls[0]?.[0]).toHaveLength(1);
  });

  test('stays when anything else is done, and notices', async () => {
    const source = new LessonSource(lessons, 'Bea');
    await source.act(TICKETS);
    expect([source.at, source.astray]).toEqual([0, 1]);
    await source.act(DRAW);
    expect([source.at, source.astray]).toEqual([1, 0]);
  });

  test('points at the route or place that is asked for, and at nothing else', () => {
    const claim = { type: 'claim', route: 'a/b', payment: { red: 2 } };
    const made = [lesson('one', 1, claim as never), lesson('two', 1, null)];
    const source = new LessonSource(made, 'Bea');
    expect(source.wanted).toEqual(['a/b']);
    source.next();
    expect(source.wanted).toBeNull();
  });

  test('offers nothing where there is only something to read', () => {
    const source = new LessonSource(lessons, 'Bea');
    expect(source.snapshot.legal).toHaveLength(2);
    source.next();
    expect(source.snapshot.legal).toEqual([]);
  });

  test('calls the learner by name', () => {
    const names = (you?: string) =>
      new LessonSource(lessons, you).snapshot.seats.map((seat) => seat.name);
    expect(names('Bea')).toEqual(['Bea', 'Mia']);
    expect(names()).toEqual(['Ada', 'Mia']);
  });

  test('lets nothing fly when turns are skipped, but knows the past', () => {
    const source = new LessonSource(lessons, 'Bea', 'two');
    const listener = vi.fn();
    source.onEntries(listener);
    source.next();
    expect(listener).not.toHaveBeenCalled();
    expect(source.entries).toHaveLength(43);
  });

  test('begins where the address says, goes back, and starts again', () => {
    const source = new LessonSource(lessons, 'Bea', 'four');
    expect(source.isLast).toBe(true);
    source.next();
    expect(source.at).toBe(3);
    source.back();
    expect(source.at).toBe(2);
    source.restart();
    source.back();
    expect(source.at).toBe(0);
    expect(new LessonSource(lessons, 'Bea', 'nowhere').at).toBe(0);
  });
});

describe.each(BOOKS)('the words of %s', (game) => {
  const digits = (text: string) => (text.match(/\d+/g) ?? []).sort();

  test.each(Object.keys(LANGUAGES) as Language[])('are whole in %s', async (language) => {
    const english = await loadWords(game, 'en');
    const words = await loadWords(game, language);
    expect(Object.keys(words)).toEqual(Object.keys(english));
    for (const [name, said] of Object.entries(words)) {
      const original = english[name];
      expect('ask' in said, name).toBe(original !== undefined && 'ask' in original);
      expect(digits(said.text), name).toEqual(digits(original?.text ?? ''));
    }
  });

  test('lead to sections of the rulebook', async () => {
    const sections = (await loadBook(game, 'en')).map(({ id }) => id);
    const wanted = Object.keys(await loadWords(game, 'en')).map((name) =>
      ALL.sectionOfLesson(name),
    );
    expect(wanted.filter((id) => !sections.includes(id))).toEqual([]);
  });
});

test('there are words for no other game', async () => {
  const files = readdirSync(join(import.meta.dirname, 'text'));
  expect(files).toHaveLength(BOOKS.length * Object.keys(LANGUAGES).length);
  expect(await loadWords('atlantis', 'en')).toEqual({});
});
