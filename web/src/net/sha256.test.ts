import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from './sha256';

test('every length up to three blocks, and letters beyond ASCII', () => {
  const texts = Array.from({ length: 200 }, (_, length) => 'x'.repeat(length));
  for (const text of [...texts, 'Zażółć gęślą jaźń → 🚂', '\0']) {
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  }
});
