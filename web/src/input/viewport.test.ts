import { describe, expect, test } from 'vitest';
import { shortcut } from './keys';
import { around, centre, overview, pan, type Stage, settle, toBoard, zoomAt } from './viewport';

const stage: Stage = [-40, -40, 1680, 1180];
const size = { width: 840, height: 800 };

describe('the window', () => {
  test('shows the whole stage in its middle', () => {
    const viewport = overview(stage, size);
    expect(viewport.scale).toBe(0.5);
    expect(viewport.x).toBe(0);
    expect(viewport.y).toBe(105);
    expect(toBoard(viewport, 420, 400, stage)).toEqual({ x: 800, y: 550 });
  });

  test('keeps what is under the finger there while zooming', () => {
    const before = overview(stage, size);
    const under = toBoard(before, 300, 400, stage);
    const after = zoomAt(before, 2, 300, 400, stage, size);
    expect(after.scale).toBe(1);
    const still = toBoard(after, 300, 400, stage);
    expect(still.x).toBeCloseTo(under.x);
    expect(still.y).toBeCloseTo(under.y);
  });

  test('goes neither too near nor too far', () => {
    const viewport = overview(stage, size);
    expect(zoomAt(viewport, 0.01, 0, 0, stage, size)).toEqual(viewport);
    expect(zoomAt(viewport, 100, 0, 0, stage, size).scale).toBe(2);
  });

  test('never shows a gap beside a board that is larger than it', () => {
    const near = zoomAt(overview(stage, size), 4, 400, 400, stage, size);
    const pushed = pan(near, 99_999, -99_999, stage, size);
    expect(pushed.x).toBe(0);
    expect(pushed.y).toBe(size.height - stage[3] * pushed.scale);
    expect(settle(pushed, stage, size)).toEqual(pushed);
  });

  test('opens on some points without empty bands', () => {
    const phone = { width: 390, height: 400 };
    const viewport = around(
      [
        [200, 200],
        [400, 300],
      ],
      0.3,
      stage,
      phone,
    );
    expect(viewport.scale).toBe(0.8);
    const middle = toBoard(viewport, 195, 200, stage);
    expect(middle).toEqual({ x: 300, y: 250 });
    const far = around(
      [
        [0, 0],
        [1600, 1100],
      ],
      0.3,
      stage,
      phone,
    );
    expect(far.scale).toBeCloseTo(400 / 1180);
    expect(
      around(
        [
          [0, 0],
          [1600, 1100],
        ],
        0.42,
        stage,
        phone,
      ).scale,
    ).toBe(0.42);
  });

  test('brings a point to the middle', () => {
    const viewport = centre(overview(stage, size), { x: 800, y: 500 }, 2, stage, size);
    expect(toBoard(viewport, 420, 400, stage)).toEqual({ x: 800, y: 500 });
  });
});

test('keys mean what the buttons do, alone', () => {
  const press = (key: string, more = {}) =>
    shortcut({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });
  expect(press('d')).toEqual({ kind: 'draw' });
  expect(press('D')).toEqual({ kind: 'draw' });
  expect(press('3')).toEqual({ kind: 'take', slot: 2 });
  expect(press('Escape')).toEqual({ kind: 'back' });
  expect(press('d', { ctrlKey: true })).toBeNull();
  expect(press('x')).toBeNull();
});
