// The tree that the server made of Markdown, as elements. Tags outside the list become text.
import { button, h } from "./dom.js";
import { copy } from "./copy.js";
import { ask } from "./dialog.js";
import { openOutside } from "./mini.js";
import { colour, typeset } from "./rich.js";
import { t } from "./words.js";

const TAGS = new Set(
  "p ul ol li blockquote strong em s table thead tbody tr th td h1 h2 h3 h4 h5 h6 pre code hr br".split(" "),
);

const box = (done) => h("span", { class: "box", role: "img", "aria-label": done ? t("done") : t("to do") }, done ? "☑" : "☐");
const MADE = {
  math: (tex) => typeset(h("code", { class: "math", translate: "no" }, tex), tex, false),
  formula: (tex) => typeset(h("pre", { class: "math", translate: "no", tabindex: "0" }, tex), tex, true),
  open: () => box(false),
  done: () => box(true),
  pre: (text, language) => h("div", { class: "code" }, h("p", {}, h("span", { translate: "no" }, language), button(t("Copy"), () => copy(text), { "aria-label": t("Copy the code") })), colour(h("pre", { tabindex: "0", "data-language": language }, text), text, language)),
};

/** `cite(n)` makes the element of a citation. */
export function grow(nodes, cite = (n) => `[${n}]`) {
  return nodes.map((node) => one(node, cite));
}

/** A link opens after a question that shows its whole address. */
function outside(address, children, cite) {
  const open = async () => {
    if (await ask(t("Open this address?"), address, t("Open"))) openOutside(address);
  };
  return h("button", { type: "button", role: "link", class: "link outside", title: address, onclick: open }, grow(children, cite));
}

function one(node, cite) {
  if (typeof node === "string") return document.createTextNode(node);
  const [tag, ...children] = node;
  if (tag === "cite") return cite(children[0]);
  if (tag === "a") return outside(children[0], children.slice(1), cite);
  if (tag in MADE) return MADE[tag](...children);
  const [name, side] = tag.split("-");
  if (side && ["th", "td"].includes(name)) return h(name, { class: `to-${side}` }, grow(children, cite));
  if (!TAGS.has(tag)) return document.createTextNode(children.join(" "));
  const heading = /^h[1-6]$/.test(tag);
  return h(heading ? "p" : tag, heading ? { class: "heading" } : {}, grow(children, cite));
}
