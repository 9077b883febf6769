/**
 * What every face is drawn with. A face is 60 wide and 76 high; colours are classes, so that a style sheet
 * can choose them: r red, g green, b blue, k ink, o ochre, w the colour of the face itself.
 */
import { readFileSync } from 'node:fs';

const OUTLINES = JSON.parse(readFileSync(new URL('outlines.json', import.meta.url), 'utf8'));

/** Units to a character in the outlines. */
const UNITS = 250;

export const WIDTH = 60;
export const HEIGHT = 76;

/** A number as short as it can be written: a tenth is less than a pixel at any size. */
export const short = (number, digits = 1) => String(Number(number.toFixed(digits))).replace(/^(-?)0\./, '$1.');

/** A filled path, with the even-odd rule: a shape inside another is a hole. */
export const fill = (colour, path) => `<path class="t-${colour}" d="${path}"/>`;

/** A stroked path with round ends. */
export const line = (colour, width, path) =>
  `<path class="u-${colour}" stroke-width="${short(width)}" d="${path}"/>`;

/** A circle whose leftmost point is where the path stands: one arc that ends a hair's breadth from its begin. */
export const circle = (r) => `a${short(r)} ${short(r)} 0 1 1 0 .1z`;

export const circlePath = (x, y, r) => `M${short(x - r)} ${short(y)}${circle(r)}`;

export const disc = (colour, x, y, r) => `<circle class="t-${colour}" cx="${short(x)}" cy="${short(y)}" r="${short(r)}"/>`;

/** Something drawn around the origin, moved to a place and turned. */
export const placed = (x, y, degrees, drawing) =>
  `<g transform="translate(${short(x)} ${short(y)})${degrees === 0 ? '' : `rotate(${short(degrees)})`}">${drawing}</g>`;

/**
 * A character whose outline fits a box around a point. `weight` strokes the outline, in units of which 500
 * make a character: the thin level strokes of a serif face would fade on a small tile.
 *
 * `unit` is what the face around it is measured in: a face of writing alone is measured in the units of its outlines,
 * so that nothing on it has to be scaled while it is drawn.
 */
export function character(colour, sign, x, y, size, weight = 8, unit = 1) {
  const { box, path } = OUTLINES[sign];
  const scale = size / UNITS / unit;
  const left = x / unit - ((box[0] + box[2]) / 2) * scale;
  const top = y / unit - ((box[1] + box[3]) / 2) * scale;
  const stroke = (weight * UNITS) / 500;
  if (unit === 1) {
    const move = `translate(${short(left)} ${short(top)})scale(${short(scale, 3)})`;
    return `<path class="t-${colour} u-${colour}" stroke-width="${short(stroke)}" transform="${move}" d="${path}"/>`;
  }
  return `<path class="t-${colour} u-${colour}" stroke-width="${short(stroke * scale)}" d="${moved(path, left, top, scale)}"/>`;
}

/** An outline in other units, begun at another place; every point is rounded by itself, so that no error adds up. */
function moved(path, left, top, scale) {
  let [at, put] = [[0, 0], [0, 0]];
  let begin = [at, put];
  return path.replaceAll(/([a-z])([^a-z]*)/g, (_, letter, rest) => {
    if (letter === 'z') {
      [at, put] = begin;
      return 'z';
    }
    const numbers = (rest.match(/-?\d+/g) ?? []).map(Number);
    const steps = { h: [[numbers[0], 0]], v: [[0, numbers[0]]] }[letter] ?? numbers.flatMap((step, nth) => (nth % 2 === 0 ? [[step, numbers[nth + 1]]] : []));
    const ends = steps.map(([x, y]) => [at[0] + x, at[1] + y]);
    const points = ends.map(([x, y]) => [Math.round(left + x * scale), Math.round(top + y * scale)]);
    const moves = points.map(([x, y]) => [x - put[0], y - put[1]]);
    [at, put] = [ends.at(-1), points.at(-1)];
    if (letter === 'm') begin = [at, put];
    const said = { h: [moves[0][0]], v: [moves[0][1]] }[letter] ?? moves.flat();
    return letter + said.join(' ').replaceAll(' -', '-');
  });
}
