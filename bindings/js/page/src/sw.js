/** Keeps the files of the page, so that it works without a network. `build.js` fills in the two lines below. */
const VERSION = '';
const FILES = [];

const name = `oneiri-page-${VERSION}`;

addEventListener('install', (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  const old = (names) => names.filter((it) => it.startsWith('oneiri-page-') && it !== name);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((it) => caches.delete(it)))).then(() => clients.claim()));
});

// A file that is kept is not asked for again; nothing else is fetched.
addEventListener('fetch', (event) => {
  event.respondWith(caches.open(name).then((cache) => cache.match(event.request, { ignoreSearch: true }))
    .then((kept) => kept ?? fetch(event.request)));
});
