/** How the help puts commands together. */
import type { Command } from './commands';

/** Commands in the order and groups the help shows them. */
export const GROUPS = {
  hand: ['previous', 'next', 'discard', 'drawn', 'layLeft', 'layRight'],
  prompt: ['win', 'pung', 'chow', 'kong', 'pass', 'autoPass', 'first', 'second', 'third', 'fourth', 'ready'],
  say: ['sayLast', 'sayGold', 'sayHand', 'sayRiver', 'sayScores', 'sayTime'],
  replay: ['stepOn', 'stepBack', 'faster', 'slower', 'toStart', 'toEnd', 'openHands', 'marks'],
  view: ['viewpoint', 'live', 'zen', 'sound', 'help'],
} as const satisfies Record<string, readonly Command[]>;
