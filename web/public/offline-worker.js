/* Serves a cached page if a page can't be loaded. The browser handles all other requests. */
const CACHE = 'offline-1';
const PAGE = '/offline.html';
const FILES = [PAGE, '/offline.js', '/static.css', '/favicon.svg'];

addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match(PAGE)));
  } else if (request.method === 'GET' && FILES.includes(pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(pathname)));
  }
});
