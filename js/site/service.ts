// The service worker: keeps the files of the site in the browser, so that a second visit begins at once and needs no network.
interface Fetching extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** The site's version, which the build puts here: other versions' files are removed. */
declare const VERSION: string;

/** What the page needs, as addresses from its folder, which the build puts here. */
declare const FILES: string[];

const scope = self as unknown as EventTarget & { skipWaiting(): Promise<void>; clients: { claim(): Promise<void> }; location: Location };
/** The site: this page's folder and what lies beside it. */
const home = new URL("..", scope.location.href).href;

/** Keeps everything at once; what the page has just fetched comes from the browser's own cache. */
async function keepAll(): Promise<void> {
  await (await caches.open(VERSION)).addAll(FILES);
}

async function answer(request: Request): Promise<Response> {
  const kept = await caches.open(VERSION);
  const found = await kept.match(request, { ignoreSearch: true });
  if (found !== undefined) return found;
  const response = await fetch(request);
  if (response.ok) await kept.put(request.url.replace(/\?.*/, ""), response.clone());
  return response;
}

scope.addEventListener("install", (event) => (event as Lasting).waitUntil(keepAll().then(() => scope.skipWaiting())));
scope.addEventListener("activate", (event) =>
  (event as Lasting).waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("games-") && name !== VERSION).map((name) => caches.delete(name))))
      .then(() => scope.clients.claim()),
  ),
);
scope.addEventListener("fetch", (event) => {
  const { request } = event as Fetching;
  if (request.method === "GET" && request.url.startsWith(home)) (event as Fetching).respondWith(answer(request));
});
