import { expect, test } from 'vitest';
import { checkFair } from './fair';
import type { Snapshot } from './types';

const SECRET = '5e'.repeat(32);
/** What `fogline.store.commitment_of` and `seed_of` make of the table below. */
const COMMITMENT = '8414cd6b08e92be7f34132d9f8fabaa0cf0f072bab807b434e7ff02efc918a1e';
const SEED = '0efd35347e75721c3c6ae66cf2e8f9261d0c063e4a9b8274a3d02fc0192d3604';

function table(fair: Partial<Snapshot['fair']>): Snapshot {
  const whole = { commitment: COMMITMENT, contributions: ['salt', null], secret: SECRET, ...fair };
  return { table: 'fair-table', fair: whole } as unknown as Snapshot;
}

test('the seal and the seed are those the server computes', async () => {
  expect(await checkFair(table({}))).toEqual({ kept: true, seed: SEED });
});

test('another secret breaks the seal', async () => {
  expect(await checkFair(table({ secret: '5f'.repeat(32) }))).toMatchObject({ kept: false });
});

test('there is nothing to check before the end', async () => {
  expect(await checkFair(table({ secret: null }))).toBeNull();
});
