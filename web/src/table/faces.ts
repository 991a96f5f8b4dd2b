/** The faces of the cards, each with its colour, its symbol and its texture; and their back.
 *
 * All are on one sheet, which the browser reads once; a card on the page is one element.
 */
import { imageOf } from '../board/image';
import { CARD_INKS, INK, PAPER } from '../board/palette';
import type { Kind } from '../board/vehicles';
import type { Card } from '../net/types';

/** A texture for each card, so that none needs its colour. */
const LINES: Record<Card, string> = {
  red: 'M3 3h.01M9 9h.01',
  orange: 'M0 12L12 0M-3 3L3 -3M9 15L15 9',
  yellow: 'M0 3H12M0 9H12',
  green: 'M0 0L12 12M-3 9L3 15M9 -3L15 3',
  blue: 'M0 3q3 -4 6 0t6 0M0 9q3 -4 6 0t6 0',
  purple: 'M0 12L12 0M0 0L12 12',
  black: 'M0 6H12M6 0V12',
  white: 'M3 0V12M9 0V12',
  wild: 'M6 0V3M6 9V12M0 6H3M9 6H12',
};
const RIM: readonly Card[] = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'];
const SHEET = 'x="1" y="1" width="58" height="82" rx="6"';
/** In the order in which they lie on the sheet. */
const CARDS = Object.keys(LINES) as Card[];

/** Their backs follow, by what runs on the tracks. */
const BACKS: readonly Kind[] = ['cable', 'train'];
export const FACES = CARDS.length + BACKS.length;

/** Where a card or the back of a deck lies on the sheet, as a part of its width. */
export function placeOf(card: Card | null, back: Kind): string {
  const slot = card === null ? CARDS.length + BACKS.indexOf(back) : CARDS.indexOf(card);
  return `${(100 * slot) / (FACES - 1)}%`;
}

/** Print the sheet where every style can use it, as `--cards`. */
export function printSheet(): void {
  if (typeof document === 'undefined') return;
  const all = [...CARDS.map(front), ...BACKS.map(back)];
  const cards = all.map((face, k) => `<g transform="translate(${60 * k} 0)">${face}</g>`).join('');
  const sheet = imageOf(`0 0 ${60 * all.length} 84`, cards);
  document.documentElement.style.setProperty('--cards', `url("${sheet}")`);
}

function front(card: Card): string {
  const { ink, on, symbol } = CARD_INKS[card];
  const [thick, strong] = card === 'red' ? [3.4, 0.4] : [1.6, 0.22];
  const symbols = ['30 42) scale(1.3', '13 14) scale(.5', '47 70) scale(.5']
    .map((at) => `<g transform="translate(${at})">${symbol}</g>`)
    .join('');
  return (
    `<defs><pattern id="${card}" width="12" height="12" patternUnits="userSpaceOnUse"><path d="${LINES[card]}"` +
    ` fill="none" stroke="${on}" stroke-opacity="${strong}" stroke-width="${thick}" stroke-linecap="round"/></pattern>` +
    `${card === 'wild' ? rainbow() : ''}</defs>` +
    `<rect ${SHEET} fill="${ink}" stroke="${INK}" stroke-width="1.5"/><rect ${SHEET} fill="url(#${card})"/>` +
    (card === 'wild'
      ? '<rect x="4.5" y="4.5" width="51" height="75" rx="4" fill="none" stroke="url(#rim)" stroke-width="5"/>'
      : `<rect x="5" y="5" width="50" height="74" rx="3.5" fill="none" stroke="${on}" stroke-opacity=".5"/>`) +
    `<circle cx="30" cy="42" r="20" fill="${ink}" stroke="${on}" stroke-opacity=".55" stroke-width="1.2"/>` +
    `<g color="${on}">${symbols}</g>`
  );
}

function rainbow(): string {
  const stops = RIM.map(
    (card, k) => `<stop offset="${k / 5}" stop-color="${CARD_INKS[card].ink}"/>`,
  );
  return `<linearGradient id="rim" x2="1" y2="1">${stops.join('')}</linearGradient>`;
}

const PICTURES: Record<Kind, { ground: string; drawing: string }> = {
  cable: {
    ground: '#23596b',
    drawing:
      '<path d="M13 50H36M20 56H48M13 62H30" stroke-width="3"/>' +
      '<path d="M12 42Q30 12 48 42M20 42V31M30 42V27M40 42V31M10 42H50" stroke-width="2"/>',
  },
  // A track to the horizon, and the sun going down.
  train: {
    ground: '#7a3b2a',
    drawing:
      '<path d="M27 40L16 70M33 40L44 70" stroke-width="2.4"/>' +
      '<path d="M25 46H35M23 52H37M21 59H39M18 66H42" stroke-width="2"/>' +
      '<path d="M10 40H50M19 40A11 11 0 0 1 41 40M30 17V23M15 24L19 28M45 24L41 28" stroke-width="2"/>',
  },
};

function back(kind: Kind): string {
  const { ground, drawing } = PICTURES[kind];
  return (
    `<rect ${SHEET} fill="${ground}" stroke="${INK}" stroke-width="1.5"/>` +
    `<g stroke="${PAPER}" fill="none"><rect x="5" y="5" width="50" height="74" rx="3.5" stroke-opacity=".7"/>` +
    `<g stroke-linecap="round" stroke-opacity=".85">${drawing}</g></g>`
  );
}
