/** Who can take back a move, who is asked, and what is said when it cannot be. */
import { flushSync } from 'svelte';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { speak } from '../i18n/i18n.svelte';
import type { Snapshot } from '../net/types';
import type { Source } from '../source/source';
import { Undoing } from './undo.svelte';

const NOTHING = { move: null, obstacle: null, needs: [], request: null };

function undoing(undo: object | null, seats: number[], can = true): Undoing {
  const snapshot = {
    table: 't1',
    undo,
    you: { seat: seats[0] ?? null, seats },
    seats: ['Ann', 'Bea', 'Cy'].map((name, seat) => ({ seat, name, kind: 'person' })),
  } as unknown as Snapshot;
  return new Undoing({ snapshot, undo: can ? calls : null } as unknown as Source);
}

const calls = { ask: vi.fn(), answer: vi.fn() };

beforeAll(() => speak('en'));
afterEach(() => {
  vi.clearAllMocks();
  vi.useRealTimers();
});

test('there is nothing to take back for spectators, in ended games and without undo', () => {
  expect(undoing({ ...NOTHING }, []).offered).toBe(false);
  expect(undoing(null, [0]).offered).toBe(false);
  expect(undoing({ ...NOTHING, move: 5 }, [0], false).offered).toBe(false);
  expect(undoing({ ...NOTHING, move: 5 }, [0]).offered).toBe(true);
});

test('the move that is meant is sent, so that no other can be taken back', async () => {
  const undo = undoing({ ...NOTHING, move: 5 }, [0]);
  await undo.ask();
  expect(calls.ask).toHaveBeenCalledWith(5);
  expect(undo.note).toBe('');
});

test.each(['nothing', 'revealed', 'decided', 'declined'])(
  'it is said for a while why not: %s',
  async (obstacle) => {
    vi.useFakeTimers();
    const undo = undoing({ ...NOTHING, obstacle }, [0]);
    await undo.ask();
    expect(undo.note).toMatch(/\w+ \w+/);
    expect(calls.ask).not.toHaveBeenCalled();
    vi.runAllTimers();
    flushSync();
    expect(undo.note).toBe('');
  },
);

test('who must agree is asked, who asked can withdraw, others are told', async () => {
  const undo = { ...NOTHING, request: { version: 7, seat: 0, waiting: [1] } };
  const [ann, bea, cy] = [[0], [1], [2]].map((seats) => undoing(undo, seats));
  expect([ann?.own, ann?.asked]).toEqual([true, false]);
  expect([bea?.own, bea?.asked]).toEqual([false, true]);
  expect([cy?.own, cy?.asked]).toEqual([false, false]);
  expect(bea?.question).toContain('Ann');
  expect(cy?.question).toContain('Bea');
  await bea?.answer(true);
  expect(calls.answer).toHaveBeenCalledWith(7, true);
});
