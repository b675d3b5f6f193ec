// What an answer drew on: the passages it cites, and what a search for its question finds.
import { button, h } from "./dom.js";
import { look } from "./api.js";
import { explained } from "./desk/search.js";
import { openDrawer } from "./drawer.js";
import { openPassage } from "./passage.js";
import { t } from "./words.js";

export async function openWhy(entry, question) {
  const cited = entry.sources.map((each) => each.id);
  const { found } = question ? await look("search", { q: question }) : { found: [] };
  const line = (source) => h("li", {}, button(`[${source.n}] ${source.file}`, () => openPassage(source.id, cited), { class: "link" }));
  openDrawer(
    t("Why this answer"),
    h("h3", {}, t("It cites")),
    cited.length ? h("ul", { class: "plainlist" }, entry.sources.map(line)) : h("p", { class: "note" }, t("No passage.")),
    question ? h("h3", {}, t("A search for the question finds, with the parts of each score")) : null,
    found.length ? explained(found, cited) : question ? h("p", { class: "note" }, t("Nothing found. Try other words.")) : null,
  );
}
