/** Which screen an address stands for. */

/** A screen. */
export type Route =
  | { readonly screen: 'lobby' }
  | { readonly screen: 'room'; readonly code: string }
  | { readonly screen: 'table'; readonly code: string }
  | { readonly screen: 'watch'; readonly code: string }
  | { readonly screen: 'settings' }
  | { readonly screen: 'missing' };

const CODE = /^[ABCDEFGHJKMNPQRSTUVWXYZ23456789]{6}$/;

/** The code of a room in what somebody typed or pasted: the code itself, or a link that ends in it. */
export function findCode(text: string): string | undefined {
  const parts = text.trim().toUpperCase().split(/[/\s?#]+/);
  return parts.reverse().find((part) => CODE.test(part));
}

/** The screen of a path. */
export function routeOf(path: string): Route {
  const [screen = '', code, ...rest] = path.split('/').filter((part) => part !== '');
  const room = code !== undefined && rest.length === 0 ? findCode(code) : undefined;
  switch (screen) {
    case '':
      return { screen: 'lobby' };
    case 'r':
      return room === undefined ? { screen: 'missing' } : { screen: 'room', code: room };
    case 't':
      return room === undefined ? { screen: 'missing' } : { screen: 'table', code: room };
    case 'watch':
      return room === undefined ? { screen: 'missing' } : { screen: 'watch', code: room };
    case 'settings':
      return code === undefined ? { screen: 'settings' } : { screen: 'missing' };
    default:
      return { screen: 'missing' };
  }
}
