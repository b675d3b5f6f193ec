// Files that are in no list of documents: those that wait to be read, and those that could not be.
import { button, byId, h, when } from "../dom.js";
import { look } from "../api.js";
import { t, tn } from "../words.js";

const OFTEN = 3000; // milliseconds between two looks at what still waits

/** What waits to be read, kept up to date for as long as it is shown. */
export function waitingOnes(found, hand) {
  const section = h("section", { class: "card" });
  showWaiting(section, found);
  setTimeout(() => lookAgain(section, found.waiting_count, hand), OFTEN);
  return section;
}

function showWaiting(section, { waiting, waiting_count: count }) {
  const line = (name, at) => h("li", {}, name, " ", at ? null : h("span", { class: "tag busy" }, t("reading …")));
  section.replaceChildren(h("h2", {}, tn("{count} file waits to be read", "{count} files wait to be read", count)), h("ul", { class: "plainlist names" }, waiting.map(line)));
}

async function lookAgain(section, before, hand) {
  if (!section.isConnected) return;
  const found = document.hidden ? null : await look("documents", { state: "waiting" }).catch(() => null);
  if (!section.isConnected) return;
  if (found && found.waiting_count !== before && !isUsed()) return void hand.after();
  if (found?.waiting_count) showWaiting(section, found);
  setTimeout(() => lookAgain(section, before, hand), OFTEN);
}

/** Whether something stands in the view that would be lost if it was shown again. */
const isUsed = () => Boolean(byId("desk").querySelector("tbody input:checked, input:focus, select:focus"));

/** What could not be read, each with the reason and with what can be done. */
export function unreadOnes(files, hand) {
  const deed = (label, action, { id, name }) => button(label, () => hand.change(action, [id]), { "aria-label": `${label}: ${name}` });
  const line = (file) =>
    h("li", {}, h("p", { class: "text" }, file.name, " ", h("span", { class: "tag fail" }, t("could not be read"))), h("p", { class: "reason" }, file.reason), h("p", { class: "about" }, when(file.at)), h("p", { class: "deeds" }, deed(t("Read again"), "again", file), deed(t("Dismiss"), "dismiss", file)));
  const title = tn("{count} file could not be read", "{count} files could not be read", files.length);
  return h("section", { class: "card" }, h("h2", {}, title), h("ul", { class: "plainlist waits" }, files.map(line)));
}
