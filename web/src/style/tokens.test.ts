/** Text on every ground of both themes can be read (WCAG AA), and marks can be seen. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const CSS = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

function inks(selector: string): Record<string, string> {
  const start = CSS.indexOf(`${selector} {`);
  const block = CSS.slice(start, CSS.indexOf('}', start));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((found) => [found[1], found[2]]),
  );
}

function luminance(ink: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(ink.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const light = inks(':root');
const themes = { light, dark: { ...light, ...inks(':root[data-theme="dark"]') } };
const GROUNDS = ['sheet', 'paper', 'sunken'];
const TEXTS = ['ink', 'ink-soft', 'link', 'danger', 'rust', 'sage'];

describe.each(Object.entries(themes))('%s', (_, theme) => {
  const pairs = GROUNDS.flatMap((ground) => TEXTS.map((text) => [text, ground] as const));

  test.each(pairs)('%s on %s is text', (text, ground) => {
    expect(contrast(theme[text] ?? '', theme[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['bay', 'bay-hover'])('buttons of %s can be read', (ground) => {
    expect(contrast(theme['on-bay'] ?? '', theme[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  test.each(GROUNDS)('edges and the focus are seen on %s', (ground) => {
    for (const mark of ['line-strong', 'focus', 'bay']) {
      expect(contrast(theme[mark] ?? '', theme[ground] ?? '')).toBeGreaterThanOrEqual(3);
    }
  });
});
