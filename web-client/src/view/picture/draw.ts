/** A hand that was won as a picture for chats: the tiles, what they are worth, and who pays. */
import type { Words } from '../../words/words';
import type { HandPicture, PicturePlayer, PictureTile } from './handPicture';
import { drawTile, TILE_HEIGHT, type Canvas } from './tiles';

/** What chats show without cutting it. */
const SIZE = { width: 1200, height: 630 } as const;
const MARGIN = 56;
const INNER = SIZE.width - 2 * MARGIN;
const COLOURS = { ivory: '#f3ecd9', soft: '#bccabf', brass: '#e6c26a', line: '#ffffff26', up: '#9fe0b8', down: '#f2b0a4' } as const;
const SANS = "system-ui, 'Noto Sans', 'Noto Sans CJK SC', 'PingFang SC', sans-serif";
/** Room between two sets, in tiles. */
const GAP = 0.36;
const TILE_MAX = 72;

/** Draws the picture; null where the browser can't. */
export function drawHand(picture: HandPicture, words: Words): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE.width;
  canvas.height = SIZE.height;
  const on = canvas.getContext('2d');
  if (on === null) return Promise.resolve(null);
  drawFelt(on);
  text(on, picture.title, { x: MARGIN, y: 98, size: 46, family: serif(), width: INNER });
  text(on, picture.count, { x: MARGIN, y: 150, size: 26, colour: COLOURS.soft, width: INNER });
  const below = drawSets(on, picture.sets, 196);
  for (const [nth, tile] of picture.bonus.entries()) drawTile(on, tile, false, MARGIN + nth * 43, Math.max(below, 330), 42);
  for (const [nth, player] of picture.players.entries()) drawPlayer(on, player, nth, words);
  text(on, 'Sanjin 三金', { x: MARGIN, y: 600, size: 24, colour: COLOURS.brass, family: serif() });
  text(on, `${picture.note} · ${location.host}`, { x: SIZE.width - MARGIN, y: 600, size: 22, colour: COLOURS.soft, align: 'right', width: INNER / 2 });
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

function serif(): string {
  return getComputedStyle(document.documentElement).getPropertyValue('--serif');
}

/** In one colour: light and shade would make the file five times as large. */
function drawFelt(on: Canvas): void {
  on.fillStyle = '#1a4a43';
  on.fillRect(0, 0, SIZE.width, SIZE.height);
}

/** The sets in one row; says where what comes below can begin. */
function drawSets(on: Canvas, sets: HandPicture['sets'], y: number): number {
  const tiles = sets.reduce((sum, set) => sum + set.length, 0);
  const width = Math.min(TILE_MAX, INNER / (tiles + GAP * (sets.length - 1)));
  let x = MARGIN;
  for (const set of sets) {
    for (const piece of set) {
      drawPiece(on, piece, x, y, width);
      x += width;
    }
    x += GAP * width;
  }
  return y + width * 2.4;
}

function drawPiece(on: Canvas, { tile, isGold, standsFor, isWinning }: PictureTile, x: number, y: number, width: number): void {
  drawTile(on, tile, isGold, x, y, width - 1);
  if (standsFor !== null) drawTile(on, standsFor, false, x + width * 0.25, y + width * (TILE_HEIGHT + 0.2), width * 0.5);
  if (!isWinning) return;
  on.fillStyle = on.strokeStyle = COLOURS.brass;
  on.lineWidth = 4;
  on.beginPath();
  on.roundRect(x - 2, y - 2, width + 3, width * TILE_HEIGHT + 4, width * 0.13);
  on.stroke();
  on.beginPath();
  on.moveTo(x + width / 2 - 9, y - 18);
  on.lineTo(x + width / 2 + 9, y - 18);
  on.lineTo(x + width / 2, y - 6);
  on.fill();
}

function drawPlayer(on: Canvas, { name, change, total, isWinner }: PicturePlayer, nth: number, { table }: Words): void {
  const width = (INNER - 3 * 16) / 4;
  const x = MARGIN + nth * (width + 16);
  on.fillStyle = '#0c2927';
  on.strokeStyle = isWinner ? COLOURS.brass : COLOURS.line;
  on.lineWidth = 2;
  on.beginPath();
  on.roundRect(x, 426, width, 118, 16);
  on.fill();
  on.stroke();
  text(on, name, { x: x + 18, y: 468, size: 28, width: width - 36 });
  const colour = change > 0 ? COLOURS.up : change < 0 ? COLOURS.down : COLOURS.soft;
  text(on, table.points(change), { x: x + 18, y: 522, size: 40, colour });
  text(on, table.points(total), { x: x + width - 18, y: 522, size: 24, colour: COLOURS.soft, align: 'right' });
}

type Line = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour?: string;
  readonly family?: string;
  readonly align?: 'left' | 'right';
  /** It is made narrower to fit, as far as it has to be. */
  readonly width?: number;
};

function text(on: Canvas, said: string, { x, y, size, colour = COLOURS.ivory, family = SANS, align = 'left', width }: Line): void {
  on.font = `600 ${size}px ${family}`;
  on.fillStyle = colour;
  on.textAlign = align;
  on.fillText(said, x, y, width);
}
