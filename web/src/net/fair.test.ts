import { beforeEach, expect, test, vi } from 'vitest';
import { checkFair, newCommitment, takePart } from './fair';
import { sha256 } from './sha256';
import type { Snapshot } from './types';

const calls: { path: string; body: Record<string, string> }[] = [];
let answer: Snapshot;
vi.mock('./http', () => ({
  post: async (path: string, { body }: { body: Record<string, string> }) => {
    calls.push({ path, body });
    return answer;
  },
}));

const store = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => store.set(key, value),
});

let number = 0;
beforeEach(() => {
  calls.length = 0;
  store.clear();
  number += 1;
});

const SECRET = '5e'.repeat(32);
const [SALT, PEPPER] = ['salt-of-ann-0001', 'pepper-of-bob-02'];
/** What `fogline.store.seed_of` makes of the table below. */
const SEED = '132759c24e9ef0d94f69123c959efb293eb009fd8263357c5b46ec43efae5655';
const OLD_SEED = '0efd35347e75721c3c6ae66cf2e8f9261d0c063e4a9b8274a3d02fc0192d3604';

const LOG = [
  { type: 'created', seats: 2, scheme: 2, secret: SECRET },
  { type: 'seated', seat: 0, commitment: sha256(SALT), contribution: null },
  { type: 'seated', seat: 1, commitment: sha256(PEPPER), contribution: null },
  { type: 'starting' },
  { type: 'revealed', seat: 0, contribution: SALT },
  { type: 'revealed', seat: 1, contribution: PEPPER },
  { type: 'dealt' },
  { type: 'moved', seat: 0 },
];

function changed(index: number, change: object) {
  return LOG.map((entry, at) => (at === index ? { ...entry, ...change } : entry));
}
const OTHER = sha256('another');
const BAD: Record<string, object[]> = {
  'another contribution': changed(5, { contribution: 'another-of-bob-03' }),
  'another commitment': changed(2, { commitment: OTHER }),
  'revealed at once': changed(2, { contribution: PEPPER }),
  'committed after the start': [...LOG.slice(0, 2), LOG[3], LOG[2], ...LOG.slice(4)] as object[],
  'revealed before the start': [...LOG.slice(0, 3), LOG[4], LOG[3], ...LOG.slice(5)] as object[],
  'never revealed': LOG.filter((_, at) => at !== 5),
  'committed anew': LOG.toSpliced(5, 0, { type: 'committed', seat: 1, commitment: OTHER } as never),
  'given up by the server': LOG.toSpliced(6, 0, { type: 'start-failed', seats: [] } as never),
  'dealt twice': [...LOG, { type: 'dealt' }],
  'no creation': LOG.slice(1),
};

test('a log that holds has the seed that the server computes', () => {
  expect(checkFair('fair-table', LOG)).toEqual({
    kept: true,
    scheme: 2,
    seed: SEED,
    failed: [],
    contributed: 'others',
  });
});

test('a server that leaves out what this browser sent is noticed', () => {
  const commitment = newCommitment();
  const contribution = store.get(`fogline.contribution.${commitment}`);
  const used = changed(1, { commitment }).map((entry, at) =>
    at === 4 ? { ...entry, contribution } : entry,
  );
  expect(checkFair('fair-table', used as never)).toMatchObject({ kept: true, contributed: 'own' });
  const none = [
    LOG[0],
    { type: 'seated', seat: 0 },
    { type: 'seated', seat: 1 },
    { type: 'dealt' },
  ];
  expect(checkFair('fair-table', none as never)).toMatchObject({
    kept: true,
    contributed: 'nobody',
  });
});

test.each(Object.keys(BAD))('%s is noticed', (name) => {
  expect(checkFair('fair-table', BAD[name] as never)).toMatchObject({ kept: false });
});

test('a start that failed is told', () => {
  const again = { type: 'start-failed', seats: [1], secret: SECRET };
  const log = [LOG[0], { ...LOG[1] }, LOG[2], LOG[3], LOG[4], again, ...LOG.slice(1)];
  expect(checkFair('fair-table', log as never)).toMatchObject({ kept: true, failed: [[1]] });
});

test('a table of the older scheme is checked by it', () => {
  const log = [
    { type: 'created', seats: 2, secret: SECRET },
    { type: 'seated', seat: 0, contribution: 'salt' },
    { type: 'bot-seated', seat: 1 },
    { type: 'dealt' },
  ];
  expect(checkFair('fair-table', log)).toEqual({
    kept: true,
    scheme: 1,
    seed: OLD_SEED,
    failed: [],
    contributed: 'others',
  });
});

function table(fair: object, more: object = {}): Snapshot {
  const whole = {
    scheme: 2,
    commitment: sha256(SECRET),
    commitments: [null, null],
    contributions: [null, null],
    reveal_by: null,
    failed: [],
    secret: null,
    ...fair,
  };
  const id = `table-${number}`;
  return { table: id, status: 'open', you: { seats: [0] }, fair: whole, ...more } as never;
}

test('this browser commits once for each start, and keeps what it committed to', async () => {
  answer = table({});
  expect(await takePart(table({}))).toBe(answer);
  expect(await takePart(table({}))).toBeNull();
  const commitment = calls[0]?.body.commitment as string;
  expect(sha256(store.get(`fogline.contribution.${commitment}`) as string)).toBe(commitment);
  expect(await takePart(table({ commitments: [commitment, null] }))).toBeNull();
  await takePart(table({ failed: [{ at: 0, seats: [1] }] }));
  expect(calls.map((call) => call.path)).toEqual(Array(2).fill('/api/tables/{table}/commit'));
});

test('nothing is revealed before the start, by a spectator, or at a running table', async () => {
  const mine = newCommitment();
  const starting = { commitments: [mine, OTHER], reveal_by: 1 };
  await takePart(table({ ...starting, reveal_by: null }));
  await takePart(table(starting, { you: { seats: [] } }));
  await takePart(table(starting, { status: 'playing' }));
  await takePart(table({ ...starting, scheme: 1 }));
  expect(calls).toEqual([]);
});

test('it is revealed once, and what was seen then must be in the log', async () => {
  const mine = newCommitment();
  const contribution = store.get(`fogline.contribution.${mine}`) as string;
  const starting = table({ commitments: [mine, sha256(PEPPER)], reveal_by: 1 });
  await Promise.all([takePart(starting), takePart(starting)]);
  expect(calls).toEqual([{ path: '/api/tables/{table}/reveal', body: { contribution } }]);
  const log = changed(1, { commitment: mine });
  log[4] = { ...log[4], contribution } as never;
  expect(checkFair(starting.table, log)).toMatchObject({ kept: true });
  const chosen = log.map((entry, at) => (at === 2 ? { ...entry, commitment: OTHER } : entry));
  chosen[5] = { ...chosen[5], contribution: 'another' } as never;
  expect(checkFair(starting.table, chosen)).toMatchObject({ kept: false });
  const secret = log.map((entry, at) => (at === 0 ? { ...entry, secret: '00' } : entry));
  expect(checkFair(starting.table, secret)).toMatchObject({ kept: false });
});
