import { expect, test } from 'vitest';
import type { Card, Cards } from '../net/types';
import { missingFor } from './shopping';

const route = (length: number, colour: Card | null, ferries = 0) => ({ length, colour, ferries });
const lacks = (routes: ReturnType<typeof route>[], hand: Cards) => [...missingFor(routes, hand)];

test('routes of one colour share its cards', () => {
  expect(lacks([route(3, 'red'), route(2, 'red')], { red: 4 })).toEqual([['red', 1]]);
  expect(lacks([route(3, 'red')], { red: 3 })).toEqual([]);
});

test('a gray route takes the colour that is left over, all of one colour', () => {
  expect(lacks([route(2, 'blue'), route(4, null)], { blue: 4, green: 3 })).toEqual([[null, 1]]);
  expect(lacks([route(4, null), route(2, null)], { blue: 4, green: 1 })).toEqual([[null, 1]]);
});

test('ferries take wild cards, and nothing stands in for them', () => {
  expect(lacks([route(4, null, 2)], { green: 2, wild: 1 })).toEqual([['wild', 1]]);
});

test('wild cards that are left stand in where least is missing', () => {
  const routes = [route(4, 'red'), route(3, 'blue')];
  expect(lacks(routes, { red: 1, blue: 2, wild: 2 })).toEqual([['red', 2]]);
});
