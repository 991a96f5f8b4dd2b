/** Hints are asked for when they are shown, and when they may have changed. */
import { beforeAll, expect, test } from 'vitest';
import { speak } from '../i18n/i18n.svelte';
import type { Snapshot } from '../net/types';
import { AskedAdvice, GivenAdvice } from './advice.svelte';

beforeAll(() => speak('en'));

const at = (version: number, more: object = {}) =>
  ({
    table: 't',
    version,
    status: 'playing',
    you: { seat: 0 },
    view: { owners: [null], parts: {}, players: [{ tickets: ['a/c'], offered: [] }], ...more },
  }) as unknown as Snapshot;
const route = (id: string, missing: number) =>
  ({ route: id, missing, refusal: null, reason: null, points: 1, pays: [], follows: [] }) as const;
const hinted = (version: number, ...routes: ReturnType<typeof route>[]) => ({
  version,
  routes: routes as never[],
  tickets: [
    { ticket: 'a/c', complete: false, way: ['a/c'], spaces: version, missing: { red: version } },
  ],
});

type Asked = [routes: readonly string[], tickets: boolean];

function advised(): { advice: AskedAdvice; asked: Asked[] } {
  const asked: Asked[] = [];
  const advice = new AskedAdvice((...sent) => asked.push(sent) > 0);
  return { advice, asked };
}

test('tickets are asked for again only when routes or tickets are others', () => {
  const { advice, asked } = advised();
  advice.update(at(1));
  expect(asked).toEqual([[[], true]]);
  advice.receive(hinted(1), 0);
  expect(advice.ticket('a/c')?.spaces).toBe(1);
  advice.update(at(2, { display: ['red'] }));
  expect(asked.length).toBe(1);
  advice.update(at(3, { owners: [1] }));
  expect(asked.length).toBe(2);
  expect(advice.ticket('a/c')?.spaces).toBe(1);
});

test('what a hand lacks is asked for again when it is shown and the hand has changed', async () => {
  const { advice, asked } = advised();
  const holding = (version: number, hand: object) =>
    at(version, { players: [{ tickets: ['a/c'], offered: [], hand }] });
  advice.update(holding(1, { red: 1 }));
  advice.receive(hinted(1), 0);
  advice.update(holding(2, { red: 2 }));
  expect(asked.length).toBe(1);
  expect(advice.missing('a/c')).toEqual({ red: 1 });
  advice.missing('a/c');
  await Promise.resolve();
  expect(asked.slice(1)).toEqual([[[], true]]);
  advice.receive(hinted(2), 0);
  expect(advice.missing('a/c')).toEqual({ red: 2 });
  advice.update(holding(3, { red: 2 }));
  advice.missing('a/c');
  await Promise.resolve();
  expect(asked.length).toBe(2);
});

test('a route is asked for when it is shown, once a version, and others with it', async () => {
  const { advice, asked } = advised();
  advice.update(at(1));
  expect([advice.route('a/b'), advice.route('b/c'), advice.route('a/b')]).toEqual([
    null,
    null,
    null,
  ]);
  await Promise.resolve();
  expect(asked.slice(1)).toEqual([[['a/b', 'b/c'], false]]);
  advice.receive({ ...hinted(1, route('a/b', 2)), tickets: null }, 0);
  expect(advice.route('a/b')?.missing).toBe(2);
  await Promise.resolve();
  expect(asked.length).toBe(2);
  advice.update(at(2));
  expect(advice.route('a/b')?.missing).toBe(2);
  await Promise.resolve();
  expect(asked.at(-1)).toEqual([['a/b'], false]);
});

test('an answer for an older table, or for another seat, is not shown', () => {
  const { advice } = advised();
  advice.update(at(5));
  advice.receive(hinted(4, route('a/b', 9)), 0);
  advice.receive(hinted(5, route('a/b', 8)), 1);
  expect(advice.route('a/b')).toBeNull();
  advice.receive(hinted(5, route('a/b', 1)), 0);
  expect(advice.route('a/b')?.missing).toBe(1);
  advice.forget();
  expect(advice.route('a/b')).toBeNull();
});

test('hints that come with a table need no question, and nothing is forgotten', () => {
  const advice = new GivenAdvice(() => hinted(1, route('a/b', 2)));
  expect([advice.route('a/b')?.missing, advice.route('b/c')]).toEqual([2, null]);
  advice.forget();
  expect(advice.ticket('a/c')?.spaces).toBe(1);
});
