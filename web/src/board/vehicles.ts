/** Cable cars and train cars with depth, in the colour and with the emblem of their owner. */
import type { Board } from '../net/types';
import { imageOf } from './image';
import type { Livery } from './livery';
import { INK, mix, PAPER } from './palette';

export type Kind = Board['picture']['vehicle'];
/** Left, top, width and height of a vehicle, for a space that is 100 long. */
export const BOX = [-52, -20, 104, 42] as const;
const drawn = new Map<string, string>();

/** The address of a vehicle's picture. */
export function vehicle(livery: Livery, kind: Kind): string {
  const key = `${livery.number} ${kind}`;
  let address = drawn.get(key);
  if (address === undefined) {
    address = imageOf(BOX.join(' '), drawing(livery, kind));
    drawn.set(key, address);
  }
  return address;
}

/** Roof, windows and wheels: light above and dark below, as no space of a track is. */
function drawing({ ink, emblem }: Livery, kind: Kind): string {
  const roof = mix(ink, PAPER, 0.68);
  const edge = `stroke="${INK}" stroke-width="2" stroke-linejoin="round"`;
  const wheels = kind === 'cable' ? [-27, 27] : [-36, -24, 24, 36];
  const panes = kind === 'cable' ? [-42, -29, 17, 30] : [-41, -31, 20, 30];
  const wide = kind === 'cable' ? 12 : 10;
  return (
    `<path d="M-46 8H46V16H-46Z" fill="${INK}"/>` +
    (kind === 'train' ? `<path d="M-51 11H51" stroke="${INK}" stroke-width="5"/>` : '') +
    wheels
      .map(
        (x) => `<circle cx="${x}" cy="16" r="5" fill="${PAPER}" stroke="${INK}" stroke-width="3"/>`,
      )
      .join('') +
    `<path d="M-47 -10H47V11H-47Z" fill="${ink}" ${edge}/>` +
    panes.map((x) => `<path d="M${x} -6H${x + wide}V4H${x}Z" fill="${INK}"/>`).join('') +
    (kind === 'cable'
      ? `<path d="M-50 -10Q-48 -19 -38 -19H38Q48 -19 50 -10Z" fill="${roof}" ${edge}/>`
      : `<path d="M-49 -19H49V-10H-49Z" fill="${roof}" ${edge}/>`) +
    `<circle cy="-1" r="14" fill="${INK}"/>` +
    `<path d="${emblem.fill}" transform="translate(0 -1) scale(.95)" fill="${PAPER}"/>`
  );
}
