/** Keys that do what the big buttons do. */

export type Shortcut =
  | { kind: 'draw' | 'routes' | 'tickets' | 'back' | 'log' | 'pin' | 'undo' | 'help' }
  | { kind: 'take'; slot: number };

interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** What a key means at the table, if anything. */
export function shortcut(press: Press): Shortcut | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  const key = press.key.toLowerCase();
  if (/^[1-9]$/.test(key)) return { kind: 'take', slot: Number(key) - 1 };
  switch (key) {
    case 'd':
      return { kind: 'draw' };
    case 'c':
      return { kind: 'routes' };
    case 't':
      return { kind: 'tickets' };
    case 'l':
      return { kind: 'log' };
    case 'p':
      return { kind: 'pin' };
    case 'u':
      return { kind: 'undo' };
    case '?':
      return { kind: 'help' };
    case 'escape':
      return { kind: 'back' };
    default:
      return null;
  }
}

/** The keys at the table, as they are listed: what is on them, and what they do. */
export const KEYS = [
  ['D', 'draw'],
  ['1 – 5', 'take'],
  ['C', 'routes'],
  ['T', 'tickets'],
  ['P', 'pin'],
  ['L', 'log'],
  ['U', 'undo'],
  ['Esc', 'back'],
  ['← ↑ ↓ →', 'arrows'],
  ['+ − 0', 'zoom'],
  ['?', 'help'],
] as const;

/** Whether keys belong to what is being written there. */
export function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
}
