// A fact while its text is corrected.
import { button, h } from "../dom.js";
import { t } from "../words.js";

const unsaved = new Map(); // id of a fact -> how it should read, until that is saved or cancelled

export const isEdited = (fact) => unsaved.has(fact.id);

export function factEdited(fact, hand, cancel) {
  const keep = () => unsaved.set(fact.id, words.value);
  const words = h("textarea", { "aria-label": t("How it should read"), rows: "3", maxlength: "2000", oninput: keep });
  words.value = unsaved.get(fact.id) ?? fact.text;
  keep();
  const drop = () => unsaved.delete(fact.id);
  const submit = (event) => {
    event.preventDefault();
    hand.say(`/fact ${fact.id} edit ${words.value}`, { done: drop });
  };
  const leave = () => {
    drop();
    cancel();
  };
  return h("form", { onsubmit: submit, onkeydown: (event) => event.key === "Escape" && leave() }, words, h("p", { class: "deeds" }, h("button", {}, t("Save")), button(t("Cancel"), leave)));
}
