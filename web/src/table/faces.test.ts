import { expect, test } from 'vitest';
import { FACES, placeOf } from './faces';

test('every card and both backs have a place of their own on the sheet', () => {
  const cards = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'black', 'white', 'wild'];
  const places = [
    ...cards.map((card) => placeOf(card as never, 'cable')),
    placeOf(null, 'cable'),
    placeOf(null, 'train'),
  ];
  expect(new Set(places).size).toBe(FACES);
  expect(places.at(-1)).toBe('100%');
});
