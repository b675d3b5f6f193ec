// The page's workers. The browser refuses every other address: this is the only policy of the page,
// and a second one of its name cannot be made.
const ADDRESSES = ["/static/libraries/pdfjs-6.5.438/pdf.worker.min.mjs"];

function known(address) {
  if (!ADDRESSES.includes(address)) throw new TypeError(`not a worker of this page: ${address}`);
  return address;
}

const policy = globalThis.trustedTypes?.createPolicy("workers", { createScriptURL: known });
const trusted = (address) => policy?.createScriptURL(address) ?? known(address);

export const openWorker = (address) => new Worker(trusted(address), { type: "module" });
