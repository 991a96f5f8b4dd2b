/** One polite live region for the whole client. */
class Announcer {
  text = $state('');
  #last = '';

  say(text: string): void {
    // The same words twice would not be read twice, unless they change.
    this.#last = text === this.#last ? `${text}\u00a0` : text;
    this.text = this.#last;
  }
}

export const announcer = new Announcer();
