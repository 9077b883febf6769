/**
 * Writes the outlines of the characters on the tiles to outlines.json, from Noto Serif CJK SC Bold.
 *
 * Only needed when a character is added: the file is checked in, and the sprite is made from it alone.
 *
 *     npm install --no-save opentype.js@1.3.4
 *     node tiles/outline.mjs /usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc
 */
import { readFile, writeFile } from 'node:fs/promises';
import opentype from 'opentype.js';

const CHARACTERS = '一二三四五六七八九萬東南西北中發春夏秋冬梅蘭菊竹金123456789ESWNCFP';
/** Units to a character: a fifth of a pixel on the largest tile. */
const UNITS = 250;
/** Where the simplified Chinese face is in the collection: Japanese, Korean, then this. */
const FACE = 2;

/** Makes one face of a font collection look like a file of its own: its tables stay where they are. */
function oneFace(collection) {
  const directory = collection.readUInt32BE(12 + 4 * FACE);
  const length = 12 + 16 * collection.readUInt16BE(directory + 4);
  const face = Uint8Array.from(collection);
  face.set(collection.subarray(directory, directory + length));
  return face.buffer;
}

/** A path in whole units with steps relative to the last point: short, and short again when zipped. */
function relative(commands) {
  let [x, y] = [0, 0];
  const step = (command, ...points) => {
    const numbers = points.flatMap(([toX, toY]) => [Math.round(toX) - x, Math.round(toY) - y]);
    [x, y] = points.at(-1).map(Math.round);
    return command + numbers.join(' ').replaceAll(' -', '-');
  };
  const straight = (c) => {
    const [dx, dy] = [Math.round(c.x) - x, Math.round(c.y) - y];
    if (dx !== 0 && dy !== 0) return step('l', [c.x, c.y]);
    [x, y] = [x + dx, y + dy];
    return dx === 0 && dy === 0 ? '' : dx === 0 ? `v${dy}` : `h${dx}`;
  };
  let start = [0, 0];
  return commands
    .map((c) => {
      switch (c.type) {
        case 'M':
          start = [c.x, c.y];
          return step('m', [c.x, c.y]);
        case 'L':
          return straight(c);
        case 'C':
          return step('c', [c.x1, c.y1], [c.x2, c.y2], [c.x, c.y]);
        case 'Z':
          [x, y] = start.map(Math.round);
          return 'z';
        default:
          throw new Error(`a ${c.type} in an outline made of cubic curves`);
      }
    })
    .join('');
}

const font = opentype.parse(oneFace(await readFile(process.argv[2])));
const outlines = {};
for (const character of CHARACTERS) {
  const path = font.charToGlyph(character).getPath(0, 0, UNITS);
  const { x1, y1, x2, y2 } = path.getBoundingBox();
  outlines[character] = { box: [x1, y1, x2, y2].map(Math.round), path: relative(path.commands) };
}
await writeFile(new URL('outlines.json', import.meta.url), `${JSON.stringify(outlines, null, 1)}\n`);
