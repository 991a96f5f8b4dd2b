/** Cable cars and train cars with depth, in the colour and with the emblem of their owner. */
import type { Board, Seat } from '../net/types';
import { emblem } from './emblems';
import { imageOf } from './image';
import { INK, PAPER, playerInk } from './palette';

export type Kind = 'cable' | 'train';
/** Left, top, width and height of a vehicle, for a space that is 100 long. */
export const BOX = [-52, -20, 104, 42] as const;
const drawn = new Map<string, string>();

export function kindOf(board: Board): Kind {
  return board.picture.ferry === 'boat' ? 'cable' : 'train';
}

/** The address of a vehicle's picture. */
export function vehicle(seat: Seat, kind: Kind): string {
  const key = `${seat} ${kind}`;
  let address = drawn.get(key);
  if (address === undefined) {
    address = imageOf(BOX.join(' '), drawing(seat, kind));
    drawn.set(key, address);
  }
  return address;
}

function drawing(seat: Seat, kind: Kind): string {
  const { ink, shade, light } = playerInk(seat);
  const box = (y: number, fill: string) =>
    `<rect x="-47" y="${y}" width="94" height="31" rx="${kind === 'cable' ? 10 : 4}" fill="${fill}" stroke="${INK}" stroke-width="2"/>`;
  const lines = (path: string, strong: number) =>
    `<path d="${path}" stroke="${shade}" stroke-opacity="${strong}" stroke-width="2"/>`;
  const body =
    kind === 'cable'
      ? `<rect x="-39" y="-12.5" width="78" height="20" rx="7" fill="${light}" fill-opacity=".75"/>` +
        lines('M-29 -12.5V7.5M-20 -12.5V7.5M20 -12.5V7.5M29 -12.5V7.5', 0.55)
      : `<path d="M-50 -4H-46M46 -4H50" stroke="${INK}" stroke-width="5"/>` +
        `<path d="M-42 -13H42V-8H-42Z" fill="${light}" fill-opacity=".8"/>` +
        lines('M-34 -18V13M-24 -18V13M24 -18V13M34 -18V13', 0.6);
  return (
    `${box(-11, shade)}${box(-18, ink)}${body}` +
    `<circle cy="-2.5" r="13.5" fill="${PAPER}" stroke="${INK}" stroke-width="1.6"/>` +
    `<path d="${emblem(seat).fill}" transform="translate(0 -2.5) scale(.85)" fill="${INK}"/>`
  );
}
