/** Something that is sent: whether it is on its way, and why it was refused. */
import { problemText } from '../net/words';

export class Sending {
  busy = $state(false);
  problem = $state('');
  readonly #words: (error: unknown) => string;

  /** `words`: says why something was refused; nothing where that is no fault. */
  constructor(words: (error: unknown) => string = problemText) {
    this.#words = words;
  }

  async run(action: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.problem = '';
    try {
      await action();
    } catch (error) {
      this.fail(error);
    } finally {
      this.busy = false;
    }
  }

  /** Send a form. */
  send(event: SubmitEvent, action: () => Promise<unknown>): Promise<void> {
    event.preventDefault();
    return this.run(action);
  }

  /** Say why something was refused that was asked for elsewhere. */
  fail(error: unknown): void {
    this.problem = this.#words(error);
  }
}
