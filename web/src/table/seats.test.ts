import { expect, test } from 'vitest';
import type { SeatModel, Snapshot } from '../net/types';
import { absentSeats, waysOf } from './seats';

function chair(seat: number, more: Partial<SeatModel> = {}): SeatModel {
  return {
    seat,
    kind: 'person',
    name: `P${seat}`,
    user: `u${seat}`,
    level: null,
    gone: null,
    resigned: false,
    ...more,
  };
}

function table(seats: SeatModel[], you: Partial<Snapshot['you']>, more = {}): Snapshot {
  return {
    status: 'playing',
    owner: 'u0',
    muted: [],
    deciding: [1],
    seats,
    presence: { connected: [], away: [] },
    you: { user: 'u0', seats: [0], seat: 0, owner: true, ...you },
    ...more,
  } as unknown as Snapshot;
}

test('who is here may leave or give up, and who is not may return', () => {
  expect(waysOf(table([chair(0), chair(1)], {}), 0)).toEqual(['leave', 'resign']);
  for (const gone of ['left', 'out-of-time'] as const)
    expect(waysOf(table([chair(0, { gone }), chair(1)], {}), 0)).toEqual(['return', 'resign']);
  expect(waysOf(table([chair(0, { level: 'casual' }), chair(1)], {}), 0)[0]).toBe('return');
  expect(waysOf(table([chair(0, { resigned: true }), chair(1)], {}), 0)).toEqual([]);
});

test('the owner gives the seat of somebody absent to a bot, and mutes', () => {
  const seats = [chair(0), chair(1)];
  const away = { presence: { connected: [0], away: [1] } };
  expect(waysOf(table(seats, {}, away), 1)).toEqual(['bot', 'mute']);
  expect(absentSeats(table(seats, {}, away))).toEqual([1]);
  expect(waysOf(table(seats, {}, { ...away, muted: ['u1'] }), 1)).toEqual(['bot', 'unmute']);
  expect(absentSeats(table([chair(0), chair(1)], {}))).toEqual([]);
  expect(waysOf(table([chair(0), chair(1, { kind: 'bot', user: null })], {}), 1)).toEqual([]);
});

test('others may only go on where the owner is the one who is absent', () => {
  const guest = { user: 'u1', seats: [1], seat: 1, owner: false };
  const seats = [chair(0, { gone: 'left' }), chair(1), chair(2, { gone: 'left' })];
  expect(waysOf(table(seats, guest), 0)).toEqual(['bot']);
  expect(waysOf(table(seats, guest), 2)).toEqual([]);
  expect(waysOf(table(seats, { ...guest, user: 'u9', seats: [], seat: null }), 0)).toEqual([]);
});

test('before and after the game there is nothing to do here', () => {
  expect(waysOf(table([chair(0), chair(1)], {}, { status: 'ended' }), 0)).toEqual([]);
});
