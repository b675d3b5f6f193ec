// A PDF as it looks, open at the pages of a passage, with the passage marked. PDF.js is loaded when
// the first one is shown.
import { h } from "../dom.js";
import { t } from "../words.js";
import { openWorker } from "../workers.js";
import { BoundedCanvases, CostlyError, checkPages, checkShape, inTime, openCanvas } from "./bounds.js";
import { locate } from "./find.js";

const LIBRARY = "/static/libraries/pdfjs-6.5.438/";
const SHARPEST = 2; // pixels of a page for one of the screen
const LARGEST = 16_000_000; // pixels of one picture, in a PDF and on the screen
const ZOOMS = [1, 1.4, 2, 3];

/** A file and the worker that reads it, for this file alone: it may be made to keep a worker busy for ever. */
async function openFile(data) {
  const pdfjs = await import(`${LIBRARY}pdf.min.mjs`);
  const port = openWorker(`${LIBRARY}pdf.worker.min.mjs`);
  const task = pdfjs.getDocument({
    data,
    worker: pdfjs.PDFWorker.create({ port }),
    CanvasFactory: BoundedCanvases,
    cMapUrl: `${LIBRARY}cmaps/`,
    standardFontDataUrl: `${LIBRARY}standard_fonts/`,
    wasmUrl: `${LIBRARY}wasm/`,
    enableXfa: false,
    isEvalSupported: false,
    maxImageSize: LARGEST,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  try {
    const file = await inTime(task.promise);
    checkPages(file);
    return { pdfjs, port, file };
  } catch (error) {
    port.terminate();
    throw error;
  }
}

/** One page: drawn while it is near what is seen, and empty otherwise. */
class Sheet {
  #view;
  #number;
  #drawing = null;
  #wanted = false;

  constructor(view, number) {
    this.#view = view;
    this.#number = number;
    this.node = h("section", { class: "sheet", "aria-label": t("Page {page} of {last}", { page: number, last: view.file.numPages }) });
    this.node.sheet = this;
  }

  async draw() {
    this.#wanted = true;
    const page = await inTime(this.#view.file.getPage(this.#number));
    checkShape(page.getViewport({ scale: 1 }));
    const viewport = page.getViewport({ scale: this.node.clientWidth / page.getViewport({ scale: 1 }).width });
    this.node.style.aspectRatio = `${viewport.width} / ${viewport.height}`;
    if (!this.#wanted || !viewport.width) return;
    const text = h("div", { class: "text" });
    text.style.setProperty("--total-scale-factor", viewport.scale);
    const canvas = await this.#paint(page, viewport);
    if (!this.#wanted) return;
    const layer = new this.#view.pdfjs.TextLayer({ textContentSource: await inTime(page.getTextContent()), container: text, viewport });
    await layer.render();
    if (!this.#wanted) return;
    if (this.#view.cites(this.#number)) mark(this.#view.passage, layer);
    this.node.replaceChildren(canvas, text);
  }

  async #paint(page, viewport) {
    const sharp = Math.min(SHARPEST, devicePixelRatio, Math.sqrt(LARGEST / (viewport.width * viewport.height)));
    const canvas = openCanvas(Math.floor(viewport.width * sharp), Math.floor(viewport.height * sharp));
    this.#drawing?.cancel();
    this.#drawing = page.render({ canvas, viewport, transform: [sharp, 0, 0, sharp, 0, 0], background: "#ffffff" });
    await inTime(this.#drawing.promise).catch((error) => this.#wanted && Promise.reject(error));
    return canvas;
  }

  empty() {
    this.#wanted = false;
    this.#drawing?.cancel();
    this.node.replaceChildren();
  }
}

/** Marks what of the passage stands on a page. */
function mark(passage, layer) {
  for (const [part, start, end] of locate(passage, layer.textContentItemsStr).reverse()) {
    const node = layer.textDivs[part]?.firstChild;
    if (!node) continue;
    node.splitText(end);
    const marked = node.splitText(start);
    const around = h("mark", {});
    marked.replaceWith(around);
    around.append(marked);
  }
}

/** A PDF in `scroller`; `close` gives back what it holds, `gaveUp` is called if it cannot be shown on. */
export class PdfView {
  gaveUp = (_error) => {};
  #sheets = [];
  #zoom = 0;
  #scroller;
  #watch;

  /** `bytes` of the file; `passage` is `{text, first, last}`. */
  static async open(bytes, passage, scroller) {
    return new PdfView(await openFile(bytes), passage, scroller);
  }

  constructor({ pdfjs, port, file }, { text, first, last }, scroller) {
    this.pdfjs = pdfjs;
    this.port = port;
    this.file = file;
    this.passage = text;
    this.first = Math.min(Math.max(first, 1), file.numPages);
    this.last = Math.max(last, this.first);
    this.#scroller = scroller;
    this.#sheets = Array.from({ length: file.numPages }, (_each, at) => new Sheet(this, at + 1));
    this.node = h("div", { class: "sheets" }, this.#sheets.map((each) => each.node));
    this.#watch = new IntersectionObserver((seen) => seen.forEach((each) => this.#near(each)), { root: scroller, rootMargin: "600px" });
  }

  cites(number) {
    return this.first <= number && number <= this.last;
  }

  /** Draws the cited page and shows the passage on it; the node must be in the page. */
  async show() {
    const page = await this.file.getPage(this.first);
    const { width, height } = page.getViewport({ scale: 1 });
    this.node.style.setProperty("--page", `${width} / ${height}`);
    const sheet = this.#sheets[this.first - 1];
    await sheet.draw();
    this.#lead(sheet.node);
    for (const each of this.#sheets) this.#watch.observe(each.node);
  }

  #lead(node) {
    (node.querySelector("mark") ?? node).scrollIntoView({ block: node.querySelector("mark") ? "center" : "start" });
  }

  /** Enlarges or makes smaller by a step; whether that can be done. */
  async zoom(step) {
    const next = this.#zoom + step;
    if (!(next in ZOOMS)) return;
    this.#zoom = next;
    this.node.style.setProperty("--zoom", ZOOMS[next]);
    const sheet = this.#sheets[this.first - 1];
    await Promise.all(this.#sheets.filter((each) => each.node.firstChild).map((each) => each.draw()));
    this.#lead(sheet.node);
  }

  #near({ target, isIntersecting }) {
    const { sheet } = target;
    if (!isIntersecting) sheet.empty();
    else if (!target.firstChild) sheet.draw().catch((error) => error instanceof CostlyError && this.gaveUp(error)); // a damaged page stays empty
  }

  close() {
    this.#watch.disconnect();
    this.#sheets.forEach((each) => each.empty());
    this.port.terminate();
  }
}
