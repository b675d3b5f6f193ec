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
const block = (node) => (node[0] === "plain" ? h("p", { class: "flowing" }, flowing(node[1])) : grow([joined(node)])[0]);

/** A line that goes on in the next one is one line: the page is not as wide as the document was. */
function flowing(text) {
  const lines = text.split("\n");
  return lines.reduce((told, line, at) => `${told}${goesOn(lines[at - 1], line) ? " " : "\n"}${line}`);
}

function goesOn(before, line) {
  return /[^\s|]$/.test(before) && (/^\p{Ll}/u.test(line) || (before.length > FULL && /^[\p{L}\p{N}(“"']/u.test(line)));
}

/** The same for a node of a tree, in which a line ends with a `br`. */
function joined(node) {
  if (typeof node === "string" || node[0] === "pre") return node;
  const [tag, ...children] = node;
  const ends = [...children.keys()].filter((at) => children[at][0] === "br");
  const lineFrom = (start) => children.slice(start, ends.find((end) => end >= start)).map(plain).join("");
  const begins = [0, ...ends.map((at) => at + 1)];
  return [tag, ...children.map((each, at) => {
    const line = ends.indexOf(at);
    return line >= 0 && goesOn(lineFrom(begins[line]), lineFrom(begins[line + 1])) ? " " : joined(each);
  })];
}

const plain = (node) => (typeof node === "string" ? node : node.slice(1).map(plain).join(""));
