/** The fairness check of `docs/server-api.md`: what was committed to is what was dealt from. */
import type { Snapshot } from './types';

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface Verdict {
  /** Whether the secret shown at the end is the one committed to before anybody sat down. */
  kept: boolean;
  /** The seed of the deal, from the secret and what each player added. */
  seed: string;
}

/** Check a table whose game is over; `null` while the secret is one. */
export async function checkFair(snapshot: Snapshot): Promise<Verdict | null> {
  const { commitment, contributions, secret } = snapshot.fair;
  if (secret === null) return null;
  const lines = ['fogline-deal-1', snapshot.table, secret, ...contributions.map((it) => it ?? '')];
  return {
    kept: (await sha256(secret)) === commitment,
    seed: await sha256(lines.map((line) => `${line}\n`).join('')),
  };
}
