/** The faces that are writing: characters, winds, dragons. */
import { character, fill } from './draw.mjs';

/** What faces of writing are measured in: a unit of the outlines at the size the largest of them is written in. */
export const UNIT = { characters: 36 / 250, winds: 54 / 250, red: 58 / 250, green: 53 / 250 };

/** The nine characters, in order. */
export const characters = [...'一二三四五六七八九'].map(
  (number) => character('k', number, 30, 20.5, 33, 11, UNIT.characters) + character('r', '萬', 30, 54.5, 36, 10, UNIT.characters),
);

export const winds = [...'東南西北'].map((wind) => character('k', wind, 30, 38, 54, 8, UNIT.winds));

const frame =
  fill('b', 'M9 9h42v58H9zM12.500 12.500v51h35v-51z') +
  fill('b', 'M15.500 15.500h29v45h-29zM17.500 17.500v41h25v-41z') +
  fill('b', 'M15.500 15.500h8l-8 8zM44.500 15.500v8l-8-8zM15.500 60.500v-8l8 8zM44.500 60.500h-8l8-8z');

/** Red, green, white. */
export const dragons = [character('r', '中', 30, 38, 58, 5, UNIT.red), character('g', '發', 30, 38, 53, 7, UNIT.green), frame];
