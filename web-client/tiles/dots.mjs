/** The dots: coins in rows, and the wheel that is one dot. */
import { circle, circlePath, disc, fill, placed, short } from './draw.mjs';

/** A coin is a rim, a gap, a core and a hole: one path, cut by the even-odd rule. But for where it lies it is written like any other. */
function coinPath(x, y, r) {
  let left = 0;
  const rings = [1, 0.7, 0.46, 0.17].map((part) => {
    const step = `m${short(-r * part - left)} 0${circle(r * part)}`;
    left = Number((-r * part).toFixed(1));
    return step;
  });
  return `M${short(x)} ${short(y)}${rings.join('')}`;
}

const coins = (colour, r, places) =>
  fill(colour, places.map(([x, y]) => coinPath(x, y, r)).join(''));

function wheel() {
  const petals = Array.from({ length: 12 }, (_, place) => {
    const angle = (place * Math.PI) / 6;
    return circlePath(30 + 16.6 * Math.sin(angle), 38 - 16.6 * Math.cos(angle), 3.1);
  }).join('');
  const leaf = fill('w', 'M0-1.2C2-3.4 2-5.6 0-7.4C-2-5.6-2-3.4 0-1.2z');
  const flower = [0, 60, 120, 180, 240, 300].map((turn) => placed(30, 38, turn, leaf)).join('');
  return (
    fill('g', circlePath(30, 38, 24.5) + circlePath(30, 38, 21.4)) +
    fill('b', petals) +
    disc('r', 30, 38, 11.6) +
    flower +
    disc('w', 30, 38, 1.5)
  );
}

const at = (columns, rows) => rows.flatMap((y) => columns.map((x) => [x, y]));

/** The nine faces, in order. */
export const dots = [
  wheel(),
  coins('g', 13, [[30, 20.5]]) + coins('b', 13, [[30, 55.5]]),
  coins('b', 9.6, [[14.5, 15.5]]) + coins('r', 9.6, [[30, 38]]) + coins('g', 9.6, [[45.5, 60.5]]),
  coins('b', 10.8, [[16.5, 19.5], [43.5, 56.5]]) + coins('g', 10.8, [[43.5, 19.5], [16.5, 56.5]]),
  coins('b', 9.4, [[15, 16], [45, 60]]) + coins('g', 9.4, [[45, 16], [15, 60]]) + coins('r', 9.4, [[30, 38]]),
  coins('g', 9.2, at([18.5, 41.5], [14.5])) + coins('r', 9.2, at([18.5, 41.5], [40, 61.5])),
  coins('g', 7.2, [[12, 11.5], [30, 18.5], [48, 25.5]]) + coins('r', 8.4, at([19, 41], [43.5, 63.5])),
  coins('b', 7.9, at([19, 41], [11.5, 29.2, 46.8, 64.5])),
  coins('g', 7.6, at([12, 30, 48], [14])) + coins('r', 7.6, at([12, 30, 48], [38])) + coins('b', 7.6, at([12, 30, 48], [62])),
];

/** One coin, where a number says how many. */
export const dotsEmblem = coins('b', 11.5, [[20, 12]]);
