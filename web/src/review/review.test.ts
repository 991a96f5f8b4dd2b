import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LANGUAGE_CODES } from '../i18n/catalogs.test-helper';
import { openChapter, speak } from '../i18n/i18n.svelte';
import { mechanicsOf } from '../mechanics/registry/mechanics';
import type { Board, Judgement, Review, ReviewFact, ReviewOption } from '../net/types';
import { Names } from '../table/names';
import { lineOf, moveAt } from './curve';
import { costOf, widest } from './parts';
import { choicesOf, verdictOn } from './questions';
import { ReviewState } from './review.svelte';
import { targetOf } from './targets';
import { reasonsOf, type Speaker, sayChance, sayOption } from './words';

const board = {
  cards: ['red', 'blue', 'wild'],
  places: [
    { id: 'a', name: 'Ay' },
    { id: 'b', name: 'Bee' },
  ],
  routes: [{ id: 'a/b', ends: ['a', 'b'], length: 2 }],
  tickets: [{ id: 't', ends: ['a', 'b'], points: 7 }],
} as unknown as Board;
const rules = [
  'claiming',
  'drawing',
  'tickets',
  'turns',
  'alvin',
  'city-markers',
  'tourist-tokens',
];
const speaker: Speaker = {
  names: new Names(board),
  mechanics: mechanicsOf({ rules }),
  who: (seat) => ['Ann', 'Bea'][seat] ?? '',
};

function option(action: string, win: number, data: object = { type: 'draw' }): ReviewOption {
  return { action, data, sentence: action, value: { win, lead: 0 }, playouts: 1 } as ReviewOption;
}

function decision(changes: Partial<Judgement>): Judgement {
  const none = { value: 0, low: 0, high: 0 };
  const base = { move: 1, seat: 0, label: 'good', legal: 2, options: [], effect: [] };
  const best = option('best', 0.6);
  return {
    ...base,
    ...{ chosen: option('played', 0.4), best, loss: none, lead_loss: none },
    ...{ reason: null, facts: [], ...changes },
  } as Judgement;
}

beforeAll(() => openChapter('review'));
afterAll(() => speak('en'));

describe('the curve', () => {
  const frame = { width: 200, height: 100, moves: 4 };

  test('goes from the deal to the end, high where the chance is', () => {
    const curve = [0.5, 1].map((win, k) => ({
      move: k * 4,
      values: [{ win, lead: 0 }],
      error: [],
    }));
    expect(lineOf(curve, 0, frame)).toBe('M0 50L200 0');
  });

  test('knows the move at a point, within the game', () => {
    expect([-5, 0, 49, 51, 199, 400].map((x) => moveAt(x, frame))).toEqual([0, 0, 1, 1, 4, 4]);
    expect(moveAt(10, { ...frame, width: 0 })).toBe(0);
  });
});

describe('words', () => {
  test('of actions are those of their mechanics, else those of the rule', () => {
    const claim = { type: 'claim', route: 'a/b', payment: { red: 2 } };
    expect(sayOption(option('x', 0, claim), speaker)).toBe('Claim Ay – Bee with 2 red');
    const keep = { type: 'keep', tickets: ['t'] };
    expect(sayOption(option('x', 0, keep), speaker)).toBe('Keep the ticket Ay – Bee');
    expect(sayOption(option('Dig a tunnel', 0, { type: 'dig' }), speaker)).toBe('Dig a tunnel');
  });

  test('of chance tell what came', () => {
    const chance = (data: object[]) =>
      ({ move: 0, data, sentence: 'The cat of {1} moved.' }) as unknown as Review['chance'][number];
    const up = ['red', 'wild'].map((card, slot) => ({ type: 'turned-up', slot, card }));
    expect(sayChance(chance(up), speaker)).toBe('Turned up: Red and Wild.');
    expect(sayChance(chance([{ type: 'drew', seat: 1, card: 'blue' }]), speaker)).toBe(
      'Bea drew Blue.',
    );
    expect(sayChance(chance([{ type: 'cat' }]), speaker)).toBe('The cat of Bea moved.');
  });

  test('of every kind of fact exist, and have no gaps', async () => {
    const { default: words } = await import('../i18n/review/en.json');
    const kinds = Object.keys(words).filter((key) => key.startsWith('page.review.fact.'));
    expect(kinds.length).toBeGreaterThan(20);
    const values = { route: 'a/b', ticket: 't', card: 'red', seat: 1, points: 3, count: 2 };
    for (const language of LANGUAGE_CODES) {
      await speak(language);
      for (const key of kinds) {
        const fact: ReviewFact = { kind: key.replace('page.review.fact.', ''), values };
        const [said] = reasonsOf(decision({ facts: [fact] }), speaker);
        expect(said, key).toMatch(/^[^{}]+\.$/);
      }
    }
    await speak('en');
  });

  test('of an unknown fact are those of the server', () => {
    const facts = [{ kind: 'new', values: {} }];
    expect(reasonsOf(decision({ facts, reason: 'It rains on {0}.' }), speaker)).toEqual([
      'It rains on Ann.',
    ]);
  });
});

