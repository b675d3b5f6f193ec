// Keeps the page's own files, so that it opens without a network: nothing that anybody said, asked or
// stored. What is kept is used only while multis cannot be reached.
const NAME = "multis-shell";
const SHELL = /^\/(static\/|sentences\/|$)/;
const TOO_LARGE = /^\/static\/libraries\//; // browsers keep these by themselves

const worker = /** @type {any} */ (globalThis);

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || search || !SHELL.test(pathname) || TOO_LARGE.test(pathname)) return;
  event.respondWith(fresh(request, pathname));
});

async function fresh(request, pathname) {
  const kept = await caches.open(NAME);
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept.put(pathname, answer.clone());
    return answer;
  } catch (error) {
    const known = await kept.match(pathname);
    if (known) return known;
    throw error;
  }
}
