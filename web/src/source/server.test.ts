import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProblemError } from '../net/problem';
import type { Entry, Snapshot } from '../net/types';
import { ServerSource } from './server.svelte';

class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readonly url: string;
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(url: string) {
    this.url = url;
    FakeSocket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  lose(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const socket = (index = -1): FakeSocket => {
  const found = FakeSocket.made.at(index);
  if (found === undefined) throw new Error('no socket was opened');
  return found;
};

function snapshot(version: number, more: object = {}): Snapshot {
  const you = { user: 'u', seats: [0], seat: 0, owner: true };
  return {
    type: 'view',
    version,
    now: 1_000,
    you,
    seats: [],
    view: null,
    ...more,
  } as unknown as Snapshot;
}

const entry = (version: number): Entry => ({ version, at: 0, type: 'vacated', seat: 0 });
const update = (version: number, ...versions: number[]): object => ({
  type: 'update',
  version,
  entries: versions.map(entry),
  view: snapshot(version),
});

const changes = (since: number, version: number): object => ({
  type: 'update',
  version,
  entries: [entry(version)],
  view: null,
  since,
  changes: { version, now: 1_000 },
});

function connect(): ServerSource {
  return new ServerSource('t 1', (url) => new FakeSocket(url) as unknown as WebSocket);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  FakeSocket.made = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new Error('no server')));
  vi.stubGlobal('document', {
    baseURI: 'https://play.example/fogline/#/table/t',
    visibilityState: 'visible',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('connects under the path of the page, and shows the first snapshot', () => {
  const source = connect();
  expect(socket().url).toBe(
    'wss://play.example/fogline/api/tables/t%201/ws?changes=true&language=en&words=false',
  );
  expect(source.status).toBe('connecting');
  socket().say(snapshot(3));
  expect(source.status).toBe('live');
  expect(source.snapshot?.version).toBe(3);
  source.close();
});

test('tells each entry once, in order, also over a lost line', () => {
  const source = connect();
  const received: number[] = [];
  source.onEntries((entries) => received.push(...entries.map(({ version }) => version)));
  socket().say(snapshot(3));
  socket().say(update(5, 4, 5));
  socket().lose();
  expect(source.status).toBe('reconnecting');
  vi.advanceTimersByTime(250);
  expect(new URL(socket().url).searchParams.get('since')).toBe('5');
  expect(new URL(socket().url).searchParams.get('seat')).toBe('0');
  socket().say(update(7, 5, 6, 7));
  expect(source.status).toBe('live');
  expect(received).toEqual([4, 5, 6, 7]);
  source.close();
});

test('changes are made to the table that they belong to', () => {
  const source = connect();
  const received: [number, unknown][] = [];
  source.onEntries((entries, after) =>
    received.push(...entries.map(({ version }): [number, unknown] => [version, after.view?.turn])),
  );
  const view = { turn: 0, owners: [null], players: [{ vehicles: 9 }, { vehicles: 9 }] };
  const line = { version: 2, text: 'hi' };
  socket().say(snapshot(3, { status: 'playing', view, chat: [line] }));
  const news = { version: 4, text: 'ho' };
  socket().say({
    ...changes(3, 4),
    changes: {
      version: 4,
      now: 5,
      deciding: [1],
      view: { turn: 1, players: { 1: { vehicles: 7 } } },
      chat: [news],
    },
  });
  const shown = source.snapshot;
  expect(shown).toMatchObject({ version: 4, status: 'playing', deciding: [1], chat: [line, news] });
  expect(shown?.view).toEqual({
    turn: 1,
    owners: [null],
    players: [{ vehicles: 9 }, { vehicles: 7 }],
  });
  expect(received).toEqual([[4, 1]]);
  expect(socket().sent.filter(({ type }) => type !== 'hints')).toEqual([]);
  source.close();
});

test('who missed something asks for the whole table once, and tells what happened then', () => {
  const source = connect();
  const received: number[] = [];
  source.onEntries((entries) => received.push(...entries.map(({ version }) => version)));
  socket().say(snapshot(3));
  socket().say(changes(4, 5));
  socket().say(changes(5, 6));
  expect(source.snapshot?.version).toBe(3);
  expect(socket().sent).toEqual([{ type: 'snapshot' }]);
  expect(received).toEqual([]);
  socket().say(snapshot(6));
  expect(source.snapshot?.version).toBe(6);
  expect(received).toEqual([5, 6]);
  socket().say(changes(6, 7));
  expect(source.snapshot?.version).toBe(7);
  expect(received).toEqual([5, 6, 7]);
  expect(socket().sent.length).toBe(1);
  source.close();
});

const playing = (version: number, seat: number): Snapshot =>
  snapshot(version, {
    table: 't 1',
    status: 'playing',
    you: { user: 'u', seats: [0, 1], seat, owner: true },
    view: { owners: [], parts: {}, players: [{ tickets: [] }, { tickets: [] }] },
  });

test('hints are asked for and received over the connection', () => {
  const source = connect();
  socket().say(playing(3, 0));
  expect(socket().sent).toEqual([{ type: 'hints', routes: [], tickets: true }]);
  const tickets = [{ ticket: 'a/c', complete: false, way: [], spaces: 2 }];
  socket().say({ type: 'hints', seat: 0, version: 3, routes: [], tickets });
  expect(source.advice.ticket('a/c')?.spaces).toBe(2);
  source.close();
});

test('what happened before is read when the game is shown, and again for another seat', async () => {
  const fetch = vi.fn(async () => Response.json({ table: 't 1', version: 2, entries: [entry(2)] }));
  vi.stubGlobal('fetch', fetch);
  const source = connect();
  socket().say(snapshot(1));
  expect(fetch).not.toHaveBeenCalled();
  socket().say(playing(2, 0));
  await vi.waitFor(() => expect(source.entries.map(({ version }) => version)).toEqual([2]));
  socket().say({ ...update(3, 3), view: playing(3, 0) });
  expect(source.entries.map(({ version }) => version)).toEqual([2, 3]);
  expect(fetch).toHaveBeenCalledOnce();
  socket().say(playing(3, 1));
  expect(source.entries).toEqual([]);
  expect(fetch).toHaveBeenCalledTimes(2);
  source.close();
});

test('the move that is meant is sent, so that no other can be taken back', async () => {
  const fetch = vi.fn(async (_url: string, _sent: RequestInit) => Response.json({ version: 9 }));
  vi.stubGlobal('fetch', fetch);
  const source = connect();
  await source.undo.ask(5);
  await source.undo.answer(7, true);
  expect(fetch.mock.calls.map(([url, { body }]) => [new URL(url).pathname, body])).toEqual([
    ['/fogline/api/tables/t%201/undo', '{"move":5}'],
    ['/fogline/api/tables/t%201/undo/answer', '{"request":7,"agree":true}'],
  ]);
  source.close();
});

test('waits longer from try to try', () => {
  const source = connect();
  socket().say(snapshot(1));
  socket().lose();
  for (const delay of [250, 400, 640, 1_024]) {
    const before = FakeSocket.made.length;
    vi.advanceTimersByTime(delay - 1);
    expect(FakeSocket.made.length).toBe(before);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.made.length).toBe(before + 1);
    socket().lose();
  }
  source.close();
});

test('sends an action that was not answered again, with the same id', async () => {
  const source = connect();
  socket().say(snapshot(3));
  const acted = source.act({ type: 'draw' });
  expect(source.acting).toBe(true);
  const [first] = socket().sent;
  expect(first).toMatchObject({ type: 'act', version: 3, seat: 0, action: { type: 'draw' } });
  socket().lose();
  vi.advanceTimersByTime(250);
  socket().say(update(4, 4));
  expect(socket().sent).toEqual([first]);
  socket().say({ type: 'done', id: first?.id, version: 4 });
  await acted;
  expect(source.acting).toBe(false);
  source.close();
});

test('rejects with the problem of a refused action', async () => {
  const source = connect();
  socket().say(snapshot(3));
  const acted = source.act({ type: 'draw' });
  const problem = { code: 'refused', message: 'No.', refusal: 'must-act', version: null };
  socket().say({ type: 'refused', id: socket().sent[0]?.id, problem });
  await expect(acted).rejects.toMatchObject({ problem });
  source.close();
});

test('an act without a seat, and what waits when we leave, is rejected', async () => {
  const source = connect();
  await expect(source.act({ type: 'draw' })).rejects.toBeInstanceOf(ProblemError);
  socket().say(snapshot(3));
  const acted = source.act({ type: 'draw' });
  source.close();
  await expect(acted).rejects.toBeInstanceOf(ProblemError);
});

test('gives up on a table that is not there', () => {
  const source = connect();
  socket().lose(4404);
  vi.advanceTimersByTime(60_000);
  expect(source.status).toBe('gone');
  expect(FakeSocket.made.length).toBe(1);
  source.close();
});

test('a line that fell silent is taken for dead', () => {
  const source = connect();
  socket().say(snapshot(3));
  vi.advanceTimersByTime(15_000);
  expect(socket().sent).toEqual([{ type: 'ping' }]);
  socket().say({ type: 'pong', now: 0 });
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.made.length).toBeGreaterThan(1);
  source.close();
});

test('presence is replaced whole, and changes of the table leave it', () => {
  const source = connect();
  socket().say(snapshot(3, { presence: { connected: [], away: [0] } }));
  socket().say({ type: 'presence', connected: [2], away: [] });
  expect(source.snapshot?.presence).toEqual({ connected: [2], away: [] });
  socket().say(changes(3, 4));
  expect(source.snapshot).toMatchObject({ version: 4, presence: { connected: [2], away: [] } });
  source.close();
});

test('who became somebody connects again, and a seat given up is not asked for', () => {
  const source = connect();
  socket().say(snapshot(3, { you: { user: null, seats: [], seat: null, owner: false } }));
  source.renew();
  expect(FakeSocket.made.length).toBe(2);
  expect(new URL(socket().url).searchParams.has('seat')).toBe(false);
  socket().say(update(4, 4));
  expect(source.snapshot?.you.seats).toEqual([0]);
  socket().say(snapshot(5, { you: { user: 'u', seats: [1], seat: 0, owner: true } }));
  socket().lose();
  vi.advanceTimersByTime(250);
  expect(new URL(socket().url).searchParams.has('seat')).toBe(false);
  source.close();
});

test('who looks as a spectator does so again after a lost line', () => {
  const source = connect();
  socket().say(snapshot(3));
  source.look(null);
  socket().lose();
  vi.advanceTimersByTime(250);
  socket().say(update(3));
  expect(socket().sent).toEqual([{ type: 'look', seat: null }]);
  source.close();
});

test('what is done about seats is asked of the server', async () => {
  const fetch = vi.fn(async (_url: string, _sent: RequestInit) => Response.json({ version: 9 }));
  vi.stubGlobal('fetch', fetch);
  const { seating } = connect();
  for (const way of ['leave', 'return', 'resign', 'replace', 'report'] as const)
    await seating[way](1);
  await seating.mute('u2', true);
  expect(fetch.mock.calls.map(([url]) => new URL(url).pathname.split('/t%201/')[1])).toEqual([
    'seats/1/leave',
    'seats/1/return',
    'seats/1/resign',
    'seats/1/bot',
    'report',
    'mute',
  ]);
});

test('a game is played again at a new table, or at the one that was made already', async () => {
  const fetch = vi.fn(async (_url: string) => Response.json({ table: 't 2', seats: [] }));
  vi.stubGlobal('fetch', fetch);
  const source = connect();
  socket().say(snapshot(3, { rematch: null }));
  expect(await source.again()).toBe('t 2');
  expect(new URL(fetch.mock.calls[0]?.[0] ?? '').pathname).toBe(
    '/fogline/api/tables/t%201/rematch',
  );
  fetch.mockClear();
  socket().say(snapshot(4, { rematch: 't 3' }));
  expect(await source.again()).toBe('t 3');
  expect(new URL(fetch.mock.calls[0]?.[0] ?? '').pathname).toBe('/fogline/api/tables/t%203');
});
