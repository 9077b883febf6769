/** Where the page is, and how to get to another address. */
import { routeOf, type Route } from './routes';

let path = $state(location.pathname);
const route = $derived(routeOf(path));

/** Where the page is. */
export const place = {
  get route(): Route {
    return route;
  },
};

/** Goes to a path; `replace` leaves no way back to this one. */
export function go(to: string, how: 'push' | 'replace' = 'push'): void {
  if (to === location.pathname) return;
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', to);
  path = location.pathname;
  if (how === 'push') scrollTo(0, 0);
}

/** Follows the browser's own way back, and links of this page without loading it anew. */
export function followAddresses(): void {
  window.addEventListener('popstate', () => {
    path = location.pathname;
  });
  window.addEventListener('click', (event) => {
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!isPlain || event.defaultPrevented || link === null || link.origin !== location.origin) return;
    if (link.hash !== '' && link.pathname === location.pathname) return;
    if (link.target !== '' || link.hasAttribute('download') || link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    go(link.pathname);
  });
}
