/** The first cards of a seed, as `fogline.core.chance` throws the dice: what a cheat would choose. */
import { sha256 } from './sha256';

const MASK = (1n << 64n) - 1n;
const turn = (word: bigint, by: bigint) => ((word << by) | (word >> (64n - by))) & MASK;

/** xoshiro256**, which starts with the SHA-256 of a text. */
class Chance {
  #words: [bigint, bigint, bigint, bigint];

  constructor(seed: string) {
    const bytes = sha256(seed).match(/../g) as string[];
    const word = (at: number) =>
      BigInt(
        `0x${bytes
          .slice(at, at + 8)
          .reverse()
          .join('')}`,
      );
    this.#words = [word(0), word(8), word(16), word(24)];
  }

  #next(): bigint {
    let [a, b, c, d] = this.#words;
    const result = (turn((b * 5n) & MASK, 7n) * 9n) & MASK;
    c ^= a;
    d ^= b;
    this.#words = [a ^ d, b ^ c, c ^ ((b << 17n) & MASK), turn(d, 45n)];
    return result;
  }

  /** A number below a small bound. That one in 2^25 is thrown again makes no difference here. */
  below(bound: number): number {
    return Number(((this.#next() >> 32n) * BigInt(bound)) >> 32n);
  }
}

const [CARDS, WILDS, HAND] = [110, 14, 4];

/** How many wild cards each of two players has in the first hand of Old West. */
export function wildCards(seed: string): [number, number] {
  const dice = new Chance(`${seed}/0`);
  let [rest, wilds] = [CARDS, WILDS];
  const hand = () => {
    let found = 0;
    for (let nth = 0; nth < HAND; nth += 1) {
      // The wild cards are the last of the deck.
      if (dice.below(rest) >= rest - wilds) {
        wilds -= 1;
        found += 1;
      }
      rest -= 1;
    }
    return found;
  };
  return [hand(), hand()];
}

const MEAN = (HAND * WILDS) / CARDS;
const VARIANCE = (MEAN * (1 - WILDS / CARDS) * (CARDS - HAND)) / (CARDS - 1);

/**
 * How unlike fair deals some hands are: by how many standard errors the mean number of wild cards
 * differs from that of a hand drawn at random (hypergeometric: 4 of 110 cards, of which 14 are wild).
 */
export function standardErrors(hands: readonly number[]): number {
  const mean = hands.reduce((sum, hand) => sum + hand, 0) / hands.length;
  return (mean - MEAN) / Math.sqrt(VARIANCE / hands.length);
}
