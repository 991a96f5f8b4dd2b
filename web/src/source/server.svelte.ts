/** A table of the server, kept up to date whatever happens to the connection. */
import { language } from '../i18n/i18n.svelte';
import { updated } from '../net/changes';
import { apiUrl, post } from '../net/http';
import { newId } from '../net/ids';
import { ProblemError } from '../net/problem';
import type {
  AnyAction,
  ClientMessage,
  Entry,
  Problem,
  Reaction,
  Seat,
  ServerMessage,
  Snapshot,
} from '../net/types';
import type { Pace } from '../state/settings.svelte';
import { sitAgain } from '../state/tables';
import { AskedAdvice } from './advice.svelte';
import { History } from './history.svelte';
import type { Capabilities, Chat, EntriesListener, Seating, Source, Status, Undo } from './source';

interface Waiting {
  message: ClientMessage & { type: 'act' };
  resolve: () => void;
  reject: (error: ProblemError) => void;
}

const GONE = 4404;
/** Codes after which connecting again is of no use. */
const FINAL = new Set([GONE, 4403, 4400]);
const PING_EVERY = 15_000;
const SILENCE = 35_000;
const FIRST_DELAY = 250;
const LONGEST_DELAY = 5_000;
const PATIENCE = 1.6;

type SocketMaker = (url: string) => WebSocket;

export class ServerSource implements Source {
  readonly table: string;
  snapshot = $state.raw<Snapshot | null>(null);
  status = $state<Status>('connecting');
  acting = $state(false);
  skew = $state(0);
  readonly can: Capabilities = { count: true, pins: true, presence: true, tips: true };
  readonly advice = new AskedAdvice((routes, tickets) =>
    this.#send({ type: 'hints', routes: [...routes], tickets }),
  );
  readonly chat: Chat = this;
  readonly undo: Undo;
  readonly seating: Seating;
  readonly wanted = null;
  readonly open = null;

  #history: History;
  #socket: WebSocket | null = null;
  /** Whether we asked to look as a spectator, though we may have seats. */
  #asSpectator = false;
  /** Sent again after reconnecting: the server may have forgotten it. */
  #pace: Pace = 'normal';
  #listeners = new Set<EntriesListener>();
  /** Entries whose table is not known yet: the whole of it has been asked for. */
  #missed: Entry[] | null = null;
  #waiting = new Map<string, Waiting>();
  #attempts = 0;
  #received = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;
  #make: SocketMaker;

  constructor(table: string, make: SocketMaker = (url) => new WebSocket(url)) {
    this.table = table;
    this.undo = undoAt(table);
    this.seating = seatingAt(table);
    this.#history = new History(table);
    this.#make = make;
    this.#open();
    this.#pulse = setInterval(() => this.#beat(), PING_EVERY);
    if (typeof window !== 'undefined') {
      window.addEventListener('online', this.#hurry);
      document.addEventListener('visibilitychange', this.#hurry);
    }
  }

  get entries(): readonly Entry[] {
    return this.#history.entries;
  }

  get archived(): boolean {
    return this.snapshot?.status === 'ended';
  }

  onEntries(listener: EntriesListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  act(action: AnyAction): Promise<void> {
    const seat = this.snapshot?.you.seat;
    const version = this.snapshot?.version;
    if (seat === undefined || seat === null || version === undefined) {
      return Promise.reject(new ProblemError(null));
    }
    const id = newId();
    const message = { type: 'act' as const, id, version, seat, action: action as never };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { message, resolve, reject });
      this.acting = true;
      this.#send(message);
    });
  }

