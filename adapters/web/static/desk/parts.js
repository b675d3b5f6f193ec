// What several views of the desk are made of.
import { button, h } from "../dom.js";
import { t, tp } from "../words.js";

export const heading = (title, ...more) => h("header", { class: "head" }, h("h1", {}, title), ...more);
export const note = (...words) => h("p", { class: "note" }, words);
export const tag = (text, kind = "") => h("span", { class: `tag ${kind}` }, text);
export const figure = (value, name) => h("span", { class: "figure" }, h("b", {}, value), " ", name);

/** A field that asks again when its words are entered, or taken away. */
export function finder(label, words, ask) {
  const field = h("input", { type: "search", "aria-label": label, placeholder: label, value: words, maxlength: "200" });
  let asked = words;
  const enter = () => {
    if (field.value.trim() === asked) return;
    asked = field.value.trim();
    ask(asked);
  };
  field.addEventListener("search", enter);
  field.addEventListener("change", enter);
  return field;
}

/** A choice among `[value, label]`s; `ask` hears of another one. */
export function chooser(label, options, chosen, ask) {
  const choices = options.map(([value, text]) => h("option", { value, selected: value === chosen }, text));
  return h("select", { "aria-label": label, onchange: (event) => ask(event.target.value) }, choices);
}

/** Leads to the pages before and after one of many; null where there is but one. */
export function pager({ offset, limit, total }, go) {
  if (total <= limit) return null;
  const page = Math.floor(offset / limit) + 1;
  const last = Math.ceil(total / limit);
  return h(
    "nav",
    { class: "pager", "aria-label": t("Pages of the list") },
    button(tp("button", "Back"), () => go(Math.max(0, offset - limit)), { disabled: page <= 1 }),
    h("span", {}, t("Page {page} of {last}", { page, last })),
    button(tp("button", "Next"), () => go(offset + limit), { disabled: page >= last }),
  );
}

/** What the reader has chosen on a view, until the browser closes. */
export class Choices {
  #name;
  #usual;

  constructor(name, usual) {
    this.#name = `desk-${name}`;
    this.#usual = usual;
  }

  get all() {
    return { ...this.#usual, ...JSON.parse(sessionStorage.getItem(this.#name) ?? "{}") };
  }

  set(changes) {
    sessionStorage.setItem(this.#name, JSON.stringify({ ...this.all, ...changes }));
  }
}
