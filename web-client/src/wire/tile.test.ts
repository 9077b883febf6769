import { describe, expect, it } from 'vitest';
import { tileByte, tileName } from './tile';
import { TILE_NAMES } from './tiles.generated';

describe('tile names', () => {
  it('lists every kind once', () => {
    expect(TILE_NAMES).toHaveLength(42);
    expect(new Set(TILE_NAMES).size).toBe(42);
  });

  it('keeps the wire order: suits, winds, dragons, seasons, plants', () => {
    expect(tileName(0)).toBe('dots_1');
    expect(tileName(17)).toBe('bamboo_9');
    expect(tileName(26)).toBe('characters_9');
    expect(tileName(27)).toBe('wind_east');
    expect(tileName(31)).toBe('dragon_red');
    expect(tileName(34)).toBe('season_1');
    expect(tileName(41)).toBe('plant_4');
  });

  it('goes from byte to name and back for every kind', () => {
    const bytes = TILE_NAMES.map((_, byte) => byte);

    const back = bytes.map((byte) => tileByte(tileName(byte) ?? ''));

    expect(back).toEqual(bytes);
  });

  it.each([42, 255, -1, 0.5, NaN, Infinity])('knows no tile for the byte %s', (byte) => {
    expect(tileName(byte)).toBeUndefined();
  });

  it.each(['', 'dots_0', 'dots_10', 'Dots_1', ' dots_1', 'toString', '__proto__', '0'])(
    'knows no byte for the name %j',
    (name) => {
      expect(tileByte(name)).toBeUndefined();
    },
  );
});