  async say(said: { text: string } | { reaction: Reaction }): Promise<void> {
    if (!this.#send({ type: 'chat', ...said } as ClientMessage)) throw new ProblemError(null);
  }

  async report(version: number): Promise<void> {
    const path = { table: this.table };
    await post('/api/tables/{table}/report', { path, body: { kind: 'chat', number: version } });
  }

  async again(): Promise<string> {
    const path = { table: this.table };
    const next = this.snapshot?.rematch ?? null;
    if (next === null) return (await post('/api/tables/{table}/rematch', { path })).table;
    // If the seat is taken, the waiting room shows which are free.
    if (this.snapshot !== null) await sitAgain(next, this.snapshot).catch(() => undefined);
    return next;
  }

  pace(pace: Pace): void {
    this.#pace = pace;
    if ((this.snapshot?.you.seats.length ?? 0) > 0) this.#send({ type: 'pace', pace });
  }

  look(seat: Seat | null): void {
    this.#asSpectator = seat === null;
    this.#send({ type: 'look', seat });
  }

  close(): void {
    this.status = 'closed';
    clearTimeout(this.#retry);
    clearInterval(this.#pulse);
    if (typeof window !== 'undefined') {
      window.removeEventListener('online', this.#hurry);
      document.removeEventListener('visibilitychange', this.#hurry);
    }
    this.#drop();
    this.#giveUp(null);
  }

  /** Connect again with a new identity: a stranger who became a guest. */
  renew(): void {
    this.#drop();
    clearTimeout(this.#retry);
    this.#open();
  }

  #open(): void {
    this.#missed = null;
    const since = this.snapshot?.version;
    const url = apiUrl(`api/tables/${encodeURIComponent(this.table)}/ws`, {
      seat: this.#ownSeat(),
      since,
      changes: 'true',
      language: language(),
      words: 'false',
    });
    const socket = this.#make(url.replace(/^http/, 'ws'));
    this.#socket = socket;
    this.#received = Date.now();
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#take(JSON.parse(event.data as string) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lost(event.code);
    };
  }

  /** The seat we look from, as long as it is ours. */
  #ownSeat(): Seat | undefined {
    const you = this.snapshot?.you;
    return you?.seats.find((seat) => seat === you.seat);
  }

  #take(message: ServerMessage): void {
    this.#received = Date.now();
    this.#attempts = 0;
    switch (message.type) {
      case 'view':
        this.#update(this.#missed ?? [], message);
        this.#greet();
        break;
      case 'update':
        this.#update(
          message.entries,
          this.#missed === null ? updated(this.snapshot, message) : message.view,
        );
        this.#greet();
        break;
      case 'hints':
        this.advice.receive(message, message.seat);
        break;
      case 'presence':
        if (this.snapshot !== null) {
          const { connected, away } = message;
          this.snapshot = { ...this.snapshot, presence: { connected, away } };
        }
        break;
      case 'done':
        if (message.id) this.#settle(message.id, null);
        break;
      case 'refused':
        if (message.id) this.#settle(message.id, message.problem);
        break;
    }
  }

  /** The first message after (re)connecting: send again what may not have arrived; ids make it happen once. */
  #greet(): void {
    if (this.status === 'live') return;
    this.status = 'live';
    if (this.#asSpectator) this.#send({ type: 'look', seat: null });
    if (this.#pace !== 'normal') this.pace(this.#pace);
    for (const { message } of this.#waiting.values()) this.#send(message);
  }

  #show(snapshot: Snapshot): void {
    this.skew = snapshot.now - Date.now();
    this.snapshot = snapshot;
    this.advice.update(snapshot);
    if (snapshot.view !== null) void this.#history.readFor(snapshot.you.seat);
  }

  #update(entries: Entry[], after: Snapshot | null): void {
    if (after === null) {
      if (this.#missed === null) this.#send({ type: 'snapshot' });
      this.#missed = [...(this.#missed ?? []), ...entries];
      return;
    }
    this.#missed = null;
    const known = this.snapshot?.version ?? -1;
    this.#show(after);
    const fresh = entries.filter((entry) => entry.version > known);
    this.#history.add(fresh);
    if (fresh.length > 0) for (const listener of this.#listeners) listener(fresh, after);
  }

  #settle(id: string, problem: Problem | null): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    this.acting = this.#waiting.size > 0;
    if (problem === null) waiting.resolve();
    else waiting.reject(new ProblemError(problem));
  }

  #giveUp(problem: Problem | null): void {
    for (const { reject } of this.#waiting.values()) reject(new ProblemError(problem));
    this.#waiting.clear();
    this.acting = false;
  }

  #send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #lost(code: number): void {
    if (this.status === 'closed') return;
    this.#socket = null;
    if (FINAL.has(code)) {
      this.status = 'gone';
      this.#giveUp(null);
      return;
    }
    if (this.status === 'live') this.status = 'reconnecting';
    const delay = Math.min(FIRST_DELAY * PATIENCE ** this.#attempts, LONGEST_DELAY);
    this.#attempts += 1;
    this.#retry = setTimeout(() => this.#open(), delay * (0.75 + Math.random() / 2));
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** A connection that is silent for long is dead, even without an error. */
  #beat(): void {
    if (this.#socket === null || this.status === 'gone') return;
    if (Date.now() - this.#received > SILENCE) {
      this.#drop();
      this.#lost(1006);
    } else {
      this.#send({ type: 'ping' });
    }
  }

  /** The network or the player is back: do not wait for the next try. */
  #hurry = (): void => {
    if (document.visibilityState === 'hidden') return;
    if (this.#socket === null && (this.status === 'reconnecting' || this.status === 'connecting')) {
      clearTimeout(this.#retry);
      this.#attempts = 0;
      this.#open();
    } else {
      this.#beat();
    }
  };
}

function undoAt(table: string): Undo {
  const path = { table };
  return {
    async ask(move) {
      await post('/api/tables/{table}/undo', { path, body: { move } });
    },
    async answer(request, agree) {
      await post('/api/tables/{table}/undo/answer', { path, body: { request, agree } });
    },
  };
}

function seatingAt(table: string): Seating {
  const call = (what: 'leave' | 'return' | 'resign') => async (seat: Seat) => {
    await post(`/api/tables/{table}/seats/{seat}/${what}`, { path: { table, seat } });
  };
  return {
    leave: call('leave'),
    return: call('return'),
    resign: call('resign'),
    async replace(seat) {
      await post('/api/tables/{table}/seats/{seat}/bot', { path: { table, seat }, body: {} });
    },
    async mute(user, muted) {
      await post('/api/tables/{table}/mute', { path: { table }, body: { user, muted } });
    },
    async report(seat) {
      const body = { kind: 'name', number: seat } as const;
      await post('/api/tables/{table}/report', { path: { table }, body });
    },
  };
}
