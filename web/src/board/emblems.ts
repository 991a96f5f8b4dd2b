/** Small drawings in a box from -10 to 10: what tells players apart without colour. */
export interface Drawing {
  /** Filled. */
  fill: string;
  /** Drawn with a line, if there is such a part. */
  line?: string;
}

/** One for each seat; none looks like the symbol of a card. */
export const EMBLEMS: readonly Drawing[] = [
  { fill: 'M-8.5 7V-6L-4 -.5L0 -8.5L4 -.5L8.5 -6V7Z' },
  { fill: 'M4 -9A9.3 9.3 0 1 0 4 9A7.2 7.2 0 1 1 4 -9Z' },
  {
    fill: 'M0 9C-12.5 0 -9.5 -8.5 -4.6 -8.5C-2 -8.5 0 -6.4 0 -4.2C0 -6.4 2 -8.5 4.6 -8.5C9.5 -8.5 12.5 0 0 9Z',
  },
  { fill: 'M2.5 -10L-7 2H-1.2L-3.5 10L7 -3H1.2Z' },
  { fill: 'M-10.5 8L-3.2 -7.5L.8 0L3.6 -3.6L10.5 8Z' },
  { fill: 'M-8.5 -8.5H-3.7V.8A3.7 3.7 0 0 0 3.7 .8V-8.5H8.5V.8A8.5 8.5 0 0 1 -8.5 .8Z' },
];

/** A drawing as SVG around the origin, `size` wide. */
export function drawn(drawing: Drawing, size: number, ink: string): string {
  const line =
    drawing.line === undefined
      ? ''
      : `<path d="${drawing.line}" fill="none" stroke="${ink}" stroke-width="1.9" stroke-linecap="round"/>`;
  return `<g transform="scale(${size / 20})" fill="${ink}"><path d="${drawing.fill}"/>${line}</g>`;
}
