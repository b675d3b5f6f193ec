// Elements without HTML: a text is always a text node, whatever it holds.
import { moment } from "./words.js";

/** `h("p", {class: "note", onclick: f}, "text", node)`; null and false children are left out. */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) set(node, name, value);
  node.append(...children.flat().filter((each) => each !== null && each !== undefined && each !== false));
  return node;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, props = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) set(node, name, value);
  node.append(...children.flat());
  return node;
}

function set(node, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
  else node.setAttribute(name, value === true ? "" : value);
}

/** @type {(id: string) => any} what kind it is, the HTML of the page says */
export const byId = (id) => document.getElementById(id);

export function button(label, act, props = {}) {
  return h("button", { type: "button", onclick: act, ...props }, label);
}

/**
 * `figures` are the numbers of the columns that hold figures; `kind` is a class. `spans` says over
 * how many rows the first cell of each one goes; a row that is part of the one before has 0.
 */
export function table(caption, heads, rows, { figures = [], kind = "", spans = [] } = {}) {
  const side = (at) => (figures.includes(at) ? "right" : null);
  const rowspan = (at, row) => (at === 0 && spans[row] > 1 ? spans[row] : null);
  const cell = (content, at, row) => (content === null ? null : h("td", { "data-head": heads[at], class: side(at), rowspan: rowspan(at, row) }, content));
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    h(
      "table",
      { class: kind || null },
      h("caption", { class: "unseen" }, caption),
      h("thead", {}, h("tr", {}, heads.map((each, at) => h("th", { scope: "col", class: side(at) }, each)))),
      h("tbody", {}, rows.map((row, at) => h("tr", { class: spans[at] === 0 ? "also" : null }, row.map((content, column) => cell(content, column, at))))),
    ),
  );
}

export function when(seconds) {
  const at = new Date(seconds * 1000);
  const today = new Date().toDateString() === at.toDateString();
  const text = today
    ? moment(at, { hour: "2-digit", minute: "2-digit" })
    : moment(at, { day: "numeric", month: "short", year: "numeric" });
  const whole = moment(at, { dateStyle: "medium", timeStyle: "medium" });
  return h("time", { datetime: at.toISOString(), title: whole }, text);
}
