/** The final count, step by step; the board is dark but for what is being counted. */
import type { Step } from '../mechanics/registry/mechanic';

export class Count {
  readonly steps: readonly Step[];
  #done = $state(0);

  constructor(steps: readonly Step[], done: boolean) {
    this.steps = steps;
    this.restart(done);
  }

  over = $derived.by(() => this.#done >= this.steps.length);
  /** What is counted so far. */
  counted = $derived.by(() => this.steps.slice(0, this.#done));
  /** What is being counted; nothing before the first step, and nothing at the end. */
  current = $derived.by(() => (this.over ? undefined : this.steps[this.#done - 1]));

  /** Begin again, or at the end. */
  restart(done: boolean): void {
    this.#done = done ? this.steps.length : 0;
  }

  next(): void {
    this.#done += 1;
  }

  skip(): void {
    this.#done = this.steps.length;
  }
}
