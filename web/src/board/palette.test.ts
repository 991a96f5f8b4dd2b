/** Colours must do for every eye, and words must be read on them in both themes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EMBLEMS } from './emblems';
import { LIVERIES, liveryOf } from './livery';
import { CARD_INKS, GRAY, INK, mix, PAPER, PLAYER_INKS } from './palette';

type Matrix = readonly (readonly [number, number, number])[];
/** Machado, Oliveira and Fernandes (2009), full severity, on linear RGB. */
const EYES: Record<string, Matrix> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function linear(ink: string): [number, number, number] {
  const channel = (at: number) => {
    const value = Number.parseInt(ink.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function times(matrix: Matrix, [r, g, b]: [number, number, number]): [number, number, number] {
  const row = (k: number) => {
    const [x, y, z] = matrix[k] ?? [0, 0, 0];
    return Math.min(1, Math.max(0, x * r + y * g + z * b));
  };
  return [row(0), row(1), row(2)];
}

function lab(ink: string, eye: Matrix): [number, number, number] {
  const [r, g, b] = times(eye, linear(ink));
  const f = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function apart(one: string, other: string, eye: Matrix): number {
  const [a, b] = [lab(one, eye), lab(other, eye)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function contrast(one: string, other: string): number {
  const light = (ink: string) => {
    const [r, g, b] = linear(ink);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const [a, b] = [light(one), light(other)];
  return Math.max(a, b) / Math.min(a, b);
}

const pairs = (inks: readonly string[]) =>
  inks.flatMap((one, k) => inks.slice(k + 1).map((other) => [one, other] as const));

describe.each(Object.entries(EYES))('to the %s eye', (_, eye) => {
  test('players stay far apart', () => {
    const closest = Math.min(
      ...pairs(PLAYER_INKS.map(({ ink }) => ink)).map(([a, b]) => apart(a, b, eye)),
    );
    expect(closest).toBeGreaterThan(35);
  });

  test('cards and gray stay apart', () => {
    const inks = [...Object.values(CARD_INKS).map(({ ink }) => ink), GRAY];
    const different = [...new Set(inks)];
    // A wild card is paper, as white is nearly; its rim and its rose tell it apart.
    const closest = Math.min(
      ...pairs(different.filter((ink) => ink !== PAPER)).map(([a, b]) => apart(a, b, eye)),
    );
    expect(closest).toBeGreaterThan(18);
  });

  test('no vehicle looks like the space it stands on', () => {
    const spaces = [...Object.values(CARD_INKS).map(({ ink }) => ink), GRAY];
    const closest = Math.min(
      ...PLAYER_INKS.flatMap(({ ink }) => spaces.map((space) => apart(ink, space, eye))),
    );
    expect(closest).toBeGreaterThan(11);
  });
});

test('symbols stand out on their cards, and words on the players’ colours', () => {
  for (const { ink, on } of Object.values(CARD_INKS)) expect(contrast(ink, on)).toBeGreaterThan(3);
  for (const { ink, on } of PLAYER_INKS) expect(contrast(ink, on)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(INK, PAPER)).toBeGreaterThan(7);
});

/** The custom properties of one theme. */
function theme(css: string, dark: boolean): Map<string, string> {
  const block = (start: string) => css.slice(css.indexOf(start)).split('\n}')[0] ?? '';
  const read = (text: string) =>
    [...text.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map((m): [string, string] => [
      m[1] ?? '',
      m[2] ?? '',
    ]);
  return new Map([
    ...read(block(':root {')),
    ...(dark ? read(block(':root[data-theme="dark"]')) : []),
  ]);
}

test.each([
  ['light', false],
  ['dark', true],
])('words can be read in the %s theme', (_, dark) => {
  const css = readFileSync(join(import.meta.dirname, '../style/tokens.css'), 'utf8');
  const inks = theme(css, dark);
  const of = (name: string) => inks.get(name) ?? '';
  for (const ground of ['sheet', 'paper', 'sunken']) {
    for (const words of ['ink', 'ink-soft', 'link', 'danger']) {
      expect(contrast(of(words), of(ground)), `${words} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  }
  expect(contrast(of('on-bay'), of('bay'))).toBeGreaterThanOrEqual(4.5);
});

test('mixing goes from one colour to the other', () => {
  expect(mix('#000000', '#ffffff', 0)).toBe('#000000');
  expect(mix('#000000', '#ffffff', 1)).toBe('#ffffff');
  expect(mix('#204060', '#000000', 0.5)).toBe('#102030');
});

test('seats can have the livery of others, emblem and all', () => {
  expect(liveryOf(0, [3, 1, 2, 0])).toMatchObject({ ...PLAYER_INKS[3], emblem: EMBLEMS[3] });
  expect(liveryOf(3, [3, 1, 2, 0])).toBe(LIVERIES[0]);
  expect(liveryOf(0, [])).toBe(LIVERIES[0]);
});
