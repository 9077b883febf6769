/** What can be done by key, and which keys do it. */

/** Something a key can ask for. */
export type Command = keyof typeof DEFAULT_KEYS;

/** Keys as `KeyboardEvent.key` says them, in lower case. No Tab, no combinations. */
export const DEFAULT_KEYS = {
  previous: ['arrowleft'],
  next: ['arrowright'],
  discard: ['enter'],
  drawn: ['d'],
  layLeft: ['['],
  layRight: [']'],
  win: ['w'],
  pung: ['p'],
  chow: ['c'],
  kong: ['k'],
  pass: [' ', 'x'],
  autoPass: ['q'],
  ready: ['y'],
  first: ['1'],
  second: ['2'],
  third: ['3'],
  fourth: ['4'],
  sayLast: ['l'],
  sayGold: ['g'],
  sayHand: ['h'],
  sayRiver: ['r'],
  sayScores: ['s'],
  sayTime: ['t'],
  viewpoint: ['v'],
  zen: ['z'],
  sound: ['a'],
  live: ['escape'],
  stepOn: ['arrowdown'],
  stepBack: ['arrowup'],
  faster: ['+', '='],
  slower: ['-'],
  toStart: ['home'],
  toEnd: ['end'],
  openHands: ['o'],
  marks: ['m'],
  help: ['?'],
} as const satisfies Record<string, readonly string[]>;

/** The command of a key, by the keys somebody has chosen. */
export function commandOf(
  key: string,
  keys: Readonly<Record<Command, readonly string[]>>,
): Command | undefined {
  const wanted = key.toLowerCase();
  const found = Object.entries(keys).find(([, chosen]) => chosen.includes(wanted));
  return found?.[0] as Command | undefined;
}
