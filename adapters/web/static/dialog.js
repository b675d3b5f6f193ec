// A question that waits for an answer.
import { button, h } from "./dom.js";
import { t } from "./words.js";

/** Asks whether to do what cannot be seen before; resolves to true or false. */
export function ask(title, text, deed) {
  return new Promise((settle) => {
    const close = (answer) => dialog.close(answer);
    const dialog = h(
      "dialog",
      { class: "ask", "aria-labelledby": "ask-title", "aria-describedby": "ask-text" },
      h("h2", { id: "ask-title" }, title),
      h("p", { id: "ask-text" }, text),
      h("p", { class: "deeds" }, button(t("Cancel"), () => close("")), button(deed, () => close("yes"), { class: "main" })),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      settle(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
