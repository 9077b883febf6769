/** Which screen an address stands for. */

/** A screen. */
export type Route =
  | { readonly screen: 'lobby' }
  | { readonly screen: 'room'; readonly code: string }
  | { readonly screen: 'table'; readonly code: string }
  | { readonly screen: 'watch'; readonly code: string }
  | { readonly screen: 'live' }
  | { readonly screen: 'history' }
  | { readonly screen: 'game'; readonly id: string }
  /** A hand, or the latest that is over; the step to show, or its first. */
  | { readonly screen: 'replay'; readonly id: string; readonly hand: number | 'last'; readonly step: number }
  | { readonly screen: 'score' }
  /** A game kept on this device. */
  | { readonly screen: 'sheet'; readonly key: string }
  /** A game kept by anybody, to look at. */
  | { readonly screen: 'board'; readonly id: string }
  /** The leaderboard. */
  | { readonly screen: 'ranking' }
  /** How a season of a league stands. */
  | { readonly screen: 'league'; readonly id: string }
  /** Somebody who is rated, by id, or by how the name begins. */
  | { readonly screen: 'player'; readonly id: string }
  | { readonly screen: 'settings' }
  | { readonly screen: 'learn' }
  | { readonly screen: 'admin' }
  | { readonly screen: 'missing' };

const GAME = /^\d{1,18}-\d{1,9}$/;
const SHEET = /^k[0-9a-f]{16}$/;
const BOARD = /^r\d{1,18}$/;
const NUMBER = /^\d{1,9}$/;
const CODE = /^[ABCDEFGHJKMNPQRSTUVWXYZ23456789]{6}$/;
const NOT_IN_CODES = /[^ABCDEFGHJKMNPQRSTUVWXYZ23456789]/g;

/** How many characters the code of a room has. */
export const CODE_LENGTH = 6;

/** The code of a room in what somebody typed or pasted: the code itself, or a link that ends in it. */
export function findCode(text: string): string | undefined {
  const parts = text.trim().toUpperCase().split(/[/\s?#]+/);
  return parts.reverse().find((part) => CODE.test(part));
}

/** What somebody is typing as it can become a code: without what no code has. A link stays until it is whole. */
export function typedCode(text: string): string {
  if (text.includes('/')) return findCode(text) ?? text;
  return findCode(text) ?? text.toUpperCase().replace(NOT_IN_CODES, '').slice(0, CODE_LENGTH);
}

/** The screen of a path. */
export function routeOf(path: string): Route {
  const parts = path.split('/').filter((part) => part !== '');
  const [screen = '', name, ...rest] = parts;
  if (screen === 'g' && name !== undefined) return gameRoute(name, rest);
  if (rest.length > 0) return MISSING;
  if (name === undefined) return plainRoute(screen);
  if (screen === 'score') return scoreRoute(name);
  if (screen === 'p') return playerRoute(name);
  if (screen === 'league') return NUMBER.test(name) ? { screen, id: name } : MISSING;
  const code = findCode(name);
  const inRoom = { r: 'room', t: 'table', watch: 'watch' } as const;
  return code !== undefined && screen in inRoom ? { screen: inRoom[screen as keyof typeof inRoom], code } : MISSING;
}

const MISSING: Route = { screen: 'missing' };

function plainRoute(screen: string): Route {
  switch (screen) {
    case '':
      return { screen: 'lobby' };
    case 'watch':
      return { screen: 'live' };
    case 'board':
      return { screen: 'ranking' };
    case 'history':
    case 'score':
    case 'settings':
    case 'learn':
    case 'admin':
      return { screen };
    default:
      return MISSING;
  }
}

/** `/score/:key` of a game of this device, `/score/:id` of one the server has. */
function scoreRoute(name: string): Route {
  if (SHEET.test(name)) return { screen: 'sheet', key: name };
  return BOARD.test(name) ? { screen: 'board', id: name } : MISSING;
}

/** `/p/:id`; a name in an address is encoded. */
function playerRoute(name: string): Route {
  try {
    return { screen: 'player', id: decodeURIComponent(name) };
  } catch {
    return MISSING;
  }
}

/** `/g/:id`, `/g/:id/h/:hand` and `/g/:id/h/:hand/s/:step`; a game that people keep has no hands to replay. */
function gameRoute(id: string, rest: readonly string[]): Route {
  if (BOARD.test(id) && rest.length === 0) return { screen: 'board', id };
  if (!GAME.test(id)) return MISSING;
  if (rest.length === 0) return { screen: 'game', id };
  const [h, hand = '', s = 's', step = '0', ...more] = rest;
  const isReplay = h === 'h' && s === 's' && NUMBER.test(step) && more.length === 0;
  if (!isReplay || !(hand === 'last' || NUMBER.test(hand))) return MISSING;
  return { screen: 'replay', id, hand: hand === 'last' ? hand : Number(hand), step: Number(step) };
}
