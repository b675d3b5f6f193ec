// A short word at the edge of the page.
import { button, byId, h } from "./dom.js";
import { t } from "./words.js";

const SECONDS = 8;
const MOST = 3; // at once, beside those that last

/**
 * `content` is a text or elements; `again` offers to try once more; a `lasting` one stays until the
 * function that is returned takes it away.
 */
export function toast(content, { failed = false, again = null, choices = [], lasting = false } = {}) {
  const gone = () => note.remove();
  const note = h(
    "div",
    { class: `toast${failed ? " failed" : ""}${lasting ? " lasting" : ""}` },
    h("div", {}, content),
    again ? button(t("Try again"), () => (gone(), again())) : null,
    choices.map(({ label, act }) => button(label, () => (gone(), act()))),
    button("✕", gone, { class: "quiet", "aria-label": t("Dismiss") }),
  );
  byId("toasts").append(note);
  const passing = [...byId("toasts").querySelectorAll(".toast:not(.lasting)")];
  for (const older of passing.slice(0, -MOST)) older.remove();
  if (!lasting) setTimeout(gone, SECONDS * 1000 * (again || choices.length ? 2 : 1));
  return gone;
}
