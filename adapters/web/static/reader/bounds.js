// What a PDF may take of the page that shows it: a file is somebody else's, and may be made to take all.
import { h } from "../dom.js";
import { t } from "../words.js";

const STRETCH = 3000; // milliseconds of drawing without a pause; PDF.js makes one every 15, but not in a pattern
const WORKER = 60_000; // milliseconds for what its worker does for one page
const MOST_PAGES = 20_000;
const THINNEST = 100; // how many times as long as wide, or as wide as long, a page may be
const READ = { willReadFrequently: true };

/** The reason why a file is shown as text. */
export class CostlyError extends Error {
  constructor() {
    super(t("Drawing it would take too long."));
  }
}

let begun = null; // when what draws now began; null after a pause

function checkStretch() {
  if (begun === null) setTimeout(() => (begun = null));
  begun ??= performance.now();
  if (performance.now() - begun > STRETCH) throw new CostlyError();
}

/** The context of a canvas, which is asked to keep its state wherever something begins within something. */
function bounded(context) {
  const { save } = context;
  return Object.assign(context, {
    save() {
      checkStretch();
      save.call(context);
    },
  });
}

/** A canvas for a page; PDF.js gets the same context again. */
export function openCanvas(width, height) {
  const canvas = h("canvas", { "aria-hidden": "true", width, height });
  bounded(canvas.getContext("2d", { ...READ, alpha: false }));
  return canvas;
}

/** Makes the canvases that PDF.js needs for what is drawn within a page. */
export class BoundedCanvases {
  create(width, height) {
    checkStretch();
    const canvas = h("canvas", { width: Math.ceil(width), height: Math.ceil(height) });
    return { canvas, context: bounded(canvas.getContext("2d", READ)) };
  }

  reset({ canvas }, width, height) {
    Object.assign(canvas, { width, height });
  }

  destroy(entry) {
    Object.assign(entry.canvas, { width: 0, height: 0 });
    Object.assign(entry, { canvas: null, context: null });
  }
}

/** What `work` gives, unless the worker is busy with it for too long. */
export async function inTime(work) {
  let timer;
  const late = new Promise((_done, fail) => (timer = setTimeout(() => fail(new CostlyError()), WORKER)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export function checkPages(file) {
  if (file.numPages > MOST_PAGES) throw new CostlyError();
}

export function checkShape({ width, height }) {
  if (!(Math.max(width, height) <= THINNEST * Math.min(width, height))) throw new CostlyError();
}
