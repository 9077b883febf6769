/** The bamboo: stalks with a knot in the middle, and the bird that is one bamboo. */
import { bird } from './bird.mjs';
import { fill, line, placed, short } from './draw.mjs';

/** Half a stalk, from its knot upwards or downwards, and back to the knot: straight, swelling at both ends. */
function half(width, length, up) {
  const wide = width / 2;
  const slim = wide - width * 0.09;
  // In tenths, so that nothing is lost on the way round.
  const tenths = (number) => Math.round(number * 10 * up);
  const [w, n, c] = [wide, slim, wide * 0.55].map(tenths);
  const [low, foot, waist, neck, chin, brow, top] = [0.055, 0.13, 0.24, 0.78, 0.82, 0.9, 1].map((part) => tenths(-length * part));
  const to = (letter, ...numbers) => letter + numbers.map((number) => short(number / 10)).join(' ').replaceAll(' -', '-');
  return [
    to('m', -n, low),
    to('q', n - w, 0, n - w, foot - low),
    to('t', w - n, waist - foot),
    to('v', neck - waist),
    to('q', n - w, chin - neck, n - w, brow - neck),
    to('q', 0, top - brow, w - c, top - brow),
    to('h', 2 * c),
    to('q', w - c, 0, w - c, brow - top),
    to('q', 0, chin - brow, n - w, neck - brow),
    to('v', waist - neck),
    to('q', 0, foot - waist + (waist - foot) / 3, w - n, foot - waist),
    to('q', 0, low - foot, n - w, low - foot),
    'z',
    to('m', n, -low),
  ].join('');
}

const shine = (height, up) => `m0 ${short(-height * 0.15 * up)}v${short(-height * 0.21 * up)}`;

/** Stalks of a colour, all of them in two paths: but for where it lies each is written like any other. */
function upright(colour, width, height, places) {
  const stalk = half(width, height / 2, 1) + half(width, height / 2, -1);
  const along = ([x, y], path) => `M${short(x)} ${short(y)}${path}`;
  const light = places.flatMap((place) => [along(place, shine(height, 1)), along(place, shine(height, -1))]);
  return fill(colour, places.map((place) => along(place, stalk)).join('')) + line('w', width * 0.16, light.join(''));
}

/** As {@link upright}, where some stalks are turned. */
function grove(colour, height, places, width = 9.4) {
  const straight = places.filter(([, , turn = 0]) => turn === 0);
  const turned = places.filter(([, , turn = 0]) => turn !== 0);
  return (
    (straight.length === 0 ? '' : upright(colour, width, height, straight)) +
    turned.map(([x, y, turn]) => placed(x, y, turn, upright(colour, width, height, [[0, 0]]))).join('')
  );
}

const at = (columns, rows) => rows.flatMap((y) => columns.map((x) => [x, y]));

/** The nine faces, in order. */
export const bamboo = [
  bird,
  grove('g', 32, at([30], [20, 56]), 10.4),
  grove('g', 32, [[30, 20], [17, 56], [43, 56]], 10),
  grove('g', 32, at([17, 43], [20, 56]), 10),
  grove('g', 32, at([12.5, 47.5], [20, 56])) + grove('r', 32, [[30, 38]]),
  grove('g', 32, at([12.5, 30, 47.5], [20])) + grove('b', 32, at([12.5, 30, 47.5], [56])),
  grove('r', 22.5, [[30, 13]]) + grove('g', 22.5, at([12.5, 30, 47.5], [38, 63])),
  grove('g', 31, [[8.5, 20], [51.5, 20], [22.8, 20.5, -21], [37.2, 20.5, 21]], 8.6) +
    grove('b', 31, [[8.5, 56], [51.5, 56], [22.8, 55.5, 21], [37.2, 55.5, -21]], 8.6),
  grove('g', 22.5, at([12.5, 47.5], [13, 38, 63])) + grove('r', 22.5, at([30], [13, 38, 63])),
];

/** One stalk, where a number says how many. */
export const bambooEmblem = grove('g', 32, [[20, 12, 90]], 11);
