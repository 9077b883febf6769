/**
 * What every face is drawn with. A face is 60 wide and 76 high; colours are classes, so that a style sheet
 * can choose them: r red, g green, b blue, k ink, o ochre, w the colour of the face itself.
 */
import { readFileSync } from 'node:fs';

const OUTLINES = JSON.parse(readFileSync(new URL('outlines.json', import.meta.url), 'utf8'));

/** Units to a character in the outlines. */
const UNITS = 500;

export const WIDTH = 60;
export const HEIGHT = 76;

/** A number as short as it can be written: two digits after the point are less than a pixel at any size. */
export const short = (number) => String(Number(number.toFixed(2))).replace(/^(-?)0\./, '$1.');

/** A filled path, with the even-odd rule: a shape inside another is a hole. */
export const fill = (colour, path) => `<path class="t-${colour}" d="${path}"/>`;

/** A stroked path with round ends. */
export const line = (colour, width, path) =>
  `<path class="u-${colour}" stroke-width="${short(width)}" d="${path}"/>`;

export const circlePath = (x, y, r) =>
  `M${short(x - r)} ${short(y)}a${short(r)} ${short(r)} 0 1 0 ${short(2 * r)} 0a${short(r)} ${short(r)} 0 1 0 ${short(-2 * r)} 0z`;

export const disc = (colour, x, y, r) => `<circle class="t-${colour}" cx="${short(x)}" cy="${short(y)}" r="${short(r)}"/>`;

/** Something drawn around the origin, moved to a place and turned. */
export const placed = (x, y, degrees, drawing) =>
  `<g transform="translate(${short(x)} ${short(y)})${degrees === 0 ? '' : `rotate(${short(degrees)})`}">${drawing}</g>`;

/**
 * A character whose outline fits a box around a point. `weight` strokes the outline, in units of which 500
 * make a character: the thin level strokes of a serif face would fade on a small tile.
 */
export function character(colour, sign, x, y, size, weight = 8) {
  const { box, path } = OUTLINES[sign];
  const scale = size / UNITS;
  const left = x - ((box[0] + box[2]) / 2) * scale;
  const top = y - ((box[1] + box[3]) / 2) * scale;
  const move = `translate(${short(left)} ${short(top)})scale(${short(scale * 1000)}e-3)`;
  return `<path class="t-${colour} u-${colour}" stroke-width="${weight}" transform="${move}" d="${path}"/>`;
}
