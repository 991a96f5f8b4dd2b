/** Something that is sent: whether it is on its way, and why it was refused. */
import { problemText } from '../net/words';

export class Sending {
  busy = $state(false);
  problem = $state('');

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
    this.problem = problemText(error);
  }
}
