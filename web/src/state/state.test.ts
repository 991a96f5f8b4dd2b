import { expect, test } from 'vitest';
import { bestLanguage } from '../i18n/i18n.svelte';
import type { Snapshot } from '../net/types';
import { type Preferences, readPreferences } from './settings.svelte';
import { withNames } from './tables';
import { isMyTurn } from './turns.svelte';

const defaults: Preferences = {
  language: 'en',
  theme: 'auto',
  motion: 'auto',
  sound: true,
  notify: false,
  pace: 'normal',
  colour: -1,
  hints: false,
};

test('preferences are kept, and what makes no sense is the default', () => {
  const kept = JSON.stringify({ language: 'pl', theme: 'dark', sound: false, motion: 'wild' });
  expect(readPreferences(kept, defaults)).toEqual({
    ...defaults,
    language: 'pl',
    theme: 'dark',
    sound: false,
  });
  expect(readPreferences('{"pace":"fast","colour":3}', defaults)).toMatchObject({
    pace: 'fast',
    colour: 3,
  });
  expect(readPreferences('{"pace":"warp","colour":"red"}', defaults)).toEqual(defaults);
  for (const broken of [null, '', '{', '7', 'null', '[]']) {
    expect(readPreferences(broken, defaults)).toEqual(defaults);
  }
});

test('the first language we speak is spoken', () => {
  expect(bestLanguage(['sv-SE', 'fi-FI', 'en'])).toBe('fi');
  expect(bestLanguage(['sv'])).toBe('en');
  expect(bestLanguage([])).toBe('en');
});

test('every name stands at a table once', () => {
  expect(withNames([{ kind: 'me' }, { kind: 'open' }, { kind: 'me' }], 'Ann')).toEqual([
    { kind: 'me', name: 'Ann' },
    { kind: 'open' },
    { kind: 'me', name: 'Ann 2' },
  ]);
  expect(withNames([{ kind: 'me' }, { kind: 'me', name: 'Ann' }, { kind: 'me' }], 'Ann')).toEqual([
    { kind: 'me', name: 'Ann 2' },
    { kind: 'me', name: 'Ann' },
    { kind: 'me', name: 'Ann 3' },
  ]);
  const long = 'x'.repeat(24);
  expect(withNames([{ kind: 'me' }, { kind: 'me' }], long)[1]).toEqual({
    kind: 'me',
    name: `${'x'.repeat(22)} 2`,
  });
});

test('it is my turn when one of my seats must decide', () => {
  const at = (status: string, deciding: number[], seats: number[]): Snapshot =>
    ({ status, deciding, you: { seats } }) as unknown as Snapshot;
  expect(isMyTurn(at('playing', [1, 2], [2]))).toBe(true);
  expect(isMyTurn(at('playing', [1], [2]))).toBe(false);
  expect(isMyTurn(at('ended', [2], [2]))).toBe(false);
  expect(isMyTurn(null)).toBe(false);
});
