import { t } from '../i18n/i18n.svelte';
import type { ClockModel } from '../net/types';

/** The clocks one can choose; others can be made over the server's interface. */
export const CLOCKS: Readonly<Record<string, ClockModel | null>> = {
  none: null,
  quick: { kind: 'move', seconds: 60, increment: 0 },
  evening: { kind: 'game', seconds: 1200, increment: 10 },
  post: { kind: 'move', seconds: 2 * 86_400, increment: 0 },
};

/** "1 minute per move", "20 minutes per player, plus 10 seconds per move". */
export function clockTitle(clock: ClockModel): string {
  const time = span(clock.seconds);
  if (clock.kind === 'move') return t('page.clock.move', { time });
  if (!clock.increment) return t('page.clock.game', { time });
  return t('page.clock.increment', { time, more: span(clock.increment) });
}

function span(seconds: number): string {
  if (seconds >= 86_400 && seconds % 86_400 === 0) {
    return t('page.clock.days', { count: seconds / 86_400 });
  }
  if (seconds >= 60 && seconds % 60 === 0) {
    return t('page.clock.minutes', { count: seconds / 60 });
  }
  return t('page.clock.seconds', { count: seconds });
}
