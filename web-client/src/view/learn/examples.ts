/** The tiles that are shown to teach the game. */
import type { SuitTile, TileName } from '../../wire/tile';
import type { LearnWords } from '../../words/learn.en';

type Suit = 'dots' | 'bamboo' | 'characters';

/** Groups of tiles, with a word on what they are. */
export type Example = {
  readonly caption: keyof LearnWords['shown'];
  readonly groups: readonly (readonly TileName[])[];
  /** Whether the kind that is Gold in all examples is marked as such. */
  readonly hasGold?: true;
};

/** The Gold of every example. */
export const GOLD: SuitTile = 'dots_5';

function run(suit: Suit, low: 1 | 2 | 3 | 4 | 5 | 6 | 7): readonly SuitTile[] {
  return [`${suit}_${low}`, `${suit}_${low + 1}`, `${suit}_${low + 2}`] as SuitTile[];
}

function same(tile: SuitTile, count: 2 | 3 | 4): readonly SuitTile[] {
  return Array.from({ length: count }, () => tile);
}

export const HAND: readonly Example[] = [
  { caption: 'whole', groups: [run('dots', 1), same('bamboo_5', 3), run('characters', 7), run('dots', 6), same('characters_2', 3), same('bamboo_9', 2)] },
  { caption: 'run', groups: [run('dots', 3)] },
  { caption: 'triplet', groups: [same('bamboo_5', 3)] },
  { caption: 'pair', groups: [same('characters_2', 2)] },
];

export const CALLS: readonly Example[] = [
  { caption: 'pung', groups: [same('bamboo_5', 2), ['bamboo_5']] },
  { caption: 'chow', groups: [['bamboo_6', 'bamboo_7'], ['bamboo_8']] },
];

export const GOLDS: readonly Example[] = [
  { caption: 'goldFlipped', groups: [[GOLD]], hasGold: true },
  { caption: 'goldRun', groups: [['characters_8', 'characters_9', GOLD]], hasGold: true },
  { caption: 'goldPair', groups: [['bamboo_2', GOLD]], hasGold: true },
];

export const BONUS: readonly Example[] = [
  { caption: 'winds', groups: [['wind_east', 'wind_south', 'wind_west', 'wind_north']] },
  { caption: 'seasons', groups: [['season_1', 'season_2', 'season_3', 'season_4']] },
];

export const THREE_GOLDS: readonly Example[] = [{ caption: 'threeGolds', groups: [same(GOLD, 3)], hasGold: true }];

export const KONG: readonly Example[] = [{ caption: 'kong', groups: [same('characters_3', 4)] }];

/** Won on a discard with two bonus tiles and one Gold: 1 + 2 + 1. */
export const COUNTED: readonly Example[] = [
  {
    caption: 'exampleHand',
    groups: [run('dots', 1), same('bamboo_5', 3), [GOLD, 'characters_8', 'characters_9'], run('dots', 6), same('characters_2', 3), same('bamboo_9', 2)],
    hasGold: true,
  },
  { caption: 'exampleBonus', groups: [['wind_east', 'season_2']] },
];
