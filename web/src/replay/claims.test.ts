import { expect, test } from 'vitest';
import { ALL } from '../mechanics/registry/mechanics';
import type { Moment } from '../source/replay.svelte';
import { claimOf, claimsOf, nextClaim } from './claims';

const moved = (seat: number, ...events: object[]): Moment =>
  ({ version: 0, entry: { type: 'moved', seat, events } }) as unknown as Moment;
const claimed = (route: string) => ({ type: 'claimed', seat: 0, route, payment: {} });
const moments = [
  { version: 0, entry: { type: 'dealt', events: [] } } as unknown as Moment,
  moved(0, claimed('a/b')),
  moved(1, { type: 'drew', seat: 1, card: null }),
  moved(1, claimed('b/c')),
];
const claims = claimsOf(moments, ALL);

test('claims are found with their seat', () => {
  expect(claims).toEqual([
    { at: 1, seat: 0, routes: ['a/b'] },
    { at: 3, seat: 1, routes: ['b/c'] },
  ]);
});

test('one goes from claim to claim, and to the claim of a route', () => {
  expect(nextClaim(claims, 0, 1)).toBe(1);
  expect(nextClaim(claims, 1, 1)).toBe(3);
  expect(nextClaim(claims, 3, 1)).toBeNull();
  expect(nextClaim(claims, 3, -1)).toBe(1);
  expect(nextClaim(claims, 1, -1)).toBeNull();
  expect(claimOf(claims, 'b/c')).toBe(3);
  expect(claimOf(claims, 'x/y')).toBeNull();
});
