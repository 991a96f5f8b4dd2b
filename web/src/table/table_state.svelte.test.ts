/** What a player was about to answer lasts as long as the question does. */
import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import type { Board, Snapshot } from '../net/types';
import { NOTHING, type Source } from '../source/source';
import { TableState } from './state.svelte';

const board = { places: [], routes: [], tickets: [], cards: [] } as unknown as Board;
const at = (version: number, decision: string, more: object = {}) =>
  ({
    version,
    decision: { type: decision, text: 'Choose.' },
    status: 'playing',
    legal: [{ text: 'draw', action: { type: 'draw' } }],
    deciding: [0],
    seats: [],
    game: { rules: ['turns', 'drawing'] },
    you: { seat: 0, seats: [0] },
    view: null,
    outcome: null,
    ...more,
  }) as unknown as Snapshot;

class FakeSource {
  snapshot = $state.raw<Snapshot | null>(null);
  readonly status = 'live';
  readonly acting = false;
  readonly entries = [];
  readonly open = null;
  readonly can = { ...NOTHING, count: true };
  readonly seating = {};

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot;
  }
}

/** A table that is watched, as a page watches it. */
function watched(first: Snapshot): { table: TableState; show: (snapshot: Snapshot) => void } {
  const source = new FakeSource(first);
  const table = new TableState(source as unknown as Source, board);
  $effect.root(() => {
    $effect(() => {
      void [table.answer.route, table.asking, table.count];
    });
  });
  flushSync();
  return {
    table,
    show(snapshot) {
      source.snapshot = snapshot;
      flushSync();
    },
  };
}

test('a route stays chosen when others speak, and is forgotten with the question', () => {
  const { table, show } = watched(at(1, 'Turn'));
  table.answer.select('a/b');
  show(at(2, 'Turn'));
  expect(table.answer.route).toBe('a/b');
  show(at(3, 'SecondCard'));
  expect(table.answer.route).toBeNull();
});

test('nothing is asked of a player who may do nothing', () => {
  const { table, show } = watched(at(1, 'Turn'));
  expect(table.asking?.question.kind).toBe('buttons');
  show(at(2, 'Turn', { legal: [] }));
  expect(table.asking).toBeNull();
});

test('the final count goes on when others speak', () => {
  const outcome = {
    results: [
      { seat: 0, rank: 1, points: { routes: 5 } },
      { seat: 1, rank: 2, points: { routes: 3 } },
    ],
  };
  const { table, show } = watched(at(1, 'Turn', { outcome }));
  expect(table.count?.over).toBe(false);
  table.count?.next();
  show(at(2, 'Turn', { outcome: { ...outcome } }));
  expect(table.count?.counted.map(({ points }) => points)).toEqual([3]);
  table.count?.skip();
  expect(table.count?.over).toBe(true);
});

test('nothing is asked of a player who has left the seat', () => {
  const chair = (gone: string | null) => ({
    seats: [{ seat: 0, kind: 'person', gone, level: null, resigned: false }],
  });
  const { table, show } = watched(at(1, 'Turn', chair(null)));
  expect(table.asking).not.toBeNull();
  show(at(2, 'Turn', chair('left')));
  expect(table.asking).toBeNull();
});

test('points appear only as they are counted', () => {
  const outcome = {
    results: [
      { seat: 0, rank: 1, points: { routes: 5, 'tourist-tokens': 3 }, complete: [], failed: [] },
    ],
    winners: [0],
    reason: 'last-round',
  };
  const view = { players: [{ points: { routes: 5, 'tourist-tokens': 3 } }] };
  const { table } = watched(
    at(9, 'Turn', { outcome, view, seats: [{ seat: 0 }], status: 'ended' }),
  );
  table.count?.restart(false);
  flushSync();
  expect(table.scores).toEqual([0]);
  table.count?.next();
  expect(table.scores).toEqual([5]);
  table.count?.skip();
  expect(table.scores).toEqual([8]);
});

test('a replay shows the cards of the seat that moves', () => {
  const you = { seat: null, seats: [] };
  const { table } = watched(at(1, 'Turn', { you }));
  expect(table.shown).toBeNull();
  const other = new TableState(
    { ...table.source, snapshot: at(1, 'Turn', { you }), open: 1 } as never,
    board,
  );
  expect(other.shown).toBe(1);
});
