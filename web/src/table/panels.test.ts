import { expect, test } from 'vitest';
import type { Entry } from '../net/types';
import { Panels, unreadOf } from './panels.svelte';

const said = (version: number, user: string, seat: number | null) =>
  ({ type: 'said', version, user, seat, text: 'hello', reaction: null }) as unknown as Entry;
const you = { user: 'ann', seats: [0] };

test('what others say is unread until the log is opened', () => {
  const panels = new Panels();
  const entries = [said(3, 'bea', 1), said(4, 'ann', 0), said(5, 'cid', null)];
  expect(unreadOf(entries, panels.read, you)).toBe(2);
  panels.choose('table', 5);
  expect(unreadOf(entries, panels.read, you)).toBe(0);
  panels.choose('hand', 7);
  expect(unreadOf([...entries, said(6, 'bea', 1), said(8, 'bea', 1)], panels.read, you)).toBe(1);
});

test('the log is opened and closed by its key', () => {
  const panels = new Panels();
  panels.choose('tickets', 1);
  panels.toggleLog(2);
  expect(panels.tab).toBe('table');
  panels.toggleLog(3);
  expect(panels.tab).toBe('tickets');
});

test('a panel that has no tab here is not shown', () => {
  const panels = new Panels();
  expect(panels.shown(['hand', 'tickets', 'table'])).toBe('hand');
  expect(panels.shown(['tickets', 'table'])).toBe('tickets');
  expect(panels.shown(['table'])).toBe('table');
  expect(panels.shown([])).toBeNull();
});
