/** Notifies a player who looks elsewhere that it is their turn. */
import { t } from '../i18n/i18n.svelte';
import type { Snapshot } from '../net/types';
import type { Source } from '../source/source';
import { settings } from './settings.svelte';

/** Whether one of the viewer's own seats must decide. */
export function isMyTurn(snapshot: Snapshot | null): boolean {
  if (snapshot?.status !== 'playing') return false;
  return snapshot.deciding.some((seat) => snapshot.you.seats.includes(seat));
}

/** Ring whenever it becomes the viewer's turn while the page is hidden; returns how to stop. */
export function turnBell(source: Source): () => void {
  let title = '';
  let note: Notification | null = null;

  const calm = (): void => {
    if (document.hidden) return;
    if (title !== '') document.title = title;
    title = '';
    note?.close();
    note = null;
    navigator.clearAppBadge?.().catch(() => undefined);
  };
  const ring = (snapshot: Snapshot): void => {
    if (title === '') title = document.title;
    document.title = t('page.turn.title', { game: snapshot.game.title });
    navigator.setAppBadge?.(1).catch(() => undefined);
    if (settings.notify && 'Notification' in window && Notification.permission === 'granted') {
      note = show(t('page.turn.yours'), snapshot.game.title, snapshot.table);
    }
  };

  document.addEventListener('visibilitychange', calm);
  const stop = $effect.root(() => {
    let before = true;
    $effect(() => {
      const snapshot = source.snapshot;
      const mine = isMyTurn(snapshot);
      if (mine && !before && document.hidden && snapshot !== null) ring(snapshot);
      before = mine;
    });
  });
  return () => {
    stop();
    document.removeEventListener('visibilitychange', calm);
    note?.close();
  };
}

function show(text: string, body: string, tag: string): Notification | null {
  try {
    const note = new Notification(text, { body, tag, icon: './icon-192.png' });
    note.onclick = () => {
      window.focus();
      note.close();
    };
    return note;
  } catch {
    // Some phones allow notifications from service workers only.
    navigator.serviceWorker?.ready.then((worker) => worker.showNotification(text, { body, tag }));
    return null;
  }
}

/** Ask the player's leave; returns whether it was given. */
export async function mayNotify(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  return (await Notification.requestPermission()) === 'granted';
}
