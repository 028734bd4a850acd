/* global URL, addEventListener, caches, clients, fetch, registration */
// The service worker of a room's page: it keeps the page and its scripts, so that they open without a network. They are the
// same for everybody. What a seat has seen stays with the page, and a link's secret is in no address that is asked for.
const NAME = "capture-widgets room";
const FILES = ["./", "room.js", "room.css", "widget.js", "widget.css", "screens.js", "room.svg", "room.webmanifest"];
const kept = new Set(FILES.map((name) => new URL(name, registration.scope).href));

addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

/** The newest file that can be had: from the server, or else the one that was kept. */
async function answer(request, address) {
  const cache = await caches.open(NAME);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(address, response.clone());
    return response;
  } catch (error) {
    const found = await cache.match(address);
    if (found === undefined) throw error;
    return found;
  }
}

addEventListener("fetch", (event) => {
  const address = event.request.url.replace(/[?#].*/, "");
  if (event.request.method === "GET" && kept.has(address)) event.respondWith(answer(event.request, address));
});
