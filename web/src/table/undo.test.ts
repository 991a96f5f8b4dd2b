/** Who can take back a move, who is asked, and what is said when it cannot be. */
import { flushSync } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { speak } from '../i18n/i18n.svelte';
import type { Connection } from '../net/connection.svelte';
import type { Snapshot } from '../net/types';
import { Undoing } from './undo.svelte';

const NOTHING = { move: null, obstacle: null, needs: [], request: null };

function undoing(undo: object | null, seats: number[], lesson?: object): Undoing {
  const snapshot = {
    table: 't1',
    undo,
    you: { seat: seats[0] ?? null, seats },
    seats: ['Ann', 'Bea', 'Cy'].map((name, seat) => ({ seat, name, kind: 'person' })),
  } as unknown as Snapshot;
  return new Undoing({ snapshot, lesson } as unknown as Connection);
}

function answered(status = 200): ReturnType<typeof vi.fn> {
  const fetch = vi.fn(async () => new Response('{"version": 9}', { status }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

beforeAll(() => speak('en'));
beforeEach(() => {
  vi.stubGlobal('document', { baseURI: 'http://fogline.test/' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('spectators, lessons and ended games have nothing to take back', () => {
  expect(undoing({ ...NOTHING }, []).offered).toBe(false);
  expect(undoing(null, [0]).offered).toBe(false);
  expect(undoing({ ...NOTHING, move: 5 }, [0], {}).offered).toBe(false);
  expect(undoing({ ...NOTHING, move: 5 }, [0]).offered).toBe(true);
});

test('the move that is meant is sent, so that no other can be taken back', async () => {
  const fetch = answered();
  const undo = undoing({ ...NOTHING, move: 5 }, [0]);
  await undo.ask();
  const [url, sent] = fetch.mock.calls[0] as unknown as [string, RequestInit];
  expect(new URL(url).pathname).toMatch(/api\/tables\/t1\/undo$/);
  expect(sent.body).toBe('{"move":5}');
  expect(undo.note).toBe('');
});

test.each(['nothing', 'revealed', 'decided', 'declined'])(
  'it is said for a while why not: %s',
  async (obstacle) => {
    vi.useFakeTimers();
    const fetch = answered();
    const undo = undoing({ ...NOTHING, obstacle }, [0]);
    await undo.ask();
    expect(undo.note).toMatch(/\w+ \w+/);
    expect(fetch).not.toHaveBeenCalled();
    vi.runAllTimers();
    flushSync();
    expect(undo.note).toBe('');
  },
);

test('who must agree is asked, who asked can withdraw, others are told', async () => {
  const fetch = answered();
  const told = { ...NOTHING, request: { version: 7, seat: 0, waiting: [1] } };
  const [ann, bea, cy] = [[0], [1], [2]].map((seats) => undoing(told, seats));
  expect([ann?.own, ann?.asked]).toEqual([true, false]);
  expect([bea?.own, bea?.asked]).toEqual([false, true]);
  expect([cy?.own, cy?.asked]).toEqual([false, false]);
  expect(bea?.question).toContain('Ann');
  expect(cy?.question).toContain('Bea');
  await bea?.answer(true);
  const [, sent] = fetch.mock.calls[0] as unknown as [string, RequestInit];
  expect(sent.body).toBe('{"request":7,"agree":true}');
});
