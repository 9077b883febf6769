/**
 * Draws every tile face into one sprite: `node tiles/make.mjs` writes it, `--check` says whether it is up to date.
 *
 * Characters are outlines of Noto Serif CJK SC (see NOTICE); everything else is drawn here.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { bamboo, bambooEmblem } from './bamboo.mjs';
import { plants, seasons } from './bonus.mjs';
import { dots, dotsEmblem } from './dots.mjs';
import { HEIGHT, WIDTH, character, short } from './draw.mjs';
import { UNIT, characters, dragons, winds } from './written.mjs';

const OUTPUT = new URL('../src/view/tiles/sprite.generated.svg', import.meta.url);

const symbol = (id, drawing, width = WIDTH, height = HEIGHT, unit = 1) =>
  `<symbol id="${id}" viewBox="0 0 ${short(width / unit)} ${short(height / unit)}" fill="none" fill-rule="evenodd" stroke-linecap="round" stroke-linejoin="round">${drawing}</symbol>\n`;

const numbered = (name, faces, unit) => faces.map((face, place) => symbol(`${name}_${place + 1}`, face, WIDTH, HEIGHT, unit));
const named = (name, kinds, faces, units = []) => faces.map((face, place) => symbol(`${name}_${kinds[place]}`, face, WIDTH, HEIGHT, units[place]));

const faces = [
  ...numbered('dots', dots),
  ...numbered('bamboo', bamboo),
  ...numbered('characters', characters, UNIT.characters),
  ...named('wind', ['east', 'south', 'west', 'north'], winds, Array(4).fill(UNIT.winds)),
  ...named('dragon', ['red', 'green', 'white'], dragons, [UNIT.red, UNIT.green, 1]),
  ...numbered('season', seasons),
  ...numbered('plant', plants),
];
const signs = [...'123456789ESWNCFP'].map((sign) => symbol(`sign_${sign}`, character('k', sign, 20, 28, 56, 15, 56 / 250), 40, 56, 56 / 250));
const emblems = [
  symbol('suit_dots', dotsEmblem, 40, 24),
  symbol('suit_bamboo', bambooEmblem, 40, 24),
  symbol('suit_characters', character('r', '萬', 20, 12, 26, 12), 40, 24),
];
const seal = symbol('seal', character('w', '金', 20, 20, 32, 15, 32 / 250), 40, 40, 32 / 250);

const sprite = `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" focusable="false">
${[...faces, ...signs, ...emblems, seal].join('')}</svg>
`;

if (process.argv.includes('--check')) {
  const written = await readFile(OUTPUT, 'utf8').catch(() => '');
  if (written !== sprite) throw new Error('the tile sprite is out of date: run node tiles/make.mjs');
} else {
  await writeFile(OUTPUT, sprite);
}
