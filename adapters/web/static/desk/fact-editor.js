// A fact while its text is corrected.
import { button, h } from "../dom.js";
import { t } from "../words.js";

export function factEdited(fact, hand, cancel) {
  const words = h("textarea", { "aria-label": t("How it should read"), rows: "3", maxlength: "2000" });
  words.value = fact.text;
  const submit = (event) => {
    event.preventDefault();
    hand.say(`/fact ${fact.id} edit ${words.value}`);
  };
  const leave = (event) => event.key === "Escape" && cancel();
  queueMicrotask(() => words.focus());
  return h("form", { onsubmit: submit, onkeydown: leave }, words, h("p", { class: "deeds" }, h("button", {}, t("Save")), button(t("Cancel"), cancel)));
}
