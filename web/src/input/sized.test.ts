import { expect, test, vi } from 'vitest';
import { sized } from './sized';
import type { Size } from './viewport';

let change: () => void = () => undefined;

vi.stubGlobal(
  'ResizeObserver',
  class {
    constructor(notify: () => void) {
      change = notify;
    }
    observe(): void {}
    disconnect(): void {
      change = () => undefined;
    }
  },
);

function attach(element: object, known?: Size) {
  const sizes: Size[] = [];
  const stop = sized((size) => sizes.push(size), known)(element as HTMLElement);
  return { sizes, stop };
}

test('both lengths are sent at once, and again when one of them changes', () => {
  const element = { clientWidth: 30, clientHeight: 20 };
  const { sizes, stop } = attach(element);
  expect(sizes).toEqual([{ width: 30, height: 20 }]);
  change();
  expect(sizes).toHaveLength(1);
  element.clientHeight = 25;
  change();
  expect(sizes[1]).toEqual({ width: 30, height: 25 });
  stop?.();
  element.clientHeight = 26;
  change();
  expect(sizes).toHaveLength(2);
});

test('a known size is neither measured nor sent before it changes', () => {
  let measured = 0;
  const element = {
    get clientWidth() {
      measured += 1;
      return 30;
    },
    clientHeight: 20,
  };
  const { sizes } = attach(element, { width: 30, height: 20 });
  expect(measured).toBe(0);
  change();
  expect(sizes).toEqual([]);
  element.clientHeight = 21;
  change();
  expect(sizes).toEqual([{ width: 30, height: 21 }]);
});
