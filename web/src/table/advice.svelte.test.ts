/** Hints are asked for when they are shown, and when they may have changed. */
import { beforeAll, expect, test } from 'vitest';
import { speak } from '../i18n/i18n.svelte';
import type { Connection, HintsListener } from '../net/connection.svelte';
import type { Snapshot } from '../net/types';
import { Advice } from './advice.svelte';

beforeAll(() => speak('en'));

class FakeConnection {
  asked: [readonly string[], boolean][] = [];
  tell: HintsListener = () => undefined;
  hints(routes: readonly string[], tickets: boolean): boolean {
    this.asked.push([routes, tickets]);
    return true;
  }
  onHints(listener: HintsListener): () => void {
    this.tell = listener;
    return () => undefined;
  }
}

const at = (version: number, more: object = {}) =>
  ({
    table: 't',
    version,
    view: { owners: [null], parts: {}, players: [{ tickets: ['a/c'], offered: [] }], ...more },
  }) as unknown as Snapshot;
const route = (id: string, missing: number) =>
  ({ route: id, missing, refusal: null, reason: null, points: 1, pays: [], follows: [] }) as const;
const hinted = (version: number, ...routes: ReturnType<typeof route>[]) => ({
  version,
  routes: routes as never[],
  tickets: [{ ticket: 'a/c', complete: false, way: ['a/c'], spaces: version }],
});

function advised(): { advice: Advice; line: FakeConnection } {
  const line = new FakeConnection();
  const advice = new Advice(line as unknown as Connection);
  advice.listen();
  return { advice, line };
}

test('tickets are asked for again only when routes or tickets are others', () => {
  const { advice, line } = advised();
  advice.update(at(1), 0);
  expect(line.asked).toEqual([[[], true]]);
  line.tell(hinted(1), 0);
  expect(advice.ticket('a/c')?.spaces).toBe(1);
  advice.update(at(2, { display: ['red'] }), 0);
  expect(line.asked.length).toBe(1);
  advice.update(at(3, { owners: [1] }), 0);
  expect(line.asked.length).toBe(2);
  expect(advice.ticket('a/c')?.spaces).toBe(1);
});

test('a route is asked for when it is shown, once a version, and others with it', async () => {
  const { advice, line } = advised();
  advice.update(at(1), 0);
  expect([advice.route('a/b'), advice.route('b/c'), advice.route('a/b')]).toEqual([
    null,
    null,
    null,
  ]);
  await Promise.resolve();
  expect(line.asked.slice(1)).toEqual([[['a/b', 'b/c'], false]]);
  line.tell({ ...hinted(1, route('a/b', 2)), tickets: null }, 0);
  expect(advice.route('a/b')?.missing).toBe(2);
  await Promise.resolve();
  expect(line.asked.length).toBe(2);
  advice.update(at(2), 0);
  expect(advice.route('a/b')?.missing).toBe(2);
  await Promise.resolve();
  expect(line.asked.at(-1)).toEqual([['a/b'], false]);
});

test('an answer for an older table, or for another seat, is not shown', () => {
  const { advice, line } = advised();
  advice.update(at(5), 0);
  line.tell(hinted(4, route('a/b', 9)), 0);
  line.tell(hinted(5, route('a/b', 8)), 1);
  expect(advice.route('a/b')).toBeNull();
  line.tell(hinted(5, route('a/b', 1)), 0);
  expect(advice.route('a/b')?.missing).toBe(1);
  advice.forget();
  expect(advice.route('a/b')).toBeNull();
});
