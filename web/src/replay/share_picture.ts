/** A picture of a board and its result, to be shared. */
import { drawn as drawnEmblem } from '../board/emblems';
import { lay } from '../board/geometry';
import { type Label, labelsAt } from '../board/labels';
import { type Liveries, type Livery, liveryOf } from '../board/livery';
import { INK, PAPER } from '../board/palette';
import { scorePieces } from '../board/scores';
import type { Piece } from '../board/state';
import { BOX, vehicle } from '../board/vehicles';
import type { Board, Seat, View } from '../net/types';

export interface Shown {
  board: Board;
  /** The board's drawing. */
  picture: string;
  liveries: Liveries;
  view: View;
  pieces: readonly Piece[];
  /** The players in the order of their points. */
  players: readonly { seat: Seat; name: string; points: number }[];
  /** Who won and why, or where the game stands. */
  title: string;
  text: string;
}

const WIDTH = 1600;
const BAND = 220;
const EDGE = 40;

/** The board as one drawing, with everything that stands on it but the names of places. */
export function boardDrawing(shown: Shown): string {
  const { board, picture, liveries, pieces, players } = shown;
  const [x, y, width, height] = board.picture.stage;
  const scores = [...players].sort((a, b) => a.seat - b.seat).map(({ points }) => points);
  const standing = [...pieces, ...scorePieces(board, scores, liveries)].map(
    (piece) =>
      `<g transform="translate(${piece.at.join(' ')}) scale(${piece.scale ?? 1})">${piece.drawing}</g>`,
  );
  const ground = picture.replace(
    / width="100%" height="100%"/,
    ` x="${x}" y="${y}" width="${width}" height="${height}"`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${board.picture.stage.join(' ')}" width="${width}" height="${height}">` +
    `${ground.slice(ground.indexOf('<svg'))}${vehicles(shown)}${standing.join('')}</svg>`
  );
}

function vehicles({ board, liveries, view: { owners } }: Shown): string {
  const box = BOX.map((side) => (side * board.picture.space[0]) / 100);
  return board.routes
    .map((route) => {
      const seat = owners[route.index] ?? null;
      if (seat === null) return '';
      const address = vehicle(liveryOf(seat, liveries), board.picture.vehicle);
      const inside = decodeURIComponent(address.slice(address.indexOf(',') + 1)).replace(
        '<svg ',
        `<svg x="${box[0]}" y="${box[1]}" width="${box[2]}" height="${box[3]}" `,
      );
      return route.spaces.map((space) => `<g transform="${lay(space)}">${inside}</g>`).join('');
    })
    .join('');
}

/** The picture as a PNG. */
export async function sharePicture(shown: Shown): Promise<Blob> {
  const canvas = await drawnPicture(shown);
  return new Promise((done, fail) => {
    canvas.toBlob(
      (blob) => (blob === null ? fail(new Error('no picture')) : done(blob)),
      'image/png',
    );
  });
}

/** The picture on a canvas of its own. */
export async function drawnPicture(shown: Shown): Promise<HTMLCanvasElement> {
  const [x, y, width, height] = shown.board.picture.stage;
  const scale = WIDTH / width;
  const high = Math.round(height * scale);
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = high + BAND;
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
  const style = getComputedStyle(document.documentElement);
  const [face, poster] = [
    style.getPropertyValue('--face'),
    style.getPropertyValue('--face-poster'),
  ];
  await Promise.all(
    [`600 20px ${face}`, `60px ${poster}`].map((font) => document.fonts.load(font)),
  );
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(await loaded(boardDrawing(shown)), 0, 0, WIDTH, high);
  pen.save();
  pen.scale(scale, scale);
  pen.translate(-x, -y);
  for (const label of labelsAt(shown.board, scale, 16, [])) writeLabel(pen, label, face);
  pen.restore();
  await writeBand(pen, shown, high, face, poster);
  return canvas;
}

function writeLabel(pen: CanvasRenderingContext2D, label: Label, face: string): void {
  const { size, lines, x, y } = label;
  pen.font = `600 ${size}px ${face}`;
  pen.textAlign = 'center';
  pen.lineJoin = 'round';
  pen.lineWidth = size * 0.26;
  lines.forEach((line, k) => {
    const at = y + (k - (lines.length - 1) / 2) * size + 0.35 * size;
    pen.strokeStyle = PAPER;
    pen.strokeText(line, x, at);
    pen.fillStyle = INK;
    pen.fillText(line, x, at);
  });
}

async function writeBand(
  pen: CanvasRenderingContext2D,
  { board, liveries, players, title, text }: Shown,
  top: number,
  face: string,
  poster: string,
): Promise<void> {
  const room = WIDTH - 2 * EDGE;
  pen.fillStyle = INK;
  pen.textAlign = 'end';
  pen.font = `44px ${poster}`;
  pen.fillText(`FOGLINE · ${board.title.toUpperCase()}`, WIDTH - EDGE, top + 64, room / 2);
  pen.textAlign = 'start';
  pen.font = `64px ${poster}`;
  pen.fillText(title.toUpperCase(), EDGE, top + 70, room / 2);
  pen.font = `500 28px ${face}`;
  pen.fillText(text, EDGE, top + 116, room);
  const wide = room / players.length;
  for (const [k, { seat, name, points }] of players.entries()) {
    const at = EDGE + k * wide;
    pen.drawImage(await loaded(disc(liveryOf(seat, liveries))), at, top + 142, 56, 56);
    pen.font = `700 36px ${face}`;
    pen.fillText(String(points), at + 68, top + 182);
    const after = at + 80 + pen.measureText(String(points)).width;
    pen.font = `500 28px ${face}`;
    pen.fillText(name, after, top + 181, Math.max(20, at + wide - after - 16));
  }
}

function disc({ ink, emblem }: Livery): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 32 32" width="112" height="112">' +
    `<circle r="15" fill="${ink}" stroke="${INK}" stroke-width="1.6"/>` +
    `<circle r="10.4" fill="${PAPER}"/>${drawnEmblem(emblem, 14, INK)}</svg>`
  );
}

async function loaded(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}

/** Give the picture to the device's way of sharing files, or download it. */
export async function handOut(picture: Blob, name: string): Promise<void> {
  const file = new File([picture], name, { type: picture.type });
  const touch = matchMedia('(pointer: coarse)').matches;
  if (touch && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] });
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
