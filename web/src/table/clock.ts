/** Clocks that run smoothly between what the server says. */
import { clockSeconds } from '../i18n/i18n.svelte';
import type { ClockState, Seat } from '../net/types';

/** Milliseconds a seat has left at the server's time `time`, when the clock was sent at `sent`. */
export function left(clock: ClockState, seat: Seat, sent: number, time: number): number {
  const remaining = clock.remaining[seat] ?? 0;
  const spent = clock.running.includes(seat) ? Math.max(0, time - sent) : 0;
  return Math.max(0, remaining - spent);
}

/** "12:05", or "1:02:05" from an hour on; under ten seconds with a tenth. */
export function timeText(milliseconds: number): string {
  if (milliseconds < 10_000) return `0:${clockSeconds(Math.floor(milliseconds / 100) / 10)}`;
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}
