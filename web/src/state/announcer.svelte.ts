/** One polite live region for the whole client. */
class Announcer {
  text = $state('');

  say(text: string): void {
    // The same words twice would not be read twice, unless they change.
    this.text = text === this.text ? `${text}\u00a0` : text;
  }
}

export const announcer = new Announcer();
