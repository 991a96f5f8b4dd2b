/** Fair deals, as `docs/fairness.md` has them: this browser's contribution, and the check of a log. */
import { post } from './http';
import { newId } from './ids';
import { sha256 } from './sha256';
import type { Seat, Snapshot } from './types';

/** Contributions are committed before any is revealed; older tables have 1, and prove less. */
const COMMITTED = 2;

type Texts = readonly (string | null)[];

/** What this browser saw when it revealed its contribution: nobody may change it afterwards. */
interface Seen {
  commitment: string;
  commitments: Texts;
  /** How many starts had failed before. */
  failed: number;
}

const contributionKey = (commitment: string) => `fogline.contribution.${commitment}`;
const seenKey = (table: string) => `fogline.deal.${table}`;

/** Think of a contribution, and keep it until the start; returns what may be known of it before. */
export function newCommitment(): string {
  const contribution = newId(16);
  const commitment = sha256(contribution);
  localStorage.setItem(contributionKey(commitment), contribution);
  return commitment;
}

/** The calls under way, so that a contribution is revealed once, whoever notices the start first. */
const revealing = new Map<string, Promise<Snapshot>>();
/** The starts for which this page has committed, so that two devices of one player do not argue. */
const committed = new Set<string>();

/**
 * Do what the deal asks of this browser: commit to a contribution before the start, and reveal it
 * once the start has fixed the commitments of all. Returns the table after it, if there was something to do.
 */
export async function takePart(at: Snapshot): Promise<Snapshot | null> {
  const { fair, you, table } = at;
  if (at.status !== 'open' || fair.scheme !== COMMITTED) return null;
  const mine = you.seats.map((seat) => fair.commitments[seat] ?? null);
  if (fair.reveal_by !== null) return reveal(at);
  const unknown = mine.some((it) => it === null || contributionOf(it) === null);
  const attempt = `${table}/${fair.failed.length}`;
  if (!unknown || committed.has(attempt)) return null;
  committed.add(attempt);
  return post('/api/tables/{table}/commit', {
    path: { table },
    body: { commitment: newCommitment() },
  });
}

function contributionOf(commitment: string): string | null {
  return localStorage.getItem(contributionKey(commitment));
}

async function reveal(at: Snapshot): Promise<Snapshot | null> {
  const { fair, you, table } = at;
  const waiting = you.seats.filter((seat) => fair.contributions[seat] === null);
  const commitments = new Set(waiting.map((seat) => fair.commitments[seat] ?? null));
  const failed = fair.failed.length;
  const seen: Seen = { commitment: fair.commitment, commitments: fair.commitments, failed };
  let after: Snapshot | null = null;
  for (const commitment of commitments) {
    const contribution = commitment === null ? null : contributionOf(commitment);
    if (contribution === null) continue;
    localStorage.setItem(seenKey(table), JSON.stringify(seen));
    let call = revealing.get(contribution);
    if (call === undefined) {
      call = post('/api/tables/{table}/reveal', { path: { table }, body: { contribution } });
      revealing.set(contribution, call);
      // A call that did not arrive is made again with the next news of the table.
      call.catch(() => revealing.delete(contribution));
    }
    after = await call;
  }
  return after;
}

/** An entry of a downloaded log. */
interface LogEntry {
  type: string;
  secret?: string;
  scheme?: number;
  seat?: Seat;
  seats?: number | Seat[];
  commitment?: string | null;
  contribution?: string | null;
}

export interface Verdict {
  /** Whether the log keeps every commitment, and what this browser saw at the start. */
  kept: boolean;
  scheme: number;
  /** The seed of the deal, from the secret and what each player added. */
  seed: string;
  /** For each start that failed, the seats that did not reveal. */
  failed: Seat[][];
  /** Whose contributions decided the deal; a server can leave out what it was sent. */
  contributed: 'own' | 'others' | 'nobody';
}

class Broken extends Error {}

