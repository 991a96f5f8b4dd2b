/** What a winner leaves in, seen from the side: a cable car or a locomotive with the owner's emblem. */
import { imageOf } from './image';
import type { Livery } from './livery';
import { INK, PAPER } from './palette';
import type { Kind } from './vehicles';

const LAMP = '#ffd84d';

/** The address of the picture; 200 wide and 112 high, bound for the right. */
export function departure(livery: Livery, kind: Kind): string {
  return imageOf('0 0 200 112', kind === 'cable' ? cableCar(livery) : locomotive(livery));
}

function roundel({ emblem }: Livery, x: number, y: number, radius: number): string {
  return (
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${PAPER}" stroke="${INK}" stroke-width="2"/>` +
    `<path d="${emblem.fill}" transform="translate(${x} ${y}) scale(${radius / 15})" fill="${INK}"/>`
  );
}

function wheel(x: number, radius: number): string {
  const y = 106 - radius;
  return (
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${INK}"/>` +
    `<circle cx="${x}" cy="${y}" r="${radius * 0.66}" fill="none" stroke="${PAPER}" stroke-opacity=".7" stroke-width="2"/>` +
    `<circle cx="${x}" cy="${y}" r="${radius * 0.22}" fill="${PAPER}"/>`
  );
}

function cableCar(livery: Livery): string {
  const { ink, shade, light } = livery;
  const windows = [30, 58, 86, 114, 142].map((x) => `M${x} 44h22v20h-22Z`).join('');
  return (
    `<g stroke="${INK}" stroke-width="2" stroke-linejoin="round">` +
    `<path d="M58 18Q62 8 72 8H128Q138 8 142 18Z" fill="${light}"/>` +
    `<path d="M10 30Q14 18 30 18H170Q186 18 190 30V36H10Z" fill="${shade}"/>` +
    `<path d="M20 36H180V88Q180 92 176 92H24Q20 92 20 88Z" fill="${ink}"/>` +
    `<path d="${windows}" fill="${PAPER}"/><path d="M12 90H188V97H12Z" fill="${shade}"/></g>` +
    `<path d="M24 70H176" stroke="${light}" stroke-width="3"/>` +
    `${wheel(56, 9)}${wheel(144, 9)}${roundel(livery, 100, 78, 13)}` +
    `<circle cx="184" cy="76" r="5.5" fill="${LAMP}" stroke="${INK}" stroke-width="2"/>`
  );
}

function locomotive(livery: Livery): string {
  const { ink, shade, light } = livery;
  return (
    `<g stroke="${INK}" stroke-width="2" stroke-linejoin="round">` +
    `<path d="M148 40L142 14H170L164 40Z" fill="${shade}"/><path d="M138 8H174V15H138Z" fill="${ink}"/>` +
    `<path d="M92 42A13 15 0 0 1 118 42Z" fill="${light}"/>` +
    `<path d="M58 40H160Q168 40 168 48V68Q168 76 160 76H58Z" fill="${ink}"/>` +
    `<path d="M18 22H64V78H18Z" fill="${ink}"/><path d="M10 14H72V23H10Z" fill="${shade}"/>` +
    `<path d="M27 32H55V50H27Z" fill="${PAPER}"/>` +
    `<path d="M8 78H178V86H8Z" fill="${shade}"/><path d="M172 84L196 106H160Z" fill="${shade}"/></g>` +
    `<path d="M78 41V75M132 41V75" stroke="${light}" stroke-width="3"/>` +
    `${wheel(40, 17)}${wheel(84, 17)}${wheel(124, 10)}${wheel(150, 10)}` +
    `<path d="M40 89H84" stroke="${PAPER}" stroke-width="4" stroke-linecap="round"/>` +
    roundel(livery, 105, 58, 13) +
    `<circle cx="170" cy="48" r="6" fill="${LAMP}" stroke="${INK}" stroke-width="2"/>`
  );
}
