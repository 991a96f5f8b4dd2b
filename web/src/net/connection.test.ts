import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveConnection } from './connection.svelte';
import { ProblemError } from './problem';
import type { Entry, Snapshot } from './types';

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
  return { type: 'view', version, now: 1_000, you, seats: [], ...more } as unknown as Snapshot;
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

function connect(): LiveConnection {
  return new LiveConnection('t 1', (url) => new FakeSocket(url) as unknown as WebSocket);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  FakeSocket.made = [];
  vi.stubGlobal('WebSocket', FakeSocket);
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
  const connection = connect();
  expect(socket().url).toBe(
    'wss://play.example/fogline/api/tables/t%201/ws?changes=true&language=en',
  );
  expect(connection.status).toBe('connecting');
  socket().say(snapshot(3));
  expect(connection.status).toBe('live');
  expect(connection.snapshot?.version).toBe(3);
  connection.close();
});

test('tells each entry once, in order, also over a lost line', () => {
  const connection = connect();
  const heard: number[] = [];
  connection.onEntries((entries) => heard.push(...entries.map(({ version }) => version)));
  socket().say(snapshot(3));
  socket().say(update(5, 4, 5));
  socket().lose();
  expect(connection.status).toBe('reconnecting');
  vi.advanceTimersByTime(250);
  expect(new URL(socket().url).searchParams.get('since')).toBe('5');
  expect(new URL(socket().url).searchParams.get('seat')).toBe('0');
  socket().say(update(7, 5, 6, 7));
  expect(connection.status).toBe('live');
  expect(heard).toEqual([4, 5, 6, 7]);
  connection.close();
});

test('changes are made to the table that they belong to', () => {
  const connection = connect();
  const heard: [number, unknown][] = [];
  connection.onEntries((entries, after) =>
    heard.push(...entries.map(({ version }): [number, unknown] => [version, after.view?.turn])),
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
  const shown = connection.snapshot;
  expect(shown).toMatchObject({ version: 4, status: 'playing', deciding: [1], chat: [line, news] });
  expect(shown?.view).toEqual({
    turn: 1,
    owners: [null],
    players: [{ vehicles: 9 }, { vehicles: 7 }],
  });
  expect(heard).toEqual([[4, 1]]);
  expect(socket().sent).toEqual([]);
  connection.close();
});

test('who missed something asks for the whole table once, and tells what happened then', () => {
  const connection = connect();
  const heard: number[] = [];
  connection.onEntries((entries) => heard.push(...entries.map(({ version }) => version)));
  socket().say(snapshot(3));
  socket().say(changes(4, 5));
  socket().say(changes(5, 6));
  expect(connection.snapshot?.version).toBe(3);
  expect(socket().sent).toEqual([{ type: 'snapshot' }]);
  expect(heard).toEqual([]);
  socket().say(snapshot(6));
  expect(connection.snapshot?.version).toBe(6);
  expect(heard).toEqual([5, 6]);
  socket().say(changes(6, 7));
  expect(connection.snapshot?.version).toBe(7);
  expect(heard).toEqual([5, 6, 7]);
  expect(socket().sent.length).toBe(1);
  connection.close();
});

test('what came by HTTP meanwhile is no ground for changes', () => {
  const connection = connect();
  socket().say(snapshot(3, { owner: 'by line' }));
  connection.adopt(snapshot(4, { owner: 'by HTTP' }));
  socket().say(changes(3, 4));
  expect(connection.snapshot).toMatchObject({ version: 4, owner: 'by line' });
  expect(socket().sent).toEqual([]);
  connection.close();
});

test('hints are asked for and told by the line', () => {
  const connection = connect();
  const told: [number, unknown][] = [];
  const stop = connection.onHints((hints, seat) => told.push([hints.version, seat]));
  socket().say(snapshot(3));
  connection.hints(['a/b'], false);
  expect(socket().sent).toEqual([{ type: 'hints', routes: ['a/b'], tickets: false }]);
  socket().say({ type: 'hints', seat: 0, version: 3, routes: [], tickets: [] });
  stop();
  socket().say({ type: 'hints', seat: 0, version: 4, routes: [], tickets: [] });
  expect(told).toEqual([[3, 0]]);
  connection.close();
});

test('waits longer from try to try', () => {
  const connection = connect();
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
  connection.close();
});

test('sends an action that was not answered again, with the same id', async () => {
  const connection = connect();
  socket().say(snapshot(3));
  const acted = connection.act({ type: 'draw' });
  expect(connection.acting).toBe(true);
  const [first] = socket().sent;
  expect(first).toMatchObject({ type: 'act', version: 3, seat: 0, action: { type: 'draw' } });
  socket().lose();
  vi.advanceTimersByTime(250);
  socket().say(update(4, 4));
  expect(socket().sent).toEqual([first]);
  socket().say({ type: 'done', id: first?.id, version: 4 });
  await acted;
  expect(connection.acting).toBe(false);
  connection.close();
});

test('rejects with the problem of a refused action', async () => {
  const connection = connect();
  socket().say(snapshot(3));
  const acted = connection.act({ type: 'draw' });
  const problem = { code: 'refused', message: 'No.', refusal: 'must-act', version: null };
  socket().say({ type: 'refused', id: socket().sent[0]?.id, problem });
  await expect(acted).rejects.toMatchObject({ problem });
  connection.close();
});

test('an act without a seat, and what waits when we leave, is rejected', async () => {
  const connection = connect();
  await expect(connection.act({ type: 'draw' })).rejects.toBeInstanceOf(ProblemError);
  socket().say(snapshot(3));
  const acted = connection.act({ type: 'draw' });
  connection.close();
  await expect(acted).rejects.toBeInstanceOf(ProblemError);
});

test('gives up on a table that is not there', () => {
  const connection = connect();
  socket().lose(4404);
  vi.advanceTimersByTime(60_000);
  expect(connection.status).toBe('gone');
  expect(FakeSocket.made.length).toBe(1);
  connection.close();
});

test('a line that fell silent is taken for dead', () => {
  const connection = connect();
  socket().say(snapshot(3));
  vi.advanceTimersByTime(15_000);
  expect(socket().sent).toEqual([{ type: 'ping' }]);
  socket().say({ type: 'pong', now: 0 });
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.made.length).toBeGreaterThan(1);
  connection.close();
});

