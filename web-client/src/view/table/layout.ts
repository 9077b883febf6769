/** Which way the table is laid out on a screen, and how large its tiles are. */
import { isWide } from './wide';

/** Phone upright, phone on its side, or a wide screen. */
export type Mode = 'portrait' | 'landscape' | 'wide';

/** A layout; sizes are widths of tiles in CSS pixels. */
export type Layout = {
  readonly mode: Mode;
  /** Too low for everything: rivers show their end. */
  readonly isCompact: boolean;
  /** Rows that are left of the rivers at the sides of such a screen. */
  readonly besideRows: number;
  /** Bonus tiles of others are only counted. */
  readonly countsBonus: boolean;
  readonly hasPanel: boolean;
  /** Rows of the own hand, and tiles in each. */
  readonly rows: number;
  readonly perRow: number;
  /** Tiles of the own hand. */
  readonly hand: number;
  /** Tiles in rivers. */
  readonly river: number;
  /** Melds and bonus tiles of others. */
  readonly small: number;
};

export type Screen = {
  readonly width: number;
  readonly height: number;
  /** Whether big tiles in three rows are wanted. */
  readonly isLarge: boolean;
  /** Whether prompts come, for which room is kept. */
  readonly isPlayed: boolean;
  /** Whether the log beside the table is wanted. */
  readonly wantsPanel: boolean;
};

/** Room beside a wide table for the log. */
export const PANEL_WIDTH = 288;

/** The width from which there is such room. */
export const PANEL_FROM = 1100;

/** A tile's height with its edge, by its width. */
export const TILE_HEIGHT = 1.36;

const bounded = (least: number, size: number, most: number) => Math.max(least, Math.min(Math.floor(size), most));

/** The layout for a screen. */
export function layoutFor(screen: Screen): Layout {
  if (screen.height <= 500 && screen.width > screen.height) return landscape(screen);
  return isWide(screen) ? wide(screen) : portrait(screen);
}

function portrait({ width, height, isLarge, isPlayed }: Screen): Layout {
  const perRow = isLarge ? 6 : 9;
  const inner = width - 12;
  const rows = isLarge ? 3 : 2;
  const handOf = (inRow: number) => bounded(30, inner / inRow - 1, 66);
  const hand = handOf(perRow);
  // Big tiles leave the rest of the table less.
  const room = height - (rows * hand - 2 * handOf(9)) * TILE_HEIGHT;
  // Too low for a crowded table, whose tiles are the higher the wider it is.
  const isCompact = room < 0.9 * width + (isPlayed ? 480 : 370);
  return {
    mode: 'portrait',
    isCompact,
    besideRows: room < 0.85 * width + (isPlayed ? 330 : 270) ? 1 : 2,
    countsBonus: isCompact,
    hasPanel: false,
    rows,
    perRow,
    hand,
    river: bounded(19, isCompact ? inner / 17.5 : inner / 16.2, 40),
    small: bounded(17, isCompact ? inner / 20.5 : inner / 19.8, 34),
  };
}

function landscape({ width, height }: Screen): Layout {
  return {
    mode: 'landscape',
    isCompact: height < 340,
    besideRows: 1,
    countsBonus: true,
    hasPanel: false,
    rows: 1,
    perRow: 17,
    hand: bounded(30, Math.min((width - 20) / 17.6, height * 0.13), 56),
    river: bounded(18, height * 0.0635, 26),
    small: bounded(17, height * 0.053, 24),
  };
}

function wide({ width, height, wantsPanel }: Screen): Layout {
  const hasPanel = wantsPanel && width >= PANEL_FROM;
  const table = width - (hasPanel ? PANEL_WIDTH : 0);
  const hand = bounded(34, Math.min((table - 56) / 17.9, height * 0.075), 76);
  // Six river tiles and the three rows on both sides, in what hand, plates and the row across leave.
  const middle = height - hand * TILE_HEIGHT - 204;
  const river = bounded(20, Math.min(middle, table - 460) / 14.7, 44);
  return {
    mode: 'wide',
    isCompact: false,
    besideRows: Infinity,
    countsBonus: false,
    hasPanel,
    rows: 1,
    perRow: 17,
    hand,
    river,
    // Four melds and what is left of a hand, one below the other.
    small: bounded(17, Math.min(river * 0.8, middle / 20.4), 34),
  };
}
