import { describe, expect, it } from 'vitest';
import { encodeQr, type Modules } from './encode';

/** Rows as hexadecimal numbers, a dark module being a 1. */
function rows(code: Modules | undefined): string | undefined {
  return code?.map((row) => parseInt(row.map(Number).join(''), 2).toString(16)).join(' ');
}

describe('the code of a link', () => {
  it('is one that an independent reader has read', () => {
    expect(rows(encodeQr('https://sanjin.example/r/K7Q2XM'))).toBe(
      '1fce4f7f 105e8741 1746205d 174e965d 1751925d 104a7241 1fd5557f 42b00 15421f12 1b0ab1c9 144f7907 ' +
        '1b2de32 16dd60cb 108c61c9 1ac88c8b 1e192fda 8d41f4b 19bdcd 116478b3 a2fdeea 157f71f0 166f17 ' +
        '1fc2875b 10483d19 17543df2 17493e34 1755dc39 104c6912 1fd5e3db',
    );
  });

  it.each([
    [14, 21],
    [26, 25],
    [42, 29],
    [62, 33],
    [84, 37],
    [106, 41],
  ])('of %i bytes is the smallest that holds it', (length, size) => {
    expect(encodeQr('x'.repeat(length))).toHaveLength(size);
  });

  it('is not made of a text that is too long', () => {
    expect(encodeQr('x'.repeat(107))).toBeUndefined();
  });
});
