// What an answer drew on: the passages it cites, what a search for its question finds, and for the
// owner the prompt as it was sent.
import { button, h } from "./dom.js";
import { figure } from "./desk/parts.js";
import { look } from "./api.js";
import { explained, leftOut } from "./desk/search.js";
import { openDrawer } from "./drawer.js";
import { openPassage } from "./passage.js";
import { money, number, t } from "./words.js";

export async function openWhy(entry, question) {
  const cited = entry.sources.map((each) => each.id);
  const [{ found, left_out: others }, prompt] = await Promise.all([question ? look("search", { q: question, answer: "1" }) : { found: [], left_out: [] }, look("prompt", { key: entry.key ?? "" })]);
  const sentIn = prompt.parts.length ? prompt.passages : null;
  const line = (source) => h("li", {}, button(`[${source.n}] ${source.file}`, () => openPassage(source.id, cited), { class: "link" }));
  openDrawer(
    t("Why this answer"),
    h("h3", {}, t("It cites")),
    cited.length ? h("ul", { class: "plainlist" }, entry.sources.map(line)) : h("p", { class: "note" }, t("No passage.")),
    question ? h("h3", {}, t("A search for the question finds, with the parts of each score")) : null,
    found.length ? explained(found, cited, sentIn) : question ? h("p", { class: "note" }, t("Nothing found. Try other words.")) : null,
    others.length ? leftOut(others) : null,
    prompt.parts.length ? sent(prompt) : null,
  );
}

const WRITERS = { system: t("Instructions"), user: t("You"), assistant: "multis" };

/** The prompt as the model read it, and what it cost. */
function sent({ parts, models, read, written, money: cost, currency }) {
  const figures = [figure(number(read), t("tokens read")), figure(number(written), t("tokens written")), cost ? figure(money(cost, currency), t("cost")) : null];
  const part = ({ role, text }) => [h("h4", {}, WRITERS[role]), h("pre", {}, text)];
  return h("details", { class: "sent" }, h("summary", {}, t("The prompt as it was sent")), h("p", { class: "note" }, h("code", {}, models.join(", "))), h("p", { class: "figures" }, figures), parts.flatMap(part));
}
