// Keeps the page in the browser: it opens at once, and says something sensible when the server cannot be reached.

const VERSION = "unknown"; // of all files together; the server writes it in here, so that a new one is noticed
const KEPT = `tsuro-joined-${VERSION}`;
const KEPT_BEFORE = /^tsuro-(?!joined-)/; // by 0.4.0 and 0.5.0, whose modules had other addresses
const LIST = "/page/files.json";
const OFFLINE = "/offline.html";
const TILES = "/api/tiles"; // as lasting as a file: the lesson needs them without the server, too
const PATIENCE = 8000; // milliseconds, before a server that says nothing is taken to be out of reach
const GATEWAY_FAILS = 502; // and above: a server before ours speaks

/** These screens are of use without the server, or wait for it. The server writes their addresses in here. */
const OFFLINE_SCREENS = new RegExp("none");

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
let upToDate = true; // as far as the last visit showed

worker.addEventListener("install", (event) => event.waitUntil(keep()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lookAt(event.notification.data));
});
worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname === TILES) event.respondWith(file(event.request));
  else if (url.pathname.startsWith("/api/")) return;
  else if (event.request.mode === "navigate") event.respondWith(visited(event.request, url.pathname));
  else if (url.pathname.startsWith("/page/") && url.pathname !== LIST) event.respondWith(file(event.request));
});

async function keep() {
  const { version, files } = await (await fetch(LIST, { cache: "no-store" })).json();
  if (version !== VERSION) throw new Error("The server has changed meanwhile: the browser will ask again.");
  const cache = await caches.open(KEPT);
  await cache.addAll([...files, TILES].map((/** @type {string} */ path) => new Request(path, { cache: "no-cache" })));
  await worker.skipWaiting();
}

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  await worker.clients.claim();
  if (names.some((name) => KEPT_BEFORE.test(name))) void reload(); // not awaited: the pages wait for this worker
}

/** Load the open pages again: modules of theirs and ours do not go together. */
async function reload() {
  const windows = await worker.clients.matchAll({ type: "window" });
  await Promise.all(windows.map((window) => window.navigate(window.url)));
}

/** Show the tab that is at an address, or a new one. @param {string} path */
async function lookAt(path) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === path);
  await (there ? there.focus() : worker.clients.openWindow(path));
}

/** The page as the server gives it, else as it was kept.
 * @param {Request} request
 * @param {string} path
 * @returns {Promise<Response>}
 */
async function visited(request, path) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    upToDate = (answer.headers.get("Tsuro-Page") ?? VERSION) === VERSION;
    if (answer.status < GATEWAY_FAILS) return answer;
  } catch {
    // the server cannot be reached
  }
  return (await kept(OFFLINE_SCREENS.test(path) ? "/" : OFFLINE)) ?? Response.error();
}

/** A file as it was kept; while a new version is on its way, as the server has it.
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function file(request) {
  const known = await kept(request);
  if (!known) return fetch(request);
  return upToDate ? known : fetch(request).catch(() => known);
}

/** @param {RequestInfo} what */
const kept = async (what) => (await caches.open(KEPT)).match(what, { ignoreVary: true, ignoreSearch: true });
