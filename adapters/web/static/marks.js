// The tree that the server made of Markdown, as elements. Tags outside the list become text.
import { h } from "./dom.js";

const TAGS = new Set(
  "p ul ol li blockquote strong em s table thead tbody tr th td h1 h2 h3 h4 h5 h6 pre code hr br".split(" "),
);

/** `cite(n)` makes the element of a citation. */
export function grow(nodes, cite = (n) => `[${n}]`) {
  return nodes.map((node) => one(node, cite));
}

function one(node, cite) {
  if (typeof node === "string") return document.createTextNode(node);
  const [tag, ...children] = node;
  if (tag === "cite") return cite(children[0]);
  if (!TAGS.has(tag)) return document.createTextNode(children.join(" "));
  const heading = /^h[1-6]$/.test(tag);
  return h(heading ? "p" : tag, heading ? { class: "heading" } : {}, grow(children, cite));
}
