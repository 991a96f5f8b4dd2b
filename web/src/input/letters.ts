/** The size of letters that the user and the window ask for. */

/** Pixels of one rem, in a window of this size: large windows have larger letters. */
export function letters(..._size: number[]): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
