/* Serves the page from the copy that it took when it was installed. A new version waits until the last page
 * of the old one is closed (the browser's own rule), so a run never changes its core.
 * FILES and VERSION are put in front of this text by tools/offlineCopy.mjs. */
/* global FILES, VERSION */
const PREFIX = `irqscope ${self.registration.scope} `;
const NAME = PREFIX + VERSION;

self.addEventListener("install", (event) => {
  // "reload": what stands in the browser's own cache may be of another version.
  const requests = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(requests)));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith(PREFIX) && name !== NAME;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  const wanted = request.mode === "navigate" ? "./index.html" : request;
  const kept = caches.open(NAME).then((cache) => cache.match(wanted, { ignoreSearch: true }));
  event.respondWith(kept.then((response) => response ?? fetch(request)));
});
