/** Seasons and plants: their name, and a sprig of what they stand for. */
import { character, disc, fill, line, placed } from './draw.mjs';

const around = (count, drawing, from = 0) =>
  Array.from({ length: count }, (_, place) => placed(0, 0, from + (place * 360) / count, drawing)).join('');

const blossom = (colour, heart = 'o') =>
  around(5, fill(colour, 'M0-.8C-4.400-2-4.800-8 0-8.600C4.800-8 4.400-2 0-.8z')) + disc('w', 0, 0, 2.2) + disc(heart, 0, 0, 1.4);

const leaf = (colour) => fill(colour, 'M0 0C3-4.500 9-6 14-3.500C11 1.500 5 3.500 0 0z');

const spring = placed(30, 59, 0, blossom('r')) + placed(17, 64, -150, leaf('g')) + placed(43, 64, -30, leaf('g')) + line('g', 1.6, 'M17 64C23 68 37 68 43 64');

const summer =
  line('g', 1.6, 'M30 62v10') +
  fill('r', 'M30 48C35 53 35 60 30 65C25 60 25 53 30 48z') +
  fill('r', 'M20 51.500C26.500 53 29 58.500 28.500 65C22.500 64 19 58.500 20 51.500zM40 51.500C33.500 53 31 58.500 31.500 65C37.500 64 41 58.500 40 51.500z') +
  fill('g', 'M10 66C18 63.500 25 65.500 28.500 71C20.500 74 13 72 10 66zM50 66C42 63.500 35 65.500 31.500 71C39.500 74 47 72 50 66z');

const lobe = (length) => fill('o', `M0 3C-3.500 0-4.500-3-3.600-${length * 0.5}L-4.600-${length * 0.66}L-2.200-${length * 0.7}L0-${length}L2.200-${length * 0.7}L4.600-${length * 0.66}L3.600-${length * 0.5}C4.500-3 3.500 0 0 3z`);

const autumn =
  placed(30, 62, 0, lobe(14)) +
  [-58, 58].map((turn) => placed(30, 62, turn, lobe(12.5))).join('') +
  [-112, 112].map((turn) => placed(30, 63, turn, lobe(8.5))).join('') +
  line('o', 1.7, 'M30 63C30.300 67.500 31 70.500 32.500 73.500');

const winter = placed(30, 60, 0, around(6, line('b', 1.9, 'M0 0V-12M0-6.500L-3.600-10M0-6.500L3.600-10')));

const plum = line('k', 2.2, 'M10 72C18 66 26 67 33 61C38 57 42 56 50 55') + placed(22, 58, 10, blossom('r')) + placed(41, 63, -20, blossom('r')) + disc('r', 48, 52, 2.4);

const orchid =
  fill('g', 'M28 73C22 64 14 58 6 58C14 55 25 62 29.500 73zM30 73C30 62 26 53 22 48C30 53 34 64 32.500 73zM32 73C35 62 44 55 54 56C45 59 37 65 34 73z') +
  placed(42, 53, 0, around(3, fill('b', 'M0-.500C-3-2.500-3-6 0-8C3-6 3-2.500 0-.500z')) + disc('o', 0, 0, 1.3));

const chrysanthemum =
  placed(30, 60, 0, around(12, fill('o', 'M0-3C-1.900-5.500-1.900-10 0-12.600C1.900-10 1.900-5.500 0-3z')) + disc('r', 0, 0, 3)) +
  placed(15, 70, -160, leaf('g')) +
  placed(45, 70, -20, leaf('g'));

const blade = fill('g', 'M0 0C-3.200 4-3.200 10 0 16C3.200 10 3.200 4 0 0z');
const spray = placed(0, 0, 52, blade) + placed(0, 0, 14, blade) + placed(0, 0, -30, blade) + placed(0, 0, -66, blade);

const bambooPlant = line('g', 1.5, 'M46 47C38 48 32 51 27 56M46 47L52 46') + placed(27, 55, 0, spray) + placed(42, 49, -14, spray);

const named = (colour, name, picture) => character(colour, name, 30, 24, 38, 9) + picture;

export const seasons = [named('g', '春', spring), named('r', '夏', summer), named('o', '秋', autumn), named('b', '冬', winter)];

export const plants = [named('r', '梅', plum), named('b', '蘭', orchid), named('o', '菊', chrysanthemum), named('g', '竹', bambooPlant)];
