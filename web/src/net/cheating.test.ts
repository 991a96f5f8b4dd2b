/**
 * Malicious servers against the code that players run. Each attack is tried a thousand times; the
 * cheat plays at seat 1, knows the server's secret, and wants wild cards in the first hand.
 */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { checkFair, type Verdict } from './deal';
import { commitmentFor, Objection, takePart } from './fair';
import { standardErrors, wildCards } from './opening.test-helper';
import { sha256 } from './sha256';
import type { Snapshot } from './types';
import { BOUND, COMMITTED, commitmentTo, seedOf } from './witness';

const ATTEMPTS = 1000;
const ORIGIN = 'https://club.example';
/** By how many standard errors the mean of a thousand fair hands may be off. */
const FAR = 4;

/** What the browser at hand keeps; each player has another. */
let storage = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
  removeItem: (key: string) => storage.delete(key),
});
vi.stubGlobal('location', { origin: ORIGIN });
let thrown = 0;
vi.stubGlobal('crypto', {
  // The same in every run, so that no run is unlucky.
  getRandomValues: (bytes: Uint8Array) => {
    thrown += 1;
    const digits = sha256(`random ${thrown}`);
    return bytes.map((_, at) => Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16));
  },
});

interface Sent {
  commitment?: string;
  contribution?: string;
}
/** What the browser at hand has sent; the server answers with an error, as if nothing had come. */
let sent: Sent[] = [];
vi.mock('./http', () => ({
  post: async (_: string, { body }: { body: Sent }) => {
    sent.push(body);
    throw new Error('503');
  },
}));

class Browser {
  readonly #seat: number;
  readonly #storage = new Map<string, string>();
  readonly revealed: string[] = [];
  readonly objections: string[] = [];
  committed: string | null = null;

  constructor(seat = 0) {
    this.#seat = seat;
  }

  /** The seals of both seats, of which this browser sent its own. */
  with(other: string | null): (string | null)[] {
    return this.#seat === 0 ? [this.committed, other] : [other, this.committed];
  }

  /** Do something as this browser. */
  async #as<T>(what: () => T): Promise<Awaited<T>> {
    storage = this.#storage;
    sent = [];
    const result = await what();
    for (const { commitment, contribution } of sent) {
      if (commitment !== undefined) this.committed = commitment;
      if (contribution !== undefined) this.revealed.push(contribution);
    }
    return result;
  }

  /** Show a table to the page, as the server likes. */
  see(table: string, version: number, fair: object): Promise<void> {
    return this.#as(async () => {
      try {
        await takePart(snapshot(table, version, fair, [this.#seat]));
      } catch (error) {
        if (error instanceof Objection) this.objections.push(error.reason);
      }
    });
  }

  sit(table: string, fair: object): Promise<void> {
    return this.#as(() => {
      this.committed = commitmentFor(snapshot(table, 0, fair, [])).commitment ?? null;
    });
  }

  check(table: string, log: object[]): Promise<Verdict> {
    return this.#as(() => checkFair(table, log as never));
  }
}

function snapshot(table: string, version: number, fair: object, seats: number[]): Snapshot {
  const whole = {
    scheme: BOUND,
    commitments: [null, null],
    contributions: [null, null],
    reveal_by: null,
    failed: [],
    secret: null,
    ...fair,
  };
  return { table, version, status: 'open', you: { seats }, fair: whole } as never;
}

/** A failed start, as snapshots show it. */
const FAILED = [{ at: 0, seats: [1] }];

interface Deal {
  table: string;
  secret: string;
  /** The seals and contributions of both seats. */
  seals: readonly string[];
  texts: readonly string[];
  scheme?: number;
}

/** The log that makes a deal look as if everything had gone its way. */
function logOf({ secret, seals, texts, scheme = BOUND }: Deal, failed: object[] = []): object[] {
  const origin = scheme === BOUND ? ORIGIN : null;
  return [
    { type: 'created', seats: 2, scheme, secret: failed.length > 0 ? 'the first secret' : secret },
    ...failed,
    ...seals.map((commitment, seat) => ({ type: 'seated', seat, commitment, origin })),
    { type: 'starting' },
    ...texts.map((contribution, seat) => ({ type: 'revealed', seat, contribution })),
    { type: 'dealt' },
  ];
}

