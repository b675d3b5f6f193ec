// Colours of code, and mathematics as it is set in print. Their libraries are loaded when the first
// piece is shown; until then, and where one fails, the text stands as it was written.
import { h } from "./dom.js";

const HIGHLIGHT = "/static/libraries/highlight-11.12.0/highlight.min.js";
const KATEX = "/static/libraries/katex-0.19.1/katex.min";
const LONGEST = { code: 100_000, tex: 5_000 }; // characters of one piece
const LIMITS = { throwOnError: true, trust: false, strict: "ignore", maxExpand: 300, maxSize: 30 };

let highlight = null; // promises of the libraries
let katex = null;

/** Colours `code` in `node`, and returns it. */
export function colour(node, code, language) {
  if (!language || code.length > LONGEST.code) return node;
  highlight ??= import(HIGHLIGHT);
  highlight.then(({ default: library }) => library.getLanguage(language) && node.replaceChildren(...coloured(library, code, language))).catch(() => {});
  return node;
}

/** The library's own tree as elements: it would give HTML otherwise, and the page reads none. */
function coloured(library, code, language) {
  return library.highlight(code, { language, ignoreIllegals: true })._emitter.rootNode.children.map(grown);
}

function grown(node) {
  if (typeof node === "string") return document.createTextNode(node);
  const kind = node.scope?.split(".")[0];
  return h("span", kind ? { class: `code-${kind}` } : {}, node.children.map(grown));
}

/** Sets the formula `tex` in place of `node`, which is returned. */
export function typeset(node, tex, display) {
  if (tex.length > LONGEST.tex) return node;
  katex ??= openKatex();
  katex.then((library) => replace(library, node, tex, display)).catch(() => {});
  return node;
}

function replace(library, node, tex, display) {
  const place = h(display ? "div" : "span", { class: display ? "formula" : "inline", translate: "no", tabindex: display ? "0" : null });
  library.render(tex, place, { ...LIMITS, displayMode: display });
  node.replaceWith(place);
}

async function openKatex() {
  document.head.append(h("link", { rel: "stylesheet", href: `${KATEX}.css` }));
  await import(`${KATEX}.js`); // no module: it leaves its name behind
  return /** @type {any} */ (globalThis).katex;
}
