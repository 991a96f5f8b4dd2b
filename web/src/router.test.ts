import { expect, test } from 'vitest';
import { absolute, href, parse } from './router.svelte';

test.each([
  ['', 'start', []],
  ['#/', 'start', []],
  ['#/table/a_B-9', 'table', ['a_B-9']],
  ['#/replay/t/17', 'replay', ['t', '17']],
  ['#/rules/old-west/city-markers', 'rules', ['old-west', 'city-markers']],
  ['#/nowhere', 'lost', []],
  ['#/table/%E0%A4%A', 'table', ['%E0%A4%A']],
])('%s is the page %s', (hash, page, rest) => {
  expect(parse(hash)).toMatchObject({ page, rest });
});

test('what follows ? is a query', () => {
  expect(parse('#/new/old-west?seats=3').query.get('seats')).toBe('3');
});

test('addresses read back', () => {
  expect(href('start')).toBe('#/');
  expect(parse(href('replay', 'a/b c', 17))).toMatchObject({
    page: 'replay',
    rest: ['a/b c', '17'],
  });
});

test('a link to share leads to where others find the server', () => {
  expect(absolute('http://192.0.2.7:8000/fog/', 'table', 'abc')).toBe(
    'http://192.0.2.7:8000/fog/#/table/abc',
  );
});
