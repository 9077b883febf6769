/** Draws tiles on a canvas from the sprite of the page, in its colours. */
import { indexOf } from '../tiles/faces';
import type { TileName } from '../../wire/tile';

/** Something to draw on. */
export type Canvas = CanvasRenderingContext2D;

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** How high a tile is for its width. */
export const TILE_HEIGHT = 1.27;

/** A part of a tile in shares of its width and height: left, top, width, height. */
type Part = readonly [left: number, top: number, width: number, height: number];

const PLAIN = { art: [0.09, 0.19, 0.82, 0.77], index: [0.06, 0.04, 0.22, 0.18] } as const satisfies Record<string, Part>;
const GOLD = { art: [0.14, 0.22, 0.7, 0.65], index: [0.12, 0.07, 0.2, 0.16] } as const satisfies Record<string, Part>;

/** Draws a tile with its upper left corner at a place: a kind, or null for its back. */
export function drawTile(on: Canvas, tile: TileName | null, isGold: boolean, x: number, y: number, width: number): void {
  const height = width * TILE_HEIGHT;
  const edge = width * 0.045;
  const [face, low] = tile === null ? ['--tile-back', '--tile-back-low'] : isGold ? ['--gold-face', '--gold-face-low'] : ['--tile-face', '--tile-face-low'];
  const body = (down: number, colour: string | CanvasGradient): void => {
    on.fillStyle = colour;
    on.beginPath();
    on.roundRect(x, y + down, width, height, width * 0.11);
    on.fill();
  };
  const light = on.createLinearGradient(x, y + height * 0.3, x, y + height);
  light.addColorStop(0, colourOf(face));
  light.addColorStop(1, colourOf(low));
  body(edge * 3, '#00000040');
  body(edge * 2, colourOf('--tile-edge'));
  body(edge, colourOf('--tile-side'));
  body(0, light);
  if (tile === null) return;
  const at = ([left, top, wide, high]: Part): Box => ({ x: x + left * width, y: y + top * height, width: wide * width, height: high * height });
  const parts = isGold ? GOLD : PLAIN;
  drawSymbol(on, tile, at(parts.art));
  drawSymbol(on, `sign_${indexOf(tile)}`, at(parts.index));
  if (isGold) drawRing(on, x, y, width);
}

/** The ring and the seal of a Gold. */
function drawRing(on: Canvas, x: number, y: number, width: number): void {
  const [inset, seal] = [width * 0.05, width * 0.4];
  on.strokeStyle = colourOf('--gold-line');
  on.lineWidth = width * 0.05;
  on.beginPath();
  on.roundRect(x + inset, y + inset, width - 2 * inset, width * TILE_HEIGHT - 2 * inset, width * 0.08);
  on.stroke();
  const corner = { x: x + width * 1.03 - seal, y: y + width * TILE_HEIGHT * 1.02 - seal, width: seal, height: seal };
  on.fillStyle = colourOf('--gold-seal');
  on.beginPath();
  on.roundRect(corner.x, corner.y, seal, seal, width * 0.09);
  on.fill();
  drawSymbol(on, 'seal', corner);
}

function colourOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name);
}

/** Draws a symbol of the sprite into a box, as large as it fits. */
function drawSymbol(on: Canvas, id: string, { x, y, width, height }: Box): void {
  const symbol = document.getElementById(id);
  if (!(symbol instanceof SVGSymbolElement)) return;
  const { width: wide, height: high } = symbol.viewBox.baseVal;
  const scale = Math.min(width / wide, height / high);
  on.save();
  on.translate(x + (width - wide * scale) / 2, y + (height - high * scale) / 2);
  on.scale(scale, scale);
  for (const child of symbol.children) drawShape(on, child);
  on.restore();
}

/** What the sprite is made of: paths and circles, in groups that are moved. */
function drawShape(on: Canvas, shape: Element): void {
  if (!(shape instanceof SVGGraphicsElement)) return;
  on.save();
  const { baseVal: moves } = shape.transform;
  for (let nth = 0; nth < moves.numberOfItems; nth += 1) {
    const { a, b, c, d, e, f } = moves.getItem(nth).matrix;
    on.transform(a, b, c, d, e, f);
  }
  if (shape instanceof SVGGElement) for (const child of shape.children) drawShape(on, child);
  else drawOutline(on, shape);
  on.restore();
}

function drawOutline(on: Canvas, shape: SVGGraphicsElement): void {
  const outline = new Path2D(shape.getAttribute('d') ?? undefined);
  if (shape instanceof SVGCircleElement) outline.arc(shape.cx.baseVal.value, shape.cy.baseVal.value, shape.r.baseVal.value, 0, 2 * Math.PI);
  const { fill, stroke, strokeWidth } = getComputedStyle(shape);
  if (fill !== 'none') {
    on.fillStyle = fill;
    on.fill(outline, 'evenodd');
  }
  if (stroke !== 'none') {
    on.strokeStyle = stroke;
    on.lineWidth = Number.parseFloat(strokeWidth);
    on.lineCap = on.lineJoin = 'round';
    on.stroke(outline);
  }
}
