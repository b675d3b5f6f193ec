// A passage as text: headings, tables and paragraphs as in its document, with what stands round it.
import { h } from "../dom.js";
import { grow } from "../marks.js";
import { t } from "../words.js";

const FULL = 60; // characters of a line that was broken for want of room

export function textOf(passage) {
  const round = (part) => h("div", { class: "round body" }, titled(part));
  return h(
    "div",
    { class: "text" },
    passage.before.map(round),
    h("section", { class: "cited body", "aria-label": t("The passage") }, titled(passage)),
    passage.after.map(round),
  );
}

const titled = ({ heading, tree }) => [heading ? h("h3", {}, heading) : null, tree.map(block)].flat();
const block = (node) => (node[0] === "plain" ? h("p", { class: "flowing" }, flowing(node[1])) : grow([node])[0]);

/** A line that goes on in the next one is one line: the page is not as wide as the document was. */
function flowing(text) {
  const lines = text.split("\n");
  return lines.reduce((told, line, at) => {
    const before = lines[at - 1];
    const goesOn = /^\p{Ll}/u.test(line) || (before.length > FULL && /^[\p{L}\p{N}(“"']/u.test(line));
    return `${told}${/[^\s|]$/.test(before) && goesOn ? " " : "\n"}${line}`;
  });
}
