/** The table of points tells what the printed board tells, for every board. */
import { beforeAll, expect, test } from 'vitest';
import { speak } from '../../i18n/i18n.svelte';
import type { Board } from '../../net/types';
import { numberOf, tableOf } from '../../rulebook/book';
import { mechanicsOf } from './mechanics';

const board = (name: string) =>
  ({ name, route_points: { '1': 1, '2': 2, '3': 4 } }) as unknown as Board;

beforeAll(() => speak('en'));

test('tells points by length, and the value of tokens', () => {
  const rules = ['tourist-tokens', 'tickets', 'claiming'];
  const lines = mechanicsOf({ rules }).worth(board('san-francisco'));
  expect(lines.map(({ text }) => text.split(' ')[0])).toEqual(['Routes', 'A', 'Tourist']);
  expect(lines[0]?.scale).toEqual({
    of: 'Spaces',
    rows: [
      [1, 1],
      [2, 2],
      [3, 4],
    ],
  });
  expect(lines[2]?.scale?.rows.at(-1)).toEqual([7, 12]);
});

test('tells the bonus, and Alvin only where he plays along', () => {
  const said = (rules: string[]) =>
    mechanicsOf({ rules })
      .worth(board('old-west'))
      .map(({ text }) => text);
  expect(said(['ticket-bonus'])).toEqual(['The most complete tickets: 15 points']);
  expect(said(['ticket-bonus', 'alvin'])[1]).toMatch(/^Alvin: 10 points for capturing him/);
});

test('tells of a board of others what it knows', () => {
  const rules = ['tourist-tokens', 'ticket-bonus', 'alvin', 'claiming'];
  const lines = mechanicsOf({ rules }).worth(board('atlantis'));
  expect(lines.map(({ text }) => text)).toEqual(['Routes']);
  expect([numberOf('atlantis', 'bonus'), tableOf('atlantis', 'token_points')]).toEqual([
    undefined,
    [],
  ]);
});