const bound = (text: string, table: string, attempt = 0) =>
  commitmentTo(text, BOUND, ORIGIN, table, attempt);
const seedOfDeal = ({ table, secret, texts, scheme = BOUND }: Deal) =>
  seedOf(scheme, table, secret, texts);
const cheatsCards = (deal: Deal) => wildCards(seedOfDeal(deal))[1];

/** The best of a few deals, for the cheat. */
function best(deals: Deal[]): Deal {
  return deals.reduce((one, other) => (cheatsCards(other) > cheatsCards(one) ? other : one));
}

const TRIES = 6;
const several = <T>(make: (nth: number) => T) =>
  Array.from({ length: TRIES }, (_, nth) => make(nth));

/** What came of a thousand attempts: the cheat's cards in those deals that the page calls fair. */
class Result {
  believed: number[] = [];
  wanted: number[] = [];

  /** A deal that the page is asked about. */
  async ask(browser: Browser, deal: Deal, failed: object[] = []): Promise<Verdict> {
    const verdict = await browser.check(deal.table, logOf(deal, failed));
    this.wanted.push(cheatsCards(deal));
    if (verdict.kept && verdict.contributed === 'own') this.believed.push(cheatsCards(deal));
    return verdict;
  }
}

let number = 0;
beforeEach(() => {
  number += 1;
});
const tableOf = (attempt: number) => `table-${number}-${attempt}`;

/** Let a browser sit down and see the start, with the seals that the server shows it. */
async function sitAndStart(browser: Browser, table: string, secret: string, other: string) {
  const commitment = sha256(secret);
  await browser.sit(table, { commitment });
  await browser.see(table, 1, { commitment, commitments: browser.with(null) });
  await browser.see(table, 2, { commitment, commitments: browser.with(other), reveal_by: 1 });
  return browser.committed as string;
}

test('the first hands are those that the engine deals', () => {
  const seeds = ['abc', 'seed-0', 'seed-1', 'seed-2', 'seed-3', 'seed-4', 'seed-5'];
  expect(seeds.map((seed) => wildCards(seed)[1])).toEqual([1, 1, 1, 0, 0, 1, 1]);
});

test('the statistic tells chosen hands from fair ones', () => {
  const fair = Array.from({ length: ATTEMPTS }, (_, nth) => wildCards(`fair-${nth}`)[1]);
  const chosen = fair.map((_, nth) => Math.max(...several((of) => wildCards(`${nth}/${of}`)[1])));
  expect(Math.abs(standardErrors(fair))).toBeLessThan(FAR);
  expect(standardErrors(chosen)).toBeGreaterThan(10 * FAR);
});

