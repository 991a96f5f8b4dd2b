/** How much of the window the board gets, in every window that the design names. */
import { describe, expect, test } from 'vitest';
import { planOf, SHARE, UPRIGHT_SHARE } from './plan';

const SIZES = [
  [360, 740],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1024, 600],
  [1024, 768],
  [1280, 600],
  [1280, 800],
  [1366, 657],
  [1920, 1080],
  [2560, 1440],
] as const;
const MORE = [
  [915, 412],
  [932, 430],
  [820, 1180],
  [1366, 768],
  [1440, 900],
  [1600, 900],
  [1536, 730],
] as const;
const RATIOS = { 'San Francisco': 1680 / 1182, 'Old West': 1680 / 1220 };

/** A large window has larger letters (`style/base.css`). */
function letters(width: number, height: number): number {
  if (width >= 2400 && height >= 1250) return 22;
  return width >= 1800 && height >= 940 ? 18 : 16;
}

/** The area of the window in which the board is seen; an upright phone shows a part that fills its room. */
function share(width: number, height: number, ratio: number): number {
  const rem = letters(width, height);
  const [wide, high] = [width / rem, height / rem];
  const plan = planOf(wide, high, ratio);
  const room = wide - plan.side - plan.left;
  if (plan.shape === 'phone') return (room * plan.stage) / (wide * high);
  const seen = Math.min(plan.stage, room / ratio);
  return (seen * seen * ratio) / (wide * high);
}

describe.each(Object.entries(RATIOS))('%s', (_, ratio) => {
  test.each([...SIZES, ...MORE])('takes its share of %i × %i', (width, height) => {
    const least = width < height ? UPRIGHT_SHARE : SHARE;
    expect(share(width, height, ratio)).toBeGreaterThanOrEqual(least);
  });
});

test('every part has room beside the board', () => {
  for (const [width, height] of [...SIZES, ...MORE]) {
    const plan = planOf(width / 16, height / 16, RATIOS['Old West']);
    if (plan.shape !== 'phone' && plan.shape !== 'tablet') {
      expect(plan.side).toBeGreaterThanOrEqual(12);
      expect(plan.stage).toBeGreaterThan(0);
    } else expect(height / 16 - plan.stage).toBeGreaterThanOrEqual(24);
  }
});

test('a small phone on its side has the board beside its buttons', () => {
  expect(planOf(568 / 16, 320 / 16, RATIOS['San Francisco']).shape).toBe('low');
});

test('a folded hand leaves its room to the board', () => {
  const open = planOf(80, 50, 1.42);
  const folded = planOf(80, 50, 1.42, 'folded');
  expect(folded.foot).toBeLessThan(open.foot);
  expect(folded.stage).toBeGreaterThan(open.stage);
});
