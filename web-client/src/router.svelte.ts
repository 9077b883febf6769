/** Where the page is, and how to get to another address. */
import { routeOf, type Route } from './routes';

/** How long somebody has to stay somewhere before the address bar says so: browsers refuse who writes there too often. */
const SETTLED_MS = 250;

let address = $state.raw({ path: location.pathname, search: location.search });
/** Where the page is, while the address bar does not say so yet. */
let unwritten: string | null = null;
let timer = 0;
const route = $derived(routeOf(address.path));
const query = $derived(new URLSearchParams(address.search));

/** Where the page is. */
export const place = {
  get route(): Route {
    return route;
  },
  /** What the address asks for besides; not to be written to. */
  get query(): URLSearchParams {
    return query;
  },
  /** The whole address, for others to come here by. */
  get link(): string {
    return new URL(address.path + address.search, location.origin).href;
  },
};

/** How this page is marked in the browser's own list of them. */
export const mark = (): string => String(history.state ?? '');

/** How the page one is on was marked when one came there, and what takes a step of the way back for itself. */
export const entry = { mark: mark(), isTaken: (): boolean => false };

/** Goes to a path, with a query or without; `replace` leaves no way back to this one. */
export function go(to: string, how: 'push' | 'replace' = 'push'): void {
  settle();
  if (to === location.pathname + location.search) return;
  const isElsewhere = new URL(to, location.origin).pathname !== location.pathname;
  // Where a sheet was, it is the same page twice: the new one comes in place of the second.
  if (how === 'replace') rewrite(to);
  else history[mark().startsWith('sheet') ? 'replaceState' : 'pushState'](null, '', to);
  readAddress();
  if (how === 'push' && isElsewhere) scrollTo(0, 0);
}

/** Goes to a path as `replace` does, as often as one likes: the address bar follows when one stays. */
export function slide(to: string): void {
  const { pathname: path, search } = new URL(to, location.origin);
  address = { path, search };
  unwritten = to;
  clearTimeout(timer);
  timer = window.setTimeout(settle, SETTLED_MS);
}

/** Writes another address over this one. */
function rewrite(to: string): void {
  history.replaceState(mark().replace('sheet', 'moved'), '', to);
}

function settle(): void {
  clearTimeout(timer);
  try {
    if (unwritten !== null) rewrite(unwritten);
  } catch {
    // Too often, for this browser: the page is there all the same.
  }
  unwritten = null;
}

function readAddress(): void {
  entry.mark = mark();
  // To the same page nothing is another.
  if (address.path === location.pathname && address.search === location.search) return;
  address = { path: location.pathname, search: location.search };
}

/** Follows the browser's own way back, and links of this page without loading it anew. */
export function followAddresses(): void {
  window.addEventListener('popstate', () => {
    if (entry.isTaken()) return;
    unwritten = null;
    readAddress();
  });
  // Whoever loads the page anew is where they were.
  window.addEventListener('pagehide', settle);
  window.addEventListener('click', (event) => {
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!isPlain || event.defaultPrevented || link === null) return;
    // A link in a picture has its address elsewhere than one in text.
    const to = new URL(link.getAttribute('href') ?? '', location.href);
    if (to.origin !== location.origin || isNotOurs(to.pathname)) return;
    if (to.hash !== '' && to.pathname === location.pathname) return;
    if (link.hasAttribute('target') || link.hasAttribute('download')) return;
    event.preventDefault();
    go(to.pathname + to.search);
  });
}

/** Whether the server answers a path with something else than this page. */
function isNotOurs(path: string): boolean {
  return path.startsWith('/api/') || path === '/metrics';
}
