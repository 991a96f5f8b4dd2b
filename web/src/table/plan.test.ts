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

/** The area of the window in which the board is seen; an upright phone shows a part that fills its room. */
function share(width: number, height: number, ratio: number): number {
  const plan = planOf(width / 16, height / 16, ratio);
  const room = { wide: width / 16 - plan.side - plan.left, high: plan.stage };
  if (plan.shape === 'phone') return (room.wide * room.high * 256) / (width * height);
  const high = Math.min(room.high, room.wide / ratio);
  return (high * high * ratio * 256) / (width * height);
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

test('a folded hand leaves its room to the board', () => {
  const open = planOf(80, 50, 1.42);
  const folded = planOf(80, 50, 1.42, 'folded');
  expect(folded.foot).toBeLessThan(open.foot);
  expect(folded.stage).toBeGreaterThan(open.stage);
});
