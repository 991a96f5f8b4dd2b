import { expect, test } from 'vitest';
import { forms } from './message';

const CARDS = { one: '{count} card', other: '{count} cards' };
const KARTY = {
  one: '{count} karta',
  few: '{count} karty',
  many: '{count} kart',
  other: '{count} karty',
};

test('values go into their places', () => {
  expect(forms('{player} pays {count}', { player: 'Ann', count: 3 }, 'en')).toBe('Ann pays 3');
  expect(forms('{player} waits', {}, 'en')).toBe('{player} waits');
});

test('a value is text: it makes no places of its own', () => {
  expect(forms('{a} {b}', { a: '{b}', b: 'x' }, 'en')).toBe('{b} x');
});

test.each([
  ['en', CARDS, 1, '1 card'],
  ['en', CARDS, 0, '0 cards'],
  ['pl', KARTY, 1, '1 karta'],
  ['pl', KARTY, 3, '3 karty'],
  ['pl', KARTY, 5, '5 kart'],
  ['pl', KARTY, 22, '22 karty'],
])('%s counts', (language, message, count, said) => {
  expect(forms(message, { count }, language)).toBe(said);
});

test('numbers are written as the language does', () => {
  expect(forms('{n}', { n: 12345.5 }, 'da')).toBe('12.345,5');
  expect(forms('{n}', { n: 12345.5 }, 'en')).toBe('12,345.5');
});
