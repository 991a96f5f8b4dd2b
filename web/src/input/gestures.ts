/** Fingers and mice on the board: drag, pinch, wheel, tap and double tap. */
import { pan, type Size, type Stage, type Viewport, zoomAt } from './viewport';

export interface GestureHost {
  viewport: Viewport;
  readonly stage: Stage;
  readonly size: Size;
  /** A tap that was no drag, in pixels of the window; `sure` if one sees what the pointer is on. */
  tap(x: number, y: number, sure: boolean): void;
  doubleTap(x: number, y: number): void;
  hover(x: number, y: number): void;
  leave(): void;
  /** Whether fingers are moving the board now. */
  moving(on: boolean): void;
}

const STILL = 7;
const DOUBLE = 320;
const NEAR = 30;
const SETTLED = 250;

/** Make an element listen; returns how to stop. */
export function gestures(element: HTMLElement, host: GestureHost): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  let start = { x: 0, y: 0 };
  let dragged = false;
  let turning: ReturnType<typeof setTimeout> | undefined;
  let last = { x: 0, y: 0, at: 0 };

  const at = (event: MouseEvent) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const span = () => {
    const [a, b] = [...fingers.values()];
    if (a === undefined || b === undefined) return null;
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, far: Math.hypot(a.x - b.x, a.y - b.y) };
  };

  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    if (event.target instanceof Element && event.target.closest('button, a')) return;
    fingers.set(event.pointerId, at(event));
    if (fingers.size === 1) {
      start = at(event);
      dragged = false;
    } else {
      dragged = true;
    }
  };
  const move = (event: PointerEvent): void => {
    const point = at(event);
    const before = fingers.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType === 'mouse') host.hover(point.x, point.y);
      return;
    }
    if (!dragged && Math.hypot(point.x - start.x, point.y - start.y) < STILL) return;
    if (!dragged || !element.hasPointerCapture(event.pointerId)) {
      element.setPointerCapture(event.pointerId);
      host.moving(true);
    }
    dragged = true;
    const spanned = span();
    fingers.set(event.pointerId, point);
    if (spanned === null) {
      host.viewport = pan(
        host.viewport,
        point.x - before.x,
        point.y - before.y,
        host.stage,
        host.size,
      );
      return;
    }
    const now = span();
    if (now === null || spanned.far === 0) return;
    const moved = pan(host.viewport, now.x - spanned.x, now.y - spanned.y, host.stage, host.size);
    host.viewport = zoomAt(moved, now.far / spanned.far, now.x, now.y, host.stage, host.size);
  };
  const up = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId)) return;
    if (fingers.size === 0) host.moving(false);
    if (dragged || event.type === 'pointercancel') return;
    const point = at(event);
    const again =
      event.timeStamp - last.at < DOUBLE && Math.hypot(point.x - last.x, point.y - last.y) < NEAR;
    last = { ...point, at: again ? 0 : event.timeStamp };
    if (again) host.doubleTap(point.x, point.y);
    else host.tap(point.x, point.y, event.pointerType === 'mouse');
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const point = at(event);
    const lines = event.deltaMode === 1 ? 24 : 1;
    const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0015));
    // A wheel turns in steps: it stands still when none has come for a while.
    host.moving(true);
    host.viewport = zoomAt(host.viewport, factor, point.x, point.y, host.stage, host.size);
    clearTimeout(turning);
    turning = setTimeout(() => host.moving(fingers.size > 0 && dragged), SETTLED);
  };
  const leave = (): void => host.leave();

  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  element.addEventListener('pointerleave', leave);
  element.addEventListener('wheel', wheel, { passive: false });
  return () => {
    clearTimeout(turning);
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', up);
    element.removeEventListener('pointerleave', leave);
    element.removeEventListener('wheel', wheel);
  };
}
