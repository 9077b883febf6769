/** The bamboo: stalks with a knot in the middle, and the bird that is one bamboo. */
import { bird } from './bird.mjs';
import { fill, line, placed, short } from './draw.mjs';

/** Half a stalk, from its knot at the origin upwards: straight, swelling at both ends. */
const half = (width, length) => {
  const wide = width / 2;
  const slim = wide - width * 0.09;
  const [w, n, c] = [short(wide), short(slim), short(wide * 0.55)];
  const l = (part) => short(-length * part);
  return (
    `M-${n} ${l(0.055)}Q-${w} ${l(0.055)}-${w} ${l(0.13)}T-${n} ${l(0.24)}V${l(0.78)}Q-${w} ${l(0.82)}-${w} ${l(0.9)}` +
    `Q-${w} ${l(1)}-${c} ${l(1)}H${c}Q${w} ${l(1)} ${w} ${l(0.9)}Q${w} ${l(0.82)} ${n} ${l(0.78)}V${l(0.24)}` +
    `Q${n} ${l(0.2)} ${w} ${l(0.13)}Q${w} ${l(0.055)} ${n} ${l(0.055)}z`
  );
};

function stalk(colour, width, height) {
  const shine = line('w', width * 0.16, `M0 ${short(-height * 0.15)}v${short(-height * 0.21)}`);
  const upper = fill(colour, half(width, height / 2)) + shine;
  return upper + placed(0, 0, 180, upper);
}

const grove = (colour, height, places, width = 9.4) =>
  places.map(([x, y, turn = 0]) => placed(x, y, turn, stalk(colour, width, height))).join('');

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
