import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { TILE_NAMES } from '../../wire/tiles.generated';
import { indexOf, suitOf } from './faces';

const sprite = readFileSync('src/view/tiles/sprite.generated.svg', 'utf8');
const ids = new Set([...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id));

describe('the tile sprite', () => {
  it('is what the script draws', () => {
    expect(() => execFileSync('node', ['tiles/make.mjs', '--check'])).not.toThrow();
  });

  it('has a face for every kind, and what is written in its corner', () => {
    for (const tile of TILE_NAMES) {
      expect(ids).toContain(tile);
      expect(ids).toContain(`sign_${indexOf(tile)}`);
      const suit = suitOf(tile);
      if (suit !== null) expect(ids).toContain(`suit_${suit}`);
    }
  });

  it('has no styles or scripts of its own, and stays small', () => {
    expect(sprite).not.toMatch(/style=|<style|<script|href=/);
    expect(gzipSync(sprite).length).toBeLessThan(14_000);
  });
});
