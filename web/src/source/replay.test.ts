import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Entry } from '../net/types';
import { moments, ReplaySource } from './replay.svelte';

const LOG = [
  { version: 1, type: 'dealt', events: [] },
  { version: 2, type: 'moved', seat: 0, events: [] },
  { version: 3, type: 'said', text: 'hi' },
  { version: 4, type: 'moved', seat: 1, events: [] },
] as unknown as Entry[];

let asked: string[] = [];

/** A server that keeps the log above: the deal comes with a whole table, the rest with changes. */
async function answer(address: string): Promise<Response> {
  const { pathname, search, searchParams } = new URL(address);
  asked.push(`${pathname}${search}`);
  const viewpoint = searchParams.get('hands') ? 'all' : `of ${searchParams.get('seat')}`;
  const first = { type: 'view', version: 0, view: null, chat: [], final: null };
  const whole = { ...first, version: 1, view: { players: [viewpoint], seat: null } };
  const updates = LOG.map((entry) => {
    const { version } = entry;
    const final = version === 4 ? { final: { players: ['open'] } } : {};
    const changes = version === 1 ? null : { version, now: 0, ...final };
    return {
      ...{ type: 'update', version, entries: [{ ...entry, viewpoint }], changes },
      ...{ since: version === 1 ? null : version - 1, view: version === 1 ? whole : null },
    };
  });
  return new Response([first, ...updates].map((line) => `${JSON.stringify(line)}\n`).join(''));
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

test('the table is as seen from the chosen viewpoint, and the end alone is final', async () => {
  const replay = new ReplaySource('t');
  await replay.begin();
  expect(replay.snapshot).toMatchObject({ view: { players: ['all'] }, final: null });
  await replay.go(2, 1);
  expect(replay.snapshot).toMatchObject({
    view: { players: ['of 1'] },
    final: { players: ['open'] },
  });
  expect(replay.viewAt(0)).toMatchObject({ players: ['of 1'] });
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

test('what happened is shown as seen from the chosen viewpoint', async () => {
  const replay = new ReplaySource('t');
  const viewpoints = () =>
    new Set(replay.entries.map((entry) => (entry as { viewpoint?: string }).viewpoint));
  const received: unknown[] = [];
  replay.onEntries((entries) => received.push(...entries));
  await replay.begin();
  expect(viewpoints()).toEqual(new Set(['all']));
  await replay.go(0, 1);
  expect(viewpoints()).toEqual(new Set(['of 1']));
  expect(replay.entries.length).toBe(LOG.length);
  await replay.go(1);
  expect(received).toMatchObject([{ version: 2, viewpoint: 'of 1' }]);
  await replay.go(1, 'spectator');
  expect(viewpoints()).toEqual(new Set(['of null']));
});

test('the whole game is one request for each viewpoint', async () => {
  const replay = new ReplaySource('t');
  await replay.begin();
  for (const at of [1, 2, 0, 1]) await replay.go(at);
  expect(asked).toEqual(['/api/tables/t/replay?hands=true&words=false']);
  await replay.go(2, 0);
  await replay.go(0);
  expect(asked).toEqual([
    '/api/tables/t/replay?hands=true&words=false',
    '/api/tables/t/replay?seat=0&words=false',
  ]);
});

test('an answer with a hole in it is refused, and asked for again', async () => {
  const whole = answer;
  vi.stubGlobal('fetch', async (address: string) => {
    const lines = (await (await whole(address)).text()).split('\n');
    return new Response([...lines.slice(0, 2), ...lines.slice(3)].join('\n'));
  });
  const replay = new ReplaySource('t');
  await expect(replay.begin()).rejects.toThrow();
  vi.stubGlobal('fetch', whole);
  await replay.begin();
  expect(replay.status).toBe('live');
});
