/** The check of a log: whether its deal is the one that was promised. `fogline verify` demands the same. */
import { witnessOf } from './fair';
import { sha256 } from './sha256';
import type { Seat } from './types';
import { agrees, BOUND, commitmentTo, type Start, seedOf } from './witness';

/** An entry of a downloaded log. */
interface LogEntry {
  type: string;
  secret?: string;
  scheme?: number;
  seat?: Seat;
  seats?: number | Seat[];
  commitment?: string | null;
  origin?: string | null;
  contribution?: string | null;
}

export interface Verdict {
  /** Whether the log keeps every commitment, and what this browser saw before the game. */
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

/** What a log says about its deal, entry by entry. */
class Deal {
  readonly scheme: number;
  readonly #table: string;
  #secret: string;
  #commitments: (string | null)[];
  #origins: (string | null)[];
  contributions: (string | null)[];
  failed: Seat[][] = [];
  readonly #failedStarts: Start[] = [];
  #starting = false;
  #dealt = false;

  constructor(table: string, created: LogEntry) {
    this.#table = table;
    this.scheme = created.scheme ?? 1;
    this.#secret = created.secret ?? '';
    this.#commitments = Array.from({ length: created.seats as number }, () => null);
    this.#origins = [...this.#commitments];
    this.contributions = [...this.#commitments];
  }

  get #missing(): Seat[] {
    return this.#commitments.flatMap((it, seat) =>
      it !== null && this.contributions[seat] === null ? [seat] : [],
    );
  }

  get seed(): string {
    return seedOf(this.scheme, this.#table, this.#secret, this.contributions);
  }

  /** The seals of each failed start, and of the last. */
  get starts(): Start[] {
    return [...this.#failedStarts, this.#start];
  }

  get #start(): Start {
    return { commitment: sha256(this.#secret), commitments: [...this.#commitments] };
  }

  take(entry: LogEntry): void {
    const seat = entry.seat ?? 0;
    const { commitment = null, origin = null, contribution = null } = entry;
    switch (entry.type) {
      case 'seated':
      case 'committed':
      case 'bot-seated':
      case 'vacated':
        expectThat(!this.#starting && !this.#dealt);
        expectThat(this.scheme === 1 || contribution === null);
        expectThat((this.scheme === BOUND && commitment !== null) === (origin !== null));
        this.#commitments[seat] = commitment;
        this.#origins[seat] = origin;
        this.contributions[seat] = contribution;
        break;
      case 'starting':
        expectThat(!this.#starting && !this.#dealt && this.#missing.length > 0);
        this.#starting = true;
        break;
      case 'revealed':
        expectThat(this.#starting && this.#missing.includes(seat));
        expectThat(this.#commitmentTo(contribution ?? '', seat) === this.#commitments[seat]);
        this.contributions[seat] = contribution;
        break;
      case 'start-failed':
        expectThat(this.#starting && this.#missing.length > 0);
        expectThat(String(entry.seats) === String(this.#missing));
        this.failed.push(this.#missing);
        this.#failedStarts.push(this.#start);
        for (const texts of [this.#commitments, this.#origins, this.contributions]) {
          texts.fill(null);
        }
        this.#secret = entry.secret ?? '';
        this.#starting = false;
        break;
      case 'dealt':
        expectThat(!this.#dealt && this.#missing.length === 0);
        this.#dealt = true;
        this.#starting = false;
        break;
    }
  }

  #commitmentTo(contribution: string, seat: Seat): string {
    const origin = this.#origins[seat] ?? '';
    return commitmentTo(contribution, this.scheme, origin, this.#table, this.failed.length);
  }
}

/** Check the whole log of a table whose game is over. The cards are for `fogline verify`. */
export function checkFair(table: string, entries: readonly LogEntry[]): Verdict {
  const [created, ...rest] = entries;
  if (created?.type !== 'created') {
    return { kept: false, scheme: 0, seed: '', failed: [], contributed: 'nobody' };
  }
  const deal = new Deal(table, created);
  let kept = true;
  try {
    for (const entry of rest) deal.take(entry);
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    kept = false;
  }
  const witness = witnessOf(table);
  kept &&= witness === null || agrees(witness, deal.starts);
  const own = witness?.attempts.at(-1)?.contribution ?? null;
  const { scheme, failed, seed, contributions } = deal;
  return { kept, scheme, seed, failed, contributed: contributors(contributions, own) };
}

function contributors(
  contributions: readonly (string | null)[],
  own: string | null,
): Verdict['contributed'] {
  if (own !== null && contributions.includes(own)) return 'own';
  return contributions.some((it) => it !== null) ? 'others' : 'nobody';
}
