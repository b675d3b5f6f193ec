// The page's workers. The browser refuses every other address: this is the only policy of the page,
// and a second one of its name cannot be made.
const SHELL = "/shell.js";
const ADDRESSES = [SHELL, "/static/libraries/pdfjs-6.5.438/pdf.worker.min.mjs"];

function known(address) {
  if (!ADDRESSES.includes(address)) throw new TypeError(`not a worker of this page: ${address}`);
  return address;
}

const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("workers", { createScriptURL: known });
const trusted = (address) => policy?.createScriptURL(address) ?? known(address);

export const openWorker = (address) => new Worker(/** @type {any} */ (trusted(address)), { type: "module" });

/** Has the page's own files kept for when there is no network. */
export async function keepShell() {
  await navigator.serviceWorker?.register(/** @type {any} */ (trusted(SHELL)), { scope: "/" }).catch(() => {}); // it works without
}
