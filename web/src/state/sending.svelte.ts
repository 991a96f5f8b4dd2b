/** A form that is sent: whether it is on its way, and why it was refused. */
import { problemText } from '../net/words';

export class Sending {
  busy = $state(false);
  problem = $state('');

  async send(event: SubmitEvent, action: () => Promise<void>): Promise<void> {
    event.preventDefault();
    this.busy = true;
    this.problem = '';
    try {
      await action();
    } catch (error) {
      this.problem = problemText(error);
    } finally {
      this.busy = false;
    }
  }
}
