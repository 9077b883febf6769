import { expect, it } from 'vitest';
import { en } from './en';
import { keyText } from './keys';
import { zh } from './zh';

it.each([
  ['home', 'Home', 'Home'],
  ['end', 'End', 'End'],
  ['pageup', 'PageUp', 'PageUp'],
  ['f5', 'F5', 'F5'],
  ['h', 'H', 'H'],
  [' ', 'Space', '空格'],
])('the key %j is called what is printed on it', (key, english, chinese) => {
  expect(keyText(key, en)).toBe(english);
  expect(keyText(key, zh)).toBe(chinese);
});
