/** Dragging something with a mouse or a finger: a ghost of it follows the pointer. */

export interface Drag {
  /** The pointer is there, with the ghost. */
  move: (x: number, y: number) => void;
  /** It was let go there. */
  drop: (x: number, y: number) => void;
  /** It was given up, or let go: nothing is dragged any more. */
  end: () => void;
}

/** A pointer that moves less than this only presses. */
const LEAST = 6;

/** Follow a pointer that went down on `picture`. */
export function drag(down: PointerEvent, picture: HTMLElement, what: Drag): void {
  if (down.button !== 0) return;
  let ghost: HTMLElement | null = null;
  const { pointerId, clientX, clientY } = down;
  const box = picture.getBoundingClientRect();

  const move = (event: PointerEvent): void => {
    if (event.pointerId !== pointerId) return;
    const [dx, dy] = [event.clientX - clientX, event.clientY - clientY];
    if (ghost === null) {
      if (Math.hypot(dx, dy) < LEAST) return;
      ghost = picture.cloneNode(true) as HTMLElement;
      ghost.style.cssText = `position:fixed;z-index:70;pointer-events:none;margin:0;left:${box.left}px;top:${box.top}px;width:${box.width}px;height:${box.height}px`;
      document.body.append(ghost);
    }
    ghost.style.transform = `translate(${dx}px, ${dy}px) rotate(-4deg)`;
    what.move(event.clientX, event.clientY);
  };
  const end = (): void => {
    ghost?.remove();
    for (const [name, listener] of Object.entries(listeners)) {
      window.removeEventListener(name, listener as EventListener);
    }
    what.end();
  };
  const up = (event: PointerEvent): void => {
    if (event.pointerId !== pointerId) return;
    if (ghost !== null) what.drop(event.clientX, event.clientY);
    end();
  };
  const listeners = { pointermove: move, pointerup: up, pointercancel: end, blur: end };
  for (const [name, listener] of Object.entries(listeners)) {
    window.addEventListener(name, listener as EventListener);
  }
}
