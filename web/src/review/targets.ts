/** What an action points at on the board. */
import type { AnyAction } from '../net/types';

const FIELDS = { route: ['route'], place: ['place', 'city'] } as const;

/** The route or the place that an action names, if it names one. */
export function targetOf(action: AnyAction, kind: keyof typeof FIELDS): string | null {
  for (const [field, value] of Object.entries(action)) {
    if ((FIELDS[kind] as readonly string[]).includes(field) && typeof value === 'string') {
      return value;
    }
  }
  return null;
}
