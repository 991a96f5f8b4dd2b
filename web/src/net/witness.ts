/**
 * What this browser saw of a deal. It reveals nothing twice, and objects to what changes: it keeps
 * the first seals that a server showed, makes one contribution for each attempt to start a table,
 * and reveals it for one set of seals only. `fogline.table.witness` does the same in a terminal.
 */
import { sha256 } from './sha256';
import type { Seat } from './types';

/** Contributions are committed before any is revealed; their commitments say nothing of a table. */
export const COMMITTED = 2;
/** As before, and each commitment is bound to its origin, its table and its attempt to start. */
export const BOUND = 3;

export type Texts = readonly (string | null)[];

/** What a server shows of a deal at one version of a table. */
export interface Shown {
  version: number;
  scheme: number;
  /** The server's commitment. */
  commitment: string;
  commitments: Texts;
  contributions: Texts;
  /** Whether the start has fixed the commitments, so that players reveal. */
  starting: boolean;
  /** How many starts have failed, by the server's count. */
  attempt: number;
}

/** What this browser knows of one attempt to start. */
export interface Attempt {
  /** The server's commitment, as it was shown first. */
  commitment: string;
  /** The commitments of the seats, as the start showed them first. */
  commitments: Texts | null;
  contribution: string | null;
}

export interface Witness {
  kind: 'seen-deal';
  schema: 1;
  origin: string;
  table: string;
  scheme: number;
  /** The newest version of the table that this browser has seen. */
  version: number;
  /** By their number; `null` for those that this browser did not see. */
  attempts: readonly (Attempt | null)[];
  /** How the server broke its word; empty if it did not. */
  broken: string;
}

/** What to do next; `replaced`: the own seat has a commitment that this browser did not send. */
export type Step = 'wait' | 'commit' | 'reveal' | 'replaced';

export function newWitness(origin: string, table: string, scheme: number): Witness {
  const nothing = { version: -1, attempts: [], broken: '' };
  return { kind: 'seen-deal', schema: 1, origin, table, scheme, ...nothing };
}

function hashLines(...lines: string[]): string {
  return sha256(lines.map((line) => `${line}\n`).join(''));
}

/** The commitment to a contribution, by the scheme of its table. */
export function commitmentTo(
  contribution: string,
  scheme: number,
  origin: string,
  table: string,
  attempt: number,
): string {
  if (scheme !== BOUND) return sha256(contribution);
  return hashLines('fogline-contribution-3', origin, table, String(attempt), contribution);
}

/** The seed of a deal, from the server's secret and what each player added. */
export function seedOf(scheme: number, table: string, secret: string, texts: Texts): string {
  return hashLines(`fogline-deal-${scheme}`, table, secret, ...texts.map((it) => it ?? ''));
}

/** The own commitment in the latest attempt. */
export function sentBy(witness: Witness): string | null {
  const contribution = witness.attempts.at(-1)?.contribution ?? null;
  if (contribution === null) return null;
  const { scheme, origin, table, attempts } = witness;
  return commitmentTo(contribution, scheme, origin, table, attempts.length - 1);
}

export function isSame(one: Texts, other: Texts): boolean {
  return one.length === other.length && one.every((text, seat) => text === other[seat]);
}

/** The record with what a server shows now; a late answer changes nothing. */
export function see(witness: Witness, shown: Shown): Witness {
  if (witness.broken !== '' || shown.version < witness.version) return witness;
  const seen = { ...witness, version: shown.version };
  if (shown.scheme !== witness.scheme) {
    return { ...seen, broken: 'the scheme of the deal changed' };
  }
  if (shown.attempt < witness.attempts.length - 1) {
    return { ...seen, broken: 'a failed start is no longer shown' };
  }
  const attempts = [...witness.attempts];
  while (attempts.length <= shown.attempt) attempts.push(null);
  const { commitment } = shown;
  let latest: Attempt = attempts.pop() ?? { commitment, commitments: null, contribution: null };
  if (latest.commitment !== commitment) {
    return { ...seen, broken: "the server's commitment changed without a failed start" };
  }
  if (shown.starting) {
    const first = latest.commitments ?? shown.commitments;
    if (!isSame(first, shown.commitments)) {
      return { ...seen, broken: 'the commitments of the seats changed after the start' };
    }
    latest = { ...latest, commitments: first };
  }
  return { ...seen, attempts: [...attempts, latest] };
}

/** What to do next, with these seats; first the record must `see` what is shown. */
export function nextStep(witness: Witness, shown: Shown, seats: readonly Seat[]): Step {
  if (witness.broken !== '' || shown.version < witness.version) return 'wait';
  const sent = sentBy(witness);
  // Somebody who is about to sit down has no seat yet, and commits.
  if (sent === null) return shown.starting ? 'wait' : 'commit';
  const mine = seats.map((seat) => shown.commitments[seat] ?? null);
  if (mine.some((it) => it !== null && it !== sent)) return 'replaced';
  const lacking = mine.includes(null);
  if (!shown.starting) return lacking ? 'commit' : 'wait';
  if (lacking) return 'replaced';
  const waiting = seats.some((seat) => (shown.contributions[seat] ?? null) === null);
  return waiting ? 'reveal' : 'wait';
}

/** The record with a contribution to the latest attempt, unless it has one. */
export function contribute(witness: Witness, contribution: string): Witness {
  const latest = witness.attempts.at(-1) ?? null;
  if (latest === null || latest.contribution !== null) return witness;
  const earlier = witness.attempts.slice(0, -1);
  return { ...witness, attempts: [...earlier, { ...latest, contribution }] };
}

/** The commitments of one start, as a log has them. */
export interface Start {
  commitment: string;
  commitments: Texts;
}

/** Whether the starts of a log are those that this browser saw. */
export function agrees(witness: Witness, starts: readonly Start[]): boolean {
  if (witness.broken !== '' || starts.length < witness.attempts.length) return false;
  return witness.attempts.every((seen, attempt) => {
    const start = starts[attempt] as Start;
    if (seen === null) return true;
    return (
      seen.commitment === start.commitment &&
      (seen.commitments === null || isSame(seen.commitments, start.commitments))
    );
  });
}
