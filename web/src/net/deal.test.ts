import { beforeEach, expect, test, vi } from 'vitest';
import { checkFair } from './deal';
import { sha256 } from './sha256';
import { BOUND, commitmentTo, type Witness } from './witness';

const store = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => store.set(key, value),
});
const ORIGIN = 'https://fogline.example';
vi.stubGlobal('location', { origin: ORIGIN });
beforeEach(() => store.clear());

const SECRET = '5e'.repeat(32);
const [SALT, PEPPER] = ['salt-of-ann-0001', 'pepper-of-bob-02'];
/** What `fogline.store.seed_of` makes of the table below. */
const SEED = '5a4c79917112ee3657a37c0f27b40b0b90c6f004a562d4f3ce7c845503b611bf';
const UNBOUND = '132759c24e9ef0d94f69123c959efb293eb009fd8263357c5b46ec43efae5655';
const OLD_SEED = '0efd35347e75721c3c6ae66cf2e8f9261d0c063e4a9b8274a3d02fc0192d3604';

const seal = (text: string, attempt = 0) =>
  commitmentTo(text, BOUND, ORIGIN, 'fair-table', attempt);

const LOG = [
  { type: 'created', seats: 2, scheme: 3, secret: SECRET },
  { type: 'seated', seat: 0, commitment: seal(SALT), origin: ORIGIN, contribution: null },
  { type: 'seated', seat: 1, commitment: seal(PEPPER), origin: ORIGIN, contribution: null },
  { type: 'starting' },
  { type: 'revealed', seat: 0, contribution: SALT },
  { type: 'revealed', seat: 1, contribution: PEPPER },
  { type: 'dealt' },
  { type: 'moved', seat: 0 },
];

/** The same table, as it would have been before seals were bound to tables. */
const OLDER = LOG.map((entry) => {
  if (entry.type === 'created') return { ...entry, scheme: 2 };
  if (entry.type !== 'seated') return entry;
  return { ...entry, commitment: sha256(entry.seat === 0 ? SALT : PEPPER), origin: null };
});

function changed(index: number, change: object) {
  return LOG.map((entry, at) => (at === index ? { ...entry, ...change } : entry));
}
const OTHER = sha256('another');
const BAD: Record<string, object[]> = {
  'another contribution': changed(5, { contribution: 'another-of-bob-03' }),
  'another commitment': changed(2, { commitment: OTHER }),
  'another origin': changed(2, { origin: 'https://other.example' }),
  'no origin': changed(2, { origin: null }),
  'sealed for another table': changed(2, {
    commitment: commitmentTo(PEPPER, BOUND, ORIGIN, 'other-table', 0),
  }),
  'sealed for another attempt': changed(2, { commitment: seal(PEPPER, 1) }),
  'sealed for no table': changed(2, { commitment: sha256(PEPPER) }),
  'revealed at once': changed(2, { contribution: PEPPER }),
  'committed after the start': [...LOG.slice(0, 2), LOG[3], LOG[2], ...LOG.slice(4)] as object[],
  'revealed before the start': [...LOG.slice(0, 3), LOG[4], LOG[3], ...LOG.slice(5)] as object[],
  'never revealed': LOG.filter((_, at) => at !== 5),
  'committed again': LOG.toSpliced(5, 0, {
    type: 'committed',
    seat: 1,
    commitment: OTHER,
  } as never),
  'given up by the server': LOG.toSpliced(6, 0, { type: 'start-failed', seats: [] } as never),
  'dealt twice': [...LOG, { type: 'dealt' }],
  'no creation': LOG.slice(1),
};

test('a log that holds has the seed that the server computes', () => {
  expect(checkFair('fair-table', LOG)).toEqual({
    kept: true,
    scheme: 3,
    seed: SEED,
    failed: [],
    contributed: 'others',
  });
});

/** What this browser saw: the seals of the log above, and its own contribution. */
function remember(changes: object = {}): void {
  const commitments = [seal(SALT), seal(PEPPER)];
  const attempt = { commitment: sha256(SECRET), commitments, contribution: SALT, ...changes };
  const witness: Witness = {
    kind: 'seen-deal',
    schema: 1,
    origin: ORIGIN,
    table: 'fair-table',
    scheme: BOUND,
    version: 4,
    attempts: [attempt],
    broken: '',
  };
  store.set('fogline.deal.fair-table', JSON.stringify(witness));
}

test('what this browser saw must be in the log', () => {
  remember();
  expect(checkFair('fair-table', LOG)).toMatchObject({ kept: true, contributed: 'own' });
  remember({ commitments: null, contribution: 'never-revealed' });
  expect(checkFair('fair-table', LOG)).toMatchObject({ kept: true, contributed: 'others' });
  remember({ commitment: OTHER });
  expect(checkFair('fair-table', LOG)).toMatchObject({ kept: false });
  remember({ commitments: [seal(SALT), OTHER] });
  expect(checkFair('fair-table', LOG)).toMatchObject({ kept: false });
});

test('what this browser kept before seals were bound to tables is still compared', () => {
  const commitments = [sha256(SALT), sha256(PEPPER)];
  const older = { commitment: sha256(SECRET), commitments, failed: 0 };
  store.set(`fogline.contribution.${sha256(SALT)}`, SALT);
  store.set('fogline.deal.fair-table', JSON.stringify(older));
  const verdict = { kept: true, scheme: 2, contributed: 'own' };
  expect(checkFair('fair-table', OLDER)).toMatchObject(verdict);
  store.set('fogline.deal.fair-table', JSON.stringify({ ...older, commitment: OTHER }));
  expect(checkFair('fair-table', OLDER)).toMatchObject({ kept: false });
});

test('a deal without contributions is told', () => {
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
  const second = LOG.slice(1).map((entry) =>
    entry.type === 'seated'
      ? { ...entry, commitment: seal(entry.seat === 0 ? SALT : PEPPER, 1) }
      : entry,
  );
  const log = [...LOG.slice(0, 5), again, ...second];
  expect(checkFair('fair-table', log as never)).toMatchObject({ kept: true, failed: [[1]] });
});

test('a table whose seals are not bound to it is checked by its scheme', () => {
  expect(checkFair('fair-table', OLDER)).toMatchObject({ kept: true, scheme: 2, seed: UNBOUND });
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
