/** The options of a riichi table that are on or off. */
export const SWITCHES = [
  'extension',
  'kiriage',
  'kazoe_yakuman',
  'double_yakuman',
  'composite_yakuman',
  'atamahane',
  'double_ron',
  'triple_ron',
  'abortive_draws',
  'nagashi_mangan',
] as const;
