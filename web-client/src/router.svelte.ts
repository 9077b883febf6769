/** Where the page is, and how to get to another address. */
import { routeOf, type Route } from './routes';

let address = $state.raw({ path: location.pathname, search: location.search });
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
};

/** Goes to a path, with a query or without; `replace` leaves no way back to this one. */
export function go(to: string, how: 'push' | 'replace' = 'push'): void {
  if (to === location.pathname + location.search) return;
  const isElsewhere = new URL(to, location.origin).pathname !== location.pathname;
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', to);
  readAddress();
  if (how === 'push' && isElsewhere) scrollTo(0, 0);
}

function readAddress(): void {
  address = { path: location.pathname, search: location.search };
}

/** Follows the browser's own way back, and links of this page without loading it anew. */
export function followAddresses(): void {
  window.addEventListener('popstate', readAddress);
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
