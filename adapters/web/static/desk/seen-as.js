// Whose eyes the owner looks through: documents and search as somebody else sees them.
import { button, h } from "../dom.js";
import { t } from "../words.js";

const NAME = "desk-seen-as";

/** Arguments for a view; empty while the owner looks with their own eyes. */
export function seenAs() {
  const person = sessionStorage.getItem(NAME);
  return person ? { as: person } : {};
}

export function seeAs(person) {
  sessionStorage.setItem(NAME, person);
  location.hash = "#documents";
}

/** Says whose view it is and leads back; null for one's own. */
export function stranger(hand) {
  const { as: person } = seenAs();
  if (!person) return null;
  const back = () => {
    sessionStorage.removeItem(NAME);
    hand.after();
  };
  return h("p", { class: "earlier", role: "status" }, h("span", {}, t("You see what {person} sees.", { person })), button(t("Back to my own view"), back));
}
