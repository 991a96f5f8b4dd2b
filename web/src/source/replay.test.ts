import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Entry } from '../net/types';
import { moments, ReplaySource } from './replay.svelte';

const LOG = [
  { version: 0, type: 'created' },
  { version: 1, type: 'dealt', events: [] },
  { version: 2, type: 'moved', seat: 0, events: [] },
  { version: 3, type: 'said', text: 'hi' },
  { version: 4, type: 'moved', seat: 1, events: [] },
] as unknown as Entry[];

let asked: string[] = [];

/** A server that keeps the log above, and sends two entries at a time. */
async function answer(address: string): Promise<Response> {
  const url = new URL(address);
  const path = `${url.pathname}${url.search}`;
  asked.push(path);
  if (url.pathname.endsWith('/entries')) {
    const since = Number(url.searchParams.get('since'));
    const eyes = url.pathname.includes('/past/') ? `of ${url.searchParams.get('seat')}` : 'all';
    const entries = LOG.filter((entry) => entry.version > since)
      .slice(0, 2)
      .map((entry) => ({ ...entry, eyes }));
    return Response.json({ table: 't', version: 4, entries });
  }
  const version = Number(url.searchParams.get('version'));
  const seat = url.searchParams.get('seat');
  const final = { players: ['open'] };
  return Response.json({ version, view: { players: ['hidden'], seat }, final });
}

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('document', { baseURI: 'https://play.example/' });
});
afterEach(() => vi.unstubAllGlobals());

test('a replay stops at the deal and at moves', () => {
  expect(moments(LOG).map(({ version }) => version)).toEqual([1, 2, 4]);
});

test('it opens at the move that was linked to', async () => {
  const replay = new ReplaySource('t');
  await replay.begin(3);
  expect(replay.moments.length).toBe(3);
  expect(replay.at).toBe(2);
  expect(replay.status).toBe('live');
  expect(replay.snapshot?.version).toBe(4);
});

test('one step ahead is news; a jump is not', async () => {
  const replay = new ReplaySource('t');
  const received: number[] = [];
  replay.onEntries((entries) => received.push(...entries.map(({ version }) => version)));
  await replay.begin();
  await replay.go(1);
  expect(received).toEqual([2]);
  await replay.go(0);
  await replay.go(2);
  expect(received).toEqual([2]);
});

test('a viewer who sees all sees the state, a seat its view; the end alone is final', async () => {
  const replay = new ReplaySource('t');
  await replay.begin();
  expect(replay.snapshot).toMatchObject({ view: { players: ['open'], seat: null }, final: null });
  await replay.go(2, 1);
  expect(replay.snapshot).toMatchObject({
    view: { players: ['hidden'], seat: '1' },
    final: { players: ['open'] },
  });
  expect(asked).toContain('/api/tables/t/past?version=4&seat=1');
});

test('the cards of the seat that moves lie open for who sees all, and for nobody else', async () => {
  const replay = new ReplaySource('t');
  await replay.begin();
  expect(replay.open).toBe(0);
  await replay.go(2);
  expect(replay.open).toBe(1);
  await replay.go(2, 'spectator');
  expect(replay.open).toBeNull();
});

test('what happened is shown as the chosen eyes saw it', async () => {
  const replay = new ReplaySource('t');
  const eyes = () => new Set(replay.entries.map((entry) => (entry as { eyes?: string }).eyes));
  const received: unknown[] = [];
  replay.onEntries((entries) => received.push(...entries));
  await replay.begin();
  expect(eyes()).toEqual(new Set(['all']));
  await replay.go(0, 1);
  expect(eyes()).toEqual(new Set(['of 1']));
  expect(replay.entries.length).toBe(LOG.length);
  await replay.go(1);
  expect(received).toMatchObject([{ version: 2, eyes: 'of 1' }]);
  await replay.go(1, 'spectator');
  expect(eyes()).toEqual(new Set(['of null']));
});

test('the same moment is asked for once', async () => {
  const replay = new ReplaySource('t');
  await replay.begin();
  await replay.go(1);
  await replay.go(0);
  await replay.go(1);
  expect(asked.filter((path) => path.includes('/past')).length).toBe(
    new Set(asked.filter((path) => path.includes('/past'))).size,
  );
});
