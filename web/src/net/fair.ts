/** This browser's part in fair deals, as `docs/fairness.md` describes it. */
import { post } from './http';
import { newId } from './ids';
import type { Snapshot } from './types';
import {
  BOUND,
  COMMITTED,
  contribute,
  newWitness,
  nextStep,
  type Step,
  see,
  sentBy,
  type Texts,
  type Witness,
} from './witness';

/** The server shows of a deal what it must not, so this browser takes no part in it. */
export class Objection extends Error {
  constructor(readonly reason: 'broken' | 'replaced') {
    super(`The deal is ${reason}.`);
  }
}

const MOST = 200;
const LIST = 'fogline.deals';
const witnessKey = (table: string) => `fogline.deal.${table}`;

/** What this browser saw of the deal of a table, if it took part. */
export function witnessOf(table: string): Witness | null {
  const kept = localStorage.getItem(witnessKey(table));
  if (kept === null) return null;
  const record = JSON.parse(kept) as Witness | OlderRecord;
  return 'attempts' in record ? record : fromOlder(table, record);
}

/** What this browser kept before commitments were bound to tables. */
interface OlderRecord {
  commitment: string;
  commitments: Texts;
  /** How many starts had failed before. */
  failed: number;
}

function fromOlder(table: string, { commitment, commitments, failed }: OlderRecord): Witness {
  const known = commitments.map((it) => localStorage.getItem(`fogline.contribution.${it}`));
  const contribution = known.find((it) => it !== null) ?? null;
  const missed = Array.from({ length: failed }, () => null);
  const attempts = [...missed, { commitment, commitments, contribution }];
  return { ...newWitness(location.origin, table, COMMITTED), attempts };
}

/** Keep a record. Only the newest are kept, so that they do not fill the browser. */
function keep(witness: Witness): void {
  const { table } = witness;
  localStorage.setItem(witnessKey(table), JSON.stringify(witness));
  const listed = JSON.parse(localStorage.getItem(LIST) ?? '[]') as string[];
  if (listed.includes(table)) return;
  listed.push(table);
  for (const oldest of listed.splice(0, Math.max(0, listed.length - MOST))) {
    localStorage.removeItem(witnessKey(oldest));
  }
  localStorage.setItem(LIST, JSON.stringify(listed));
}

/** Compare a table with all that was seen of it, keep that, and find out what to do next. */
function look(at: Snapshot): { witness: Witness; step: Step } {
  const { fair, table, version } = at;
  const { scheme, commitment, commitments, contributions } = fair;
  const starting = fair.reveal_by !== null;
  const attempt = fair.failed.length;
  const shown = { version, scheme, commitment, commitments, contributions, starting, attempt };
  const known = witnessOf(table) ?? newWitness(location.origin, table, scheme);
  let witness = see(known, shown);
  const step = nextStep(witness, shown, at.you.seats);
  if (step === 'commit') witness = contribute(witness, newId(16));
  keep(witness);
  if (witness.broken !== '') throw new Objection('broken');
  return { witness, step };
}

const takesContributions = ({ fair }: Snapshot) =>
  fair.scheme === COMMITTED || fair.scheme === BOUND;

/** What is sent with the wish to sit down: the commitment of this browser, where the table takes one. */
export function commitmentFor(at: Snapshot): { commitment?: string; origin?: string } {
  const sent = takesContributions(at) ? sentBy(look(at).witness) : null;
  return sent === null ? {} : { commitment: sent, origin: location.origin };
}

/** The calls under way and done, so that each is made once. */
const calls = new Map<string, Promise<unknown>>();

function once(key: string, call: () => Promise<unknown>): Promise<unknown> {
  let made = calls.get(key);
  if (made === undefined) {
    made = call();
    calls.set(key, made);
    // A call that did not arrive is made again with the next news of the table.
    made.catch(() => calls.delete(key));
  }
  return made;
}

/**
 * Do what the deal asks of this browser: commit to a contribution before the start, and reveal it
 * once the start has fixed the commitments of all. Throws an `Objection`, and reveals nothing, if
 * the server shows what it must not.
 */
export async function takePart(at: Snapshot): Promise<void> {
  const { table } = at;
  if (at.status !== 'open' || at.you.seats.length === 0 || !takesContributions(at)) return;
  const { witness, step } = look(at);
  const commitment = sentBy(witness);
  if (step === 'wait' || commitment === null) return;
  if (step === 'replaced') throw new Objection('replaced');
  const path = { table };
  if (step === 'commit') {
    const body = { commitment, origin: witness.origin };
    await once(commitment, () => post('/api/tables/{table}/commit', { path, body }));
    return;
  }
  const contribution = witness.attempts.at(-1)?.contribution as string;
  const body = { contribution };
  await once(contribution, () => post('/api/tables/{table}/reveal', { path, body }));
}
