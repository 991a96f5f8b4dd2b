import { beforeEach, expect, test, vi } from 'vitest';
import { commitmentFor, Objection, takePart, witnessOf } from './fair';
import { sha256 } from './sha256';
import type { Snapshot } from './types';
import { sentBy, type Witness } from './witness';

const calls: { path: string; body: Record<string, string> }[] = [];
let failure: Error | null;
vi.mock('./http', () => ({
  post: async (path: string, { body }: { body: Record<string, string> }) => {
    calls.push({ path, body });
    if (failure !== null) throw failure;
    return { version: 1 };
  },
}));

const store = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => store.set(key, value),
  removeItem: (key: string) => store.delete(key),
});
const ORIGIN = 'https://fogline.example';
vi.stubGlobal('location', { origin: ORIGIN });

let number = 0;
beforeEach(() => {
  calls.length = 0;
  store.clear();
  number += 1;
  failure = null;
});

const SEAL = sha256('the secret of the server');
const OTHER = sha256('another');
const COMMIT = '/api/tables/{table}/commit';
const REVEAL = '/api/tables/{table}/reveal';
const paths = () => calls.map((call) => call.path);

function table(fair: object, more: object = {}): Snapshot {
  const whole = {
    scheme: 3,
    commitment: SEAL,
    commitments: [null, null],
    contributions: [null, null],
    reveal_by: null,
    failed: [],
    secret: null,
    ...fair,
  };
  const at = { table: `table-${number}`, version: 0, status: 'open', you: { seats: [0] } };
  return { ...at, fair: whole, ...more } as never;
}

/** Sit down, and return the own seal. */
function sit(): string {
  return commitmentFor(table({}, { you: { seats: [] } })).commitment as string;
}

test('this browser commits once for each start, to one contribution', async () => {
  await takePart(table({}));
  await takePart(table({}));
  const body = calls[0]?.body as { commitment: string; origin: string };
  const commitment = sentBy(witnessOf(`table-${number}`) as Witness);
  expect(body).toEqual({ commitment, origin: ORIGIN });
  await takePart(table({ commitments: [commitment, null] }));
  await takePart(table({ failed: [{ at: 0, seats: [1] }], commitment: OTHER }));
  expect(paths()).toEqual([COMMIT, COMMIT]);
  expect(calls[1]?.body.commitment).not.toBe(commitment);
});

test('sitting down twice, or at two seats, sends the same seal', () => {
  expect(sit()).toBe(sit());
});

test('a call that did not arrive is made again', async () => {
  failure = new Error('unreachable');
  await expect(takePart(table({}))).rejects.toBe(failure);
  failure = null;
  await takePart(table({}));
  expect(paths()).toEqual([COMMIT, COMMIT]);
  expect(calls[0]?.body).toEqual(calls[1]?.body);
});

test('nothing is revealed before the start, by a spectator, or at a running table', async () => {
  const starting = { commitments: [sit(), OTHER], reveal_by: 1 };
  await takePart(table({ ...starting, reveal_by: null }));
  await takePart(table(starting, { you: { seats: [] } }));
  await takePart(table(starting, { status: 'playing' }));
  await takePart(table({ ...starting, scheme: 1 }));
  expect(calls).toEqual([]);
  expect(commitmentFor(table({ scheme: 1 }))).toEqual({});
});

test('it is revealed for one set of seals, and again after a lost answer', async () => {
  const mine = sit();
  const starting = table({ commitments: [mine, OTHER], reveal_by: 1 });
  failure = new Error('lost');
  await expect(takePart(starting)).rejects.toBe(failure);
  failure = null;
  await Promise.all([takePart(starting), takePart(starting)]);
  expect(paths()).toEqual([REVEAL, REVEAL]);
  expect(calls[0]).toEqual(calls[1]);
  const seals = { commitments: [mine, OTHER], reveal_by: 1 };
  await takePart(table({ ...seals, contributions: ['mine', null] }));
  expect(paths()).toEqual([REVEAL, REVEAL]);
  const others = table({ commitments: [mine, SEAL], reveal_by: 1 });
  await expect(takePart(others)).rejects.toEqual(new Objection('broken'));
  // Whatever comes then, the word was broken.
  await expect(takePart(starting)).rejects.toEqual(new Objection('broken'));
});

test('an answer that comes late is no reason to object', async () => {
  const mine = sit();
  const failed = [{ at: 0, seats: [1] }];
  await takePart(table({ commitment: OTHER, failed }, { version: 7 }));
  const late = table({ commitments: [mine, OTHER], reveal_by: 1 }, { version: 5 });
  await takePart(late);
  expect(paths()).toEqual([COMMIT]);
});

test('another device of the same player takes over, and this one notices', async () => {
  const mine = sit();
  await takePart(table({ commitments: [mine, null] }));
  const other = table({ commitments: [OTHER, null] });
  await expect(takePart(other)).rejects.toEqual(new Objection('replaced'));
  store.clear(); // the other device knows nothing of this one
  await takePart(table({ commitments: [mine, null] }));
  expect(paths()).toEqual([COMMIT]);
});

test('only the newest records are kept', () => {
  for (let nth = 0; nth < 205; nth += 1) commitmentFor(table({}, { table: `many-${nth}` }));
  expect(witnessOf('many-4')).toBeNull();
  expect(witnessOf('many-5')).not.toBeNull();
  expect([...store.keys()].filter((key) => key.startsWith('fogline.deal.'))).toHaveLength(200);
});
