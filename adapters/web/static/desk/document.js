// One document in the drawer: its outline, its passages, and who was answered from it.
import { button, byId, h, when } from "../dom.js";
import { look } from "../api.js";
import { openDrawer } from "../drawer.js";
import { replaceKeepingPlace } from "../focus.js";
import { openPassage, readers } from "../passage.js";
import { toast } from "../toast.js";
import { t, tn } from "../words.js";
import { pager } from "./parts.js";
import { seenAs } from "./seen-as.js";

const SCOPES = ["kb", "admin"];
let shown = null; // what can be done with the document that was opened last: `{id, place, show(scope)}`

/** Opens the document of a row, at some of its passages. */
export async function openDocument(row, hand, me, offset = 0) {
  try {
    const found = await look("document", { document: row.id, offset, ...seenAs() });
    openDrawer(
      found.name,
      me.owner ? deeds(row, hand) : null,
      found.notices.length ? lostOf(found.notices) : null,
      found.uses.length ? usesOf(found.uses) : null,
      found.outline.length ? outlineOf(found.outline) : null,
      h("h3", {}, tn("{count} passage", "{count} passages", found.total)),
      h("ol", { class: "plainlist passages", start: String(offset + 1) }, found.passages.map(passageOf)),
      pager(found, (to) => openDocument(row, hand, me, to)),
    );
  } catch (error) {
    toast(error.message, { failed: true });
  }
}

/** What can be done with it, by who may read it. */
function deeds(row, hand) {
  const place = h("p", { class: "deeds" });
  const show = (scope) => {
    row.scope = scope; // also of its next page
    const other = scope === "kb" ? "admin" : "kb";
    replaceKeepingPlace(place, [
      button(t("Make it {scope}", { scope: other }), () => hand.change(other, [row.id])),
      button(t("Read again"), () => hand.change("again", [row.id])),
      button(t("Get the file"), () => hand.open(row.name, `/document ${row.id} file`)),
      button(t("Delete"), () => hand.change("delete", [row.id]), { class: "grave" }),
    ]);
  };
  show(row.scope);
  shown = { id: row.id, place, show };
  return place;
}

/** Something was done with documents: if one of them is in the drawer, it follows. */
export function follow(action, codes) {
  if (!shown?.place.isConnected || !codes.includes(shown.id)) return;
  if (action === "delete") byId("drawer").close();
  if (SCOPES.includes(action)) shown.show(action);
}

const lostOf = (notices) => h("section", { class: "lost" }, h("h3", {}, t("Not read")), h("ul", {}, notices.map((each) => h("li", {}, each))));

function outlineOf(titles) {
  const line = ({ text, depth, pages }) => h("li", { class: `depth${depth}` }, text, pages ? h("small", {}, " ", pages) : null);
  return h("details", {}, h("summary", {}, t("Outline")), h("ul", { class: "plainlist outline" }, titles.map(line)));
}

function usesOf(uses) {
  const line = (use) => h("li", {}, readers(use), ": ", tn("{count} passage shown, last", "{count} passages shown, last", use.shown), " ", when(use.last));
  return h("details", {}, h("summary", {}, t("Who was answered from it")), h("ul", {}, uses.map(line)));
}

function passageOf({ id, heading, pages, text }) {
  const where = [heading, pages].filter(Boolean).join(", ");
  return h("li", { class: "card" }, h("p", {}, button(where || t("Open"), () => openPassage(id, [], { seen: seenAs() }), { class: "link" })), h("p", { class: "excerpt" }, text));
}