function expectThat(holds: boolean): void {
  if (!holds) throw new Broken();
}

/** What a log tells of its deal, entry by entry; `fogline verify` demands the same. */
class Deal {
  scheme: number;
  secret: string;
  commitments: (string | null)[];
  contributions: (string | null)[];
  failed: Seat[][] = [];
  #starting = false;
  #dealt = false;

  constructor(created: LogEntry) {
    this.scheme = created.scheme ?? 1;
    this.secret = created.secret ?? '';
    this.commitments = Array.from({ length: created.seats as number }, () => null);
    this.contributions = [...this.commitments];
  }

  get missing(): Seat[] {
    return this.commitments.flatMap((it, seat) =>
      it !== null && this.contributions[seat] === null ? [seat] : [],
    );
  }

  seed(table: string): string {
    const contributions = this.contributions.map((it) => it ?? '');
    const lines = [`fogline-deal-${this.scheme}`, table, this.secret, ...contributions];
    return sha256(lines.map((line) => `${line}\n`).join(''));
  }

  take(entry: LogEntry): void {
    const seat = entry.seat ?? 0;
    switch (entry.type) {
      case 'seated':
      case 'committed':
      case 'bot-seated':
      case 'vacated':
        expectThat(!this.#starting && !this.#dealt);
        expectThat(this.scheme !== COMMITTED || (entry.contribution ?? null) === null);
        this.commitments[seat] = entry.commitment ?? null;
        this.contributions[seat] = entry.contribution ?? null;
        break;
      case 'starting':
        expectThat(!this.#starting && !this.#dealt && this.missing.length > 0);
        this.#starting = true;
        break;
      case 'revealed':
        expectThat(this.#starting && this.missing.includes(seat));
        expectThat(sha256(entry.contribution ?? '') === this.commitments[seat]);
        this.contributions[seat] = entry.contribution ?? null;
        break;
      case 'start-failed':
        expectThat(this.#starting && this.missing.length > 0);
        expectThat(String(entry.seats) === String(this.missing));
        this.failed.push(this.missing);
        this.commitments.fill(null);
        this.contributions.fill(null);
        this.secret = entry.secret ?? '';
        this.#starting = false;
        break;
      case 'dealt':
        expectThat(!this.#dealt && this.missing.length === 0);
        this.#dealt = true;
        this.#starting = false;
        break;
    }
  }
}

/** Check the whole log of a table whose game is over. The cards are for `fogline verify`. */
export function checkFair(table: string, entries: readonly LogEntry[]): Verdict {
  const [created, ...rest] = entries;
  if (created?.type !== 'created') {
    return { kept: false, scheme: 0, seed: '', failed: [], contributed: 'nobody' };
  }
  const deal = new Deal(created);
  let kept = true;
  try {
    for (const entry of rest) deal.take(entry);
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    kept = false;
  }
  kept &&= isAsSeen(table, deal);
  const { scheme, failed } = deal;
  return { kept, scheme, seed: deal.seed(table), failed, contributed: contributors(deal) };
}

function contributors(deal: Deal): Verdict['contributed'] {
  const isOwn = (it: string | null) => it !== null && contributionOf(sha256(it)) === it;
  if (deal.contributions.some(isOwn)) return 'own';
  return deal.contributions.some((it) => it !== null) ? 'others' : 'nobody';
}

/** Whether the deal is the one to which this browser contributed, if it did. */
function isAsSeen(table: string, deal: Deal): boolean {
  const kept = localStorage.getItem(seenKey(table));
  if (kept === null) return true;
  const seen = JSON.parse(kept) as Seen;
  // This browser may not have been asked again after a start that failed.
  if (seen.failed < deal.failed.length) return true;
  return (
    seen.commitment === sha256(deal.secret) &&
    seen.failed === deal.failed.length &&
    JSON.stringify(seen.commitments) === JSON.stringify(deal.commitments)
  );
}
