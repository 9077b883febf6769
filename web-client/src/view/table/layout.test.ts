import { describe, expect, it } from 'vitest';
import { layoutFor } from './layout';

const screen = (width: number, height: number, isLarge = false, isPlayed = true) =>
  layoutFor({ width, height, isLarge, isPlayed, wantsPanel: true });

describe('the layout for a screen', () => {
  it.each([
    [360, 640, 'portrait'],
    [390, 844, 'portrait'],
    [768, 1024, 'portrait'],
    [844, 390, 'landscape'],
    [667, 375, 'landscape'],
    [640, 400, 'landscape'],
    [900, 501, 'wide'],
    [1280, 800, 'wide'],
  ])('%s x %s is %s', (width, height, mode) => {
    expect(screen(width, height).mode).toBe(mode);
  });

  it('keeps tiles of the own hand large enough for a finger', () => {
    expect(screen(360, 640).hand).toBeGreaterThanOrEqual(37);
    expect(screen(390, 844).hand).toBeGreaterThanOrEqual(40);
    expect(screen(844, 390).hand).toBeGreaterThanOrEqual(46);
    expect(screen(360, 640, true).hand).toBeGreaterThanOrEqual(56);
  });

  it('fits a whole hand in its rows', () => {
    for (const [width, height] of [[360, 640], [390, 844], [844, 390], [1280, 800], [1024, 768]] as const) {
      const { hand, rows, perRow } = screen(width, height);
      expect(rows * perRow).toBeGreaterThanOrEqual(17);
      expect(hand * perRow).toBeLessThanOrEqual(width);
    }
  });

  it('collapses rivers only where a phone is low', () => {
    expect(screen(360, 640).isCompact).toBe(true);
    expect(screen(412, 780).isCompact).toBe(true);
    expect(screen(390, 844).isCompact).toBe(false);
    expect(screen(412, 915).isCompact).toBe(false);
  });

  it('has more room where no prompts come', () => {
    expect(screen(390, 740).isCompact).toBe(true);
    expect(screen(390, 740, false, false).isCompact).toBe(false);
  });

  it('counts what big tiles take of the height', () => {
    expect(screen(390, 844, true).isCompact).toBe(true);
    expect(screen(390, 1000, true).isCompact).toBe(false);
  });

  it('shows the log only where there is room beside the table', () => {
    expect(screen(1280, 800).hasPanel).toBe(true);
    expect(screen(1024, 768).hasPanel).toBe(false);
  });
});
