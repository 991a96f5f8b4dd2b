import { expect, test } from 'vitest';
import type { Board } from '../net/types';
import type { Lesson } from '../source/lesson.svelte';
import { extent, inWindow, litBy } from './spotlight';

const lesson = (name: string, action: object | null): Lesson =>
  ({
    name,
    asked: action === null ? null : { text: '', action },
    update: { view: { view: { display: ['red', 'blue'] } } },
  }) as unknown as Lesson;

test('what is asked for is lit, then the button that does it', () => {
  const claim = lesson('claim', { type: 'claim', route: 'a/b' });
  expect(litBy(claim, false)).toEqual({ routes: ['a/b'], places: [] });
  expect(litBy(claim, true)).toEqual({ selector: 'section.prompt' });
  expect(litBy(lesson('x', { type: 'take', card: 'blue' }), false)).toEqual({
    selector: '[data-fly="slot-1"]',
  });
  expect(litBy(lesson('x', { type: 'draw' }), false)).toEqual({ selector: '[data-fly="deck"]' });
  expect(litBy(lesson('x', { type: 'keep', tickets: [] }), false)).toEqual({
    selector: 'section.prompt',
  });
  expect(litBy(lesson('x', { type: 'start-city', city: 'a' }), false)).toEqual({
    routes: [],
    places: ['a'],
  });
});

test('where there is only something to read, its subject is lit', () => {
  expect(litBy(lesson('token', null), false)).toEqual({ selector: '.players li.me' });
  expect(litBy(lesson('map', null), false)).toEqual({ selector: '.fog-table > .stage' });
});

test('a route is found in the window', () => {
  const board = {
    picture: { radius: 10, stage: [0, 0, 1000, 500] },
    routes: [{ id: 'a/b', spaces: [{ x: 100, y: 100, half_length: 20 }] }],
    places: [{ id: 'a', at: [300, 200] }],
  } as unknown as Board;
  const part = extent(board, ['a/b'], []);
  expect(part).toEqual({ left: 70, top: 70, right: 130, bottom: 130 });
  const world = { left: 50, top: 10, right: 550, bottom: 260 };
  expect(inWindow(part, world, board.picture.stage)).toEqual({
    ...{ left: 85, top: 45, right: 115, bottom: 75 },
  });
});
