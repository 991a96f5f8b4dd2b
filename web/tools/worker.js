/*
 * The service worker: the client opens without a network, and says so. It holds the client's files
 * and the boards; everything else that is asked of the server goes to the server.
 * FILES and VERSION are put in when the client is built.
 */
const FILES = self.FOGLINE_FILES;
const SHELL = `fogline-${self.FOGLINE_VERSION}`;
const BOARDS = 'fogline-boards';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name !== SHELL && name !== BOARDS))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const root = new URL('./', self.location.href);
  if (request.method !== 'GET' || url.origin !== root.origin) return;
  if (!url.pathname.startsWith(root.pathname)) return;
  const path = url.pathname.slice(root.pathname.length);
  if (request.mode === 'navigate' && path === '') {
    event.respondWith(fetch(request).catch(() => caches.match('./')));
  } else if (path.startsWith('assets/')) {
    // Their names change with their content.
    event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
  } else if (path.startsWith('api/boards/')) {
    event.respondWith(freshOrKept(request));
  }
});

/* A turn, while no page is open. */
self.addEventListener('push', (event) => {
  const { title = 'Fogline', body = '' } = event.data?.json() ?? {};
  const options = { body, tag: 'fogline-turn', icon: './icon-192.png' };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const pages = self.clients.matchAll({ type: 'window' });
  event.waitUntil(
    pages.then((found) => (found.length > 0 ? found[0].focus() : self.clients.openWindow('./'))),
  );
});

async function freshOrKept(request) {
  const cache = await caches.open(BOARDS);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept === undefined) throw error;
    return kept;
  }
}