describe('questions', () => {
  const options = ['e', 'd', 'c', 'b', 'a', 'z', 'y', 'x', 'w', 'played'].map((action, k) =>
    option(action, 0.6 - k * 0.015),
  );
  const asked = decision({ best: option('e', 0.61), options });

  test('offer some answers, the played one among them, and do not give the best away', () => {
    const actions = choicesOf(asked).map(({ action }) => action);
    expect(actions).toEqual(['a', 'b', 'c', 'd', 'e', 'played', 'y', 'z']);
  });

  test('are answered right, nearly right or wrong', () => {
    expect(verdictOn(asked, 'e')).toBe('right');
    expect(verdictOn(asked, 'd')).toBe('near');
    expect(verdictOn(asked, 'b')).toBe('wrong');
    expect(verdictOn(asked, 'played')).toBe('wrong');
    expect(verdictOn(asked, null)).toBe('wrong');
  });
});

test('an action points at a route or a place', () => {
  const claim = { type: 'claim', route: 'a/b', payment: {} } as never;
  expect([targetOf(claim, 'route'), targetOf(claim, 'place')]).toEqual(['a/b', null]);
  expect(targetOf({ type: 'start-city', city: 'a' } as never, 'place')).toBe('a');
});

test('what decisions cost counts no forced moves', () => {
  const lost = (value: number, label: Judgement['label'], seat = 0) =>
    decision({ seat, label, loss: { value, low: 0, high: 0 } });
  const decisions = [
    lost(0.1, 'blunder'),
    lost(0, 'best'),
    lost(0, 'forced'),
    lost(0.5, 'good', 1),
  ];
  expect(costOf({ decisions } as unknown as Review, 0)).toBeCloseTo(0.05);
  expect(costOf({ decisions: [] } as unknown as Review, 0)).toBe(0);
  expect(widest([0, -0.3])).toBe(0.3);
  expect(widest([0.001])).toBe(0.02);
});

test('moves that were taken back are no moves of the review', () => {
  const kinds = ['dealt', 'moved', 'moved', 'undone', 'moved', 'resigned', 'moved'];
  const moments = kinds.map((type, version) => ({
    version,
    entry: { type, version, moves: 1, seat: 0, events: [] },
  }));
  const went: number[] = [];
  const replay = { moments, at: 5, go: (stop: number) => went.push(stop) };
  const review = { decisions: [{}, {}, {}] };
  const over = { you: { seats: [] }, game: { rules: [] } };
  const state = new ReviewState(replay as never, review as never, over as never, board);
  expect(state.move).toBe(2);
  for (const move of [0, 1, 2, 3, 9]) state.go(move);
  expect(went).toEqual([0, 1, 4, 6, 6]);
});

/** Answer what a page asks about a review, and return the calls and each status. */
async function wait(answers: readonly object[], user: object | null) {
  vi.useFakeTimers();
  vi.resetModules();
  const calls: string[] = [];
  const left = [...answers];
  vi.stubGlobal('fetch', (url: string, { method }: { method: string }) => {
    const what = url.split('/').at(-1);
    calls.push(`${method} ${what}`);
    const somebody = method === 'POST' ? { id: 'u', name: 'Guest' } : user;
    const answer = what === 'session' ? { user: somebody } : left.shift();
    return Promise.resolve(new Response(JSON.stringify(answer)));
  });
  vi.stubGlobal('document', { baseURI: 'https://play.example/' });
  const { waitForReview } = await import('../state/review');
  const statuses: string[] = [];
  const found = waitForReview(
    't',
    ({ status }) => statuses.push(status),
    new AbortController().signal,
  );
  await vi.runAllTimersAsync();
  const review = await found;
  vi.useRealTimers();
  vi.unstubAllGlobals();
  return { review, calls, statuses };
}

describe('a review that is asked for', () => {
  const status = (status: string, review: object | null = null) => ({ status, review });
  const done = status('done', { depth: 'standard' });

  test('is started once, by a guest if need be, then waited for', async () => {
    const answers = ['none', 'waiting', 'running', 'none', 'waiting'].map((each) => status(each));
    const { review, calls, statuses } = await wait([...answers, done], null);
    expect(review).toEqual({ depth: 'standard' });
    expect(calls).toEqual([
      ...['GET review', 'GET session', 'POST session', 'POST review', 'GET review'],
      // A server that stopped leaves it to the next who asks.
      ...['GET review', 'POST review', 'GET review'],
    ]);
    expect(statuses).toEqual(['waiting', 'running', 'waiting', 'done']);
  });

  test('needs nobody if it is there', async () => {
    expect((await wait([done], null)).calls).toEqual(['GET review']);
  });

  test('is tried again if it has failed, once', async () => {
    const failed = status('failed');
    const { review, calls } = await wait([failed, failed], { id: 'u', name: 'Ann' });
    expect(review).toBeNull();
    expect(calls).toEqual(['GET review', 'GET session', 'POST review']);
  });
});