test('presence marks who is connected; bots always are', () => {
  const connection = connect();
  const seats = [
    { seat: 0, kind: 'person', connected: true },
    { seat: 1, kind: 'bot', connected: true },
    { seat: 2, kind: 'person', connected: false },
  ];
  socket().say(snapshot(3, { seats }));
  socket().say({ type: 'presence', connected: [2] });
  expect(connection.snapshot?.seats.map((seat) => seat.connected)).toEqual([false, true, true]);
  connection.close();
});

test('an older answer does not turn the table back', () => {
  const connection = connect();
  socket().say(snapshot(5));
  connection.adopt(snapshot(4));
  expect(connection.snapshot?.version).toBe(5);
  connection.adopt(snapshot(6));
  expect(connection.snapshot?.version).toBe(6);
  connection.close();
});

test('who became somebody connects anew, and a seat given up is not asked for', () => {
  const connection = connect();
  socket().say(snapshot(3, { you: { user: null, seats: [], seat: null, owner: false } }));
  connection.renew();
  expect(FakeSocket.made.length).toBe(2);
  expect(new URL(socket().url).searchParams.has('seat')).toBe(false);
  socket().say(update(4, 4));
  expect(connection.snapshot?.you.seats).toEqual([0]);
  socket().say(snapshot(5, { you: { user: 'u', seats: [1], seat: 0, owner: true } }));
  socket().lose();
  vi.advanceTimersByTime(250);
  expect(new URL(socket().url).searchParams.has('seat')).toBe(false);
  connection.close();
});

test('who looks as a spectator does so again after a lost line', () => {
  const connection = connect();
  socket().say(snapshot(3));
  connection.look(null);
  socket().lose();
  vi.advanceTimersByTime(250);
  socket().say(update(3));
  expect(socket().sent).toEqual([{ type: 'look', seat: null }]);
  connection.close();
});
