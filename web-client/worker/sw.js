/**
 * The service worker: keeps the page so that it opens without a network. The build fills in SHELL and BUILD.
 * It never takes over a page that is open: a newer one waits until all are closed, so no hand is disturbed.
 */
const SHELL = ['__SHELL__'];
const CACHE = 'sanjin-__BUILD__';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)));
});

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('sanjin-') && name !== CACHE;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  // What the server answers itself: the page in its place would be no answer.
  if (/^\/(api\/|metrics$|healthz$|readyz$)/.test(pathname)) return;
  if (mode === 'navigate') event.respondWith(fetch(event.request).catch(() => kept('/')));
  else if (SHELL.includes(pathname)) event.respondWith(kept(pathname).then((found) => found ?? fetch(event.request)));
});

// What is kept was asked for in another encoding than it is now: that makes no difference here.
function kept(path) {
  return caches.match(path, { ignoreVary: true });
}
