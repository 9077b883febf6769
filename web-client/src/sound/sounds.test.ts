import { describe, expect, it } from 'vitest';
import { loudness } from './sounds';

describe('how loud a sound is', () => {
  it('leaves what calls the player as loud as everything, however quiet tiles and results are', () => {
    const chosen = { volume: 0.8, effects: 0.25 };

    expect(loudness('turn', chosen)).toBe(0.8);
    expect(loudness('call', chosen)).toBe(0.8);
    expect(loudness('discard', chosen)).toBe(0.2);
    expect(loudness('win', chosen)).toBe(0.2);
  });

  it('is nothing where everything is turned down', () => {
    expect(loudness('call', { volume: 0, effects: 1 })).toBe(0);
  });
});
