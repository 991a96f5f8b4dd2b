/** What the player looks at, which changes nothing in the game. */
export class Look {
  /** The route under the pointer. */
  hovered = $state<string | null>(null);
  /** The ticket whose way is shown. */
  ticket = $state<string | null>(null);
}