describe('a server that', () => {
  test('shows an old contribution at the seat, and knows it, is not believed', async () => {
    const result = new Result();
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const browser = new Browser();
      const scheme = attempt % 2 === 0 ? BOUND : COMMITTED;
      // An honest game, after which the server knows the contribution.
      const before = `${tableOf(attempt)}-before`;
      await browser.sit(before, { scheme, commitment: sha256('s') });
      const old = browser.committed as string;
      const start = { scheme, commitment: sha256('s'), commitments: [old, null], reveal_by: 1 };
      await browser.see(before, 1, start);
      const known = browser.revealed[0] as string;

      const table = tableOf(attempt);
      const own = 'of-the-cheat-0001';
      const seals = [old, scheme === BOUND ? bound(own, table) : sha256(own)];
      const deal = best(
        several((nth) => ({ table, scheme, secret: `${nth}`, seals, texts: [known, own] })),
      );
      const commitment = sha256(deal.secret);
      await browser.sit(table, { scheme, commitment });
      await browser.see(table, 1, { scheme, commitment, commitments: [old, null] });
      await browser.see(table, 2, { scheme, commitment, commitments: seals, reveal_by: 1 });
      expect(browser.objections).toEqual(['replaced', 'replaced']);
      expect(browser.revealed).toEqual([known]);
      const verdict = await result.ask(browser, deal);
      expect(verdict.contributed).not.toBe('own');
      if (scheme === BOUND) expect(verdict.kept).toBe(false);
    }
    expect(standardErrors(result.wanted)).toBeGreaterThan(FAR);
    expect(result.believed).toEqual([]);
  });

  test.each(['seal', 'secret'])('asks twice, with another %s, is found out', async (what) => {
    const result = new Result();
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const browser = new Browser();
      const table = tableOf(attempt);
      const mine = await sitAndStart(browser, table, 'secret', bound('first-of-the-cheat', table));
      const known = browser.revealed[0] as string;
      const deal = best(
        several((nth) => {
          const other = what === 'seal' ? `another-${nth}` : 'first-of-the-cheat';
          const secret = what === 'secret' ? `another-${nth}` : 'secret';
          return { table, secret, seals: [mine, bound(other, table)], texts: [known, other] };
        }),
      );
      const second = { commitment: sha256(deal.secret), commitments: deal.seals, reveal_by: 1 };
      await browser.see(table, 3, second);
      expect(browser.revealed).toEqual([known]);
      expect(browser.objections).toEqual(['broken']);
      expect((await result.ask(browser, deal)).kept).toBe(false);
    }
    expect(standardErrors(result.wanted)).toBeGreaterThan(FAR);
    expect(result.believed).toEqual([]);
  });

  test('echoes the seal of another seat learns nothing', async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const browser = new Browser();
      const table = tableOf(attempt);
      const commitment = sha256('secret');
      const theirs = bound('of-the-cheat-0001', table);
      await browser.sit(table, { commitment });
      await browser.see(table, 1, { commitment, commitments: [theirs, theirs], reveal_by: 1 });
      expect(browser.revealed).toEqual([]);
      expect(browser.objections).toEqual(['replaced']);
    }
  });

  test('gives the own seal to another seat as well gains nothing', async () => {
    const result = new Result();
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const browser = new Browser();
      const table = tableOf(attempt);
      const commitment = sha256('secret');
      await browser.sit(table, { commitment });
      const mine = browser.committed as string;
      await browser.see(table, 1, { commitment, commitments: [mine, mine], reveal_by: 1 });
      const [text] = browser.revealed as [string];
      const deal = { table, secret: 'secret', seals: [mine, mine], texts: [text, text] };
      expect(await result.ask(browser, deal)).toMatchObject({ kept: true, contributed: 'own' });
    }
    expect(result.believed).toHaveLength(ATTEMPTS);
    expect(Math.abs(standardErrors(result.believed))).toBeLessThan(FAR);
  });

  test('asks for one contribution at two tables gets it at one', async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const browser = new Browser();
      const [one, two] = [`${tableOf(attempt)}-one`, `${tableOf(attempt)}-two`];
      const commitment = sha256('secret');
      await browser.sit(one, { commitment });
      const wanted = browser.committed as string;
      await browser.see(one, 1, { commitment, commitments: [wanted, null] });
      await browser.sit(two, { commitment });
      await browser.see(two, 1, { commitment, commitments: [wanted, null], reveal_by: 1 });
      expect(browser.revealed).toEqual([]);
      expect(browser.objections).toEqual(['replaced']);
      // Nor does its table believe what was sealed for the other one.
      await browser.see(one, 2, { commitment, commitments: [wanted, null], reveal_by: 1 });
      const [text] = browser.revealed as [string];
      const other = 'of-the-cheat-0001';
      const seals = [wanted, bound(other, two)];
      const log = logOf({ table: two, secret: 'secret', seals, texts: [text, other] });
      expect((await browser.check(two, log)).kept).toBe(false);
    }
  });

  test('counts attempts back is found out', async () => {
    const result = new Result();
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const browser = new Browser();
      const table = tableOf(attempt);
      const mine = await sitAndStart(browser, table, 'secret', bound('first-of-the-cheat', table));
      const known = browser.revealed[0] as string;
      const secret = attempt % 2 === 0 ? 'secret' : 'next';
      const next = { commitment: sha256(secret), failed: FAILED };
      await browser.see(table, 3, next);
      await browser.see(table, 4, { ...next, commitments: [browser.committed, null] });
      const deal = best(
        several((nth) => {
          const other = `another-${nth}`;
          return {
            table,
            secret: 'secret',
            seals: [mine, bound(other, table)],
            texts: [known, other],
          };
        }),
      );
      const back = { commitment: sha256('secret'), commitments: deal.seals, reveal_by: 1 };
      await browser.see(table, 5, back);
      expect(browser.revealed).toEqual([known]);
      expect(browser.objections).toEqual(['broken']);
      expect((await result.ask(browser, deal)).kept).toBe(false);
    }
    expect(result.believed).toEqual([]);
  });

  test('shows different seals to different players is found out by one of them', async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const [ann, bob] = [new Browser(0), new Browser(1)];
      const table = tableOf(attempt);
      const anns = await sitAndStart(ann, table, 'secret', bound('instead-of-bobs', table));
      const bobs = await sitAndStart(bob, table, 'secret', bound('instead-of-anns', table));
      const [annsText, bobsText] = [ann.revealed[0] as string, bob.revealed[0] as string];
      // The log has what both sent, or what Ann was shown.
      const other = attempt % 2 === 0 ? bobsText : 'instead-of-bobs';
      const seals = [anns, attempt % 2 === 0 ? bobs : bound(other, table)];
      const log = logOf({ table, secret: 'secret', seals, texts: [annsText, other] });
      const verdicts = [await ann.check(table, log), await bob.check(table, log)];
      expect(verdicts.map(({ kept }) => kept)).toContain(false);
    }
  });

  test('shows a failed start to one player only writes no log that holds', async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const [ann, bob] = [new Browser(0), new Browser(1)];
      const table = tableOf(attempt);
      await sitAndStart(ann, table, 'the first secret', bound('of-the-cheat-0001', table));
      const next = { commitment: sha256('secret'), failed: FAILED };
      await ann.see(table, 3, next);
      const anns = ann.committed as string;
      const bobs = await sitAndStart(bob, table, 'secret', anns);
      await ann.see(table, 4, { ...next, commitments: [anns, bobs], reveal_by: 1 });
      const texts = [ann.revealed[1] as string, bob.revealed[0] as string];
      const deal = { table, secret: 'secret', seals: [anns, bobs], texts };
      const failed = [
        { type: 'seated', seat: 1, commitment: 'x', origin: ORIGIN },
        { type: 'starting' },
        { type: 'start-failed', seats: [1], secret: 'secret' },
      ];
      for (const log of [logOf(deal), logOf(deal, failed)]) {
        expect((await ann.check(table, log)).kept).toBe(false);
        expect((await bob.check(table, log)).kept).toBe(false);
      }
    }
  });

  test('leaves a failed start out of the log is found out', async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const browser = new Browser();
      const table = tableOf(attempt);
      await sitAndStart(browser, table, 'the first secret', bound('of-the-cheat-0001', table));
      const next = { commitment: sha256('secret'), failed: FAILED };
      await browser.see(table, 3, next);
      const mine = browser.committed as string;
      const theirs = bound('of-the-cheat-0001', table, 1);
      await browser.see(table, 4, { ...next, commitments: [mine, theirs], reveal_by: 1 });
      const texts = [browser.revealed[1] as string, 'of-the-cheat-0001'];
      const deal = { table, secret: 'secret', seals: [mine, theirs], texts };
      expect((await browser.check(table, logOf(deal))).kept).toBe(false);
    }
  });
});

test('who knows the secret and commits last gains nothing', async () => {
  const result = new Result();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const browser = new Browser();
    const table = tableOf(attempt);
    const commitment = sha256('secret');
    await browser.sit(table, { commitment });
    const mine = browser.committed as string;
    // The cheat sees a seal alone, so a contribution can only be chosen by guessing what is in it.
    const guess = { table, secret: 'secret', seals: [], scheme: BOUND };
    const chosen = best(several((nth) => ({ ...guess, texts: ['a-guess', `cheat-${nth}`] })));
    const text = chosen.texts[1] as string;
    const seals = [mine, bound(text, table)];
    await browser.see(table, 1, { commitment, commitments: seals, reveal_by: 1 });
    const deal = { table, secret: 'secret', seals, texts: [browser.revealed[0] as string, text] };
    expect(await result.ask(browser, deal)).toMatchObject({ kept: true, contributed: 'own' });
  }
  expect(result.believed).toHaveLength(ATTEMPTS);
  expect(Math.abs(standardErrors(result.believed))).toBeLessThan(FAR);
});
