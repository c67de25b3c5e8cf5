/* Serves the files of the page, under their own names, from the copy that was taken when this worker was installed.
 * Everything else in its scope (pages of others beside this one) goes to the network untouched.
 * FILES and VERSION are put in front of this text by tools/offlineCopy.mjs. */
/* global FILES, VERSION */
const { scope } = self.registration;
const PREFIX = `irqscope-copy ${scope} `;
const NAME = PREFIX + VERSION;
/** Copies of builds whose worker answered every navigation in its scope with index.html. */
const FAULTY_PREFIX = `irqscope ${scope} `;
const SHELL = "./index.html";
/** Their names carry a hash: one name never means two contents. */
const ASSETS = "./assets/";

const known = new Set(FILES);

/** @returns the name in FILES that an address would have, whatever its query; undefined: outside the scope */
function fileOf(address) {
  const { origin, pathname } = new URL(address);
  if (!(origin + pathname).startsWith(scope)) return undefined;
  const path = (origin + pathname).slice(scope.length);
  if (path === "") return SHELL;
  try {
    return `./${decodeURIComponent(path)}`;
  } catch {
    return undefined;
  }
}

async function copyFile(cache, file) {
  // "reload": what stands in the browser's own cache may be of another version.
  const response = await fetch(new Request(file, { cache: "reload" }));
  if (!response.ok || !response.url.startsWith(scope)) throw new Error(`${file}: ${response.status}`);
  // A browser refuses a redirected response for a navigation.
  const { status, headers } = response;
  const plain = response.redirected ? new Response(response.body, { status, headers }) : response;
  await cache.put(file, plain);
}

const isCopy = (name) => name.startsWith(PREFIX) || name.startsWith(FAULTY_PREFIX);

/** The browser lets this worker wait until the last page of the one before is closed. That one serves the new copy to
 * pages that are opened meanwhile, so nothing depends on when that is. A faulty one does not. */
async function install() {
  const names = await caches.keys();
  const cache = await caches.open(NAME);
  try {
    await Promise.all(FILES.map((file) => copyFile(cache, file)));
  } catch (error) {
    if (!names.includes(NAME)) await caches.delete(NAME);
    throw error;
  }
  if (!names.some((name) => name.startsWith(FAULTY_PREFIX))) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // The pages that it answered wrongly would keep it. A page of its build needs it.
  if (!pages.some(({ url }) => fileOf(url) === SHELL)) await self.skipWaiting();
}

/** Deletes copies of other versions, unless a page that another worker serves is open: it may need files of one. */
async function removeOldCopies() {
  const names = await caches.keys();
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const own = new Set((await self.clients.matchAll({ type: "window" })).map(({ id }) => id));
  if (pages.some(({ id, url }) => !own.has(id) && fileOf(url) === SHELL)) return;
  // The names were read before: a newer worker that comes now has its copy outside the list.
  if (self.registration.installing || self.registration.waiting) return;
  const old = names.filter((name) => name !== NAME && isCopy(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A worker of an older build does not say which copy it has made. */
const ANSWER_MS = 1000;
/** By worker: its answer, or the promise of it. */
const saidBy = new WeakMap();

function nameSaidBy(worker) {
  if (!saidBy.has(worker)) {
    const { port1, port2 } = new MessageChannel();
    const said = new Promise((resolve) => {
      port1.onmessage = ({ data }) => {
        // A late answer still serves the next request.
        saidBy.set(worker, data);
        resolve(data);
        port1.close();
      };
      setTimeout(resolve, ANSWER_MS);
    });
    saidBy.set(worker, said);
    worker.postMessage("name-copy", [port2]);
  }
  return saidBy.get(worker);
}

/** A page that is opened while another worker waits gets the version of that one. After a rollback its copy is not the
 * last that was made: it is there from before. */
async function versionToServe() {
  const { waiting } = self.registration;
  if (!waiting) return NAME;
  const said = await nameSaidBy(waiting);
  return said ?? (await caches.keys()).findLast((name) => name.startsWith(PREFIX)) ?? NAME;
}

async function serve(request, file) {
  const cache = await caches.open(file.startsWith(ASSETS) ? NAME : await versionToServe());
  return (await cache.match(file)) ?? fromOtherCopies(request, file);
}

async function fromOtherCopies(request, file) {
  if (file.startsWith(ASSETS))
    for (const name of (await caches.keys()).filter(isCopy)) {
      const kept = await (await caches.open(name)).match(file);
      if (kept !== undefined) return kept;
    }
  return fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(removeOldCopies()));
self.addEventListener("message", (event) => {
  if (event.data === "remove-old-copies") event.waitUntil(removeOldCopies());
  if (event.data === "name-copy") event.ports[0].postMessage(NAME);
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const file = request.method === "GET" ? fileOf(request.url) : undefined;
  if (file === undefined) return;
  if (known.has(file)) event.respondWith(serve(request, file));
  else if (file.startsWith(ASSETS) && request.mode !== "navigate")
    event.respondWith(fromOtherCopies(request, file));
});
