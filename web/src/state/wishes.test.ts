import { expect, test } from 'vitest';
import type { Game } from '../net/types';
import { readWish } from './wishes';

const game = {
  levels: [{ name: 'beginner' }, { name: 'casual' }],
  seats: [2, 4],
  options: [
    { name: 'alvin', kind: 'bool', default: false },
    { name: 'first', kind: 'int', default: null },
  ],
} as unknown as Game;
const usual = { level: 'casual', players: 2, options: [] };

test('what was chosen last is chosen again', () => {
  const wish = { level: 'beginner', players: 4, options: ['alvin'] };
  expect(readWish(wish, game, 'casual')).toEqual(wish);
});

test('what cannot be played is the usual', () => {
  for (const kept of [undefined, null, 7, {}, { players: 9, options: ['gone'] }]) {
    expect(readWish(kept, game, 'casual')).toEqual(usual);
  }
  expect(readWish({ level: 'gone' }, game, 'casual').level).toBe('casual');
});
