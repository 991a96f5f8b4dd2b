import { expect, test, vi } from 'vitest';
import { sized } from './sized';
import type { Size } from './viewport';

let change: () => void = () => undefined;

vi.stubGlobal(
  'ResizeObserver',
  class {
    constructor(tell: () => void) {
      change = tell;
    }
    observe(): void {}
    disconnect(): void {
      change = () => undefined;
    }
  },
);

function attach(element: object, known?: Size) {
  const told: Size[] = [];
  const stop = sized((size) => told.push(size), known)(element as HTMLElement);
  return { told, stop };
}

test('both lengths are told at once, and again when one of them changes', () => {
  const element = { clientWidth: 30, clientHeight: 20 };
  const { told, stop } = attach(element);
  expect(told).toEqual([{ width: 30, height: 20 }]);
  change();
  expect(told).toHaveLength(1);
  element.clientHeight = 25;
  change();
  expect(told[1]).toEqual({ width: 30, height: 25 });
  stop?.();
  element.clientHeight = 26;
  change();
  expect(told).toHaveLength(2);
});

test('a known size is neither measured nor told before it changes', () => {
  let measured = 0;
  const element = {
    get clientWidth() {
      measured += 1;
      return 30;
    },
    clientHeight: 20,
  };
  const { told } = attach(element, { width: 30, height: 20 });
  expect(measured).toBe(0);
  change();
  expect(told).toEqual([]);
  element.clientHeight = 21;
  change();
  expect(told).toEqual([{ width: 30, height: 21 }]);
});
