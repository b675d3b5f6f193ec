// How each score of a search is made up.
import { button, h } from "../dom.js";
import { look } from "../api.js";
import { openPassage, readers } from "../passage.js";
import { counts, shares } from "../plots.js";
import { toast } from "../toast.js";
import { decimal, t } from "../words.js";
import { heading, note, tag } from "./parts.js";
import { seenAs, stranger } from "./seen-as.js";

export async function search(hand) {
  const words = h("input", { type: "search", "aria-label": t("Words to find"), placeholder: t("Words to find"), maxlength: "400" });
  const results = h("div", { "aria-live": "polite" });
  const submit = async (event) => {
    event.preventDefault();
    const { found } = await look("search", { q: words.value, ...seenAs() });
    results.replaceChildren(...(found.length ? explained(found) : [note(t("Nothing found. Try other words."))]));
  };
  queueMicrotask(() => words.focus());
  return [
    heading(t("Search")),
    stranger(hand),
    note(t("Search results and how each score is made up. Searching here does not affect the ranking.")),
    h("form", { class: "row", onsubmit: (event) => submit(event).catch((error) => toast(error.message, { failed: true })) }, words, h("button", {}, t("Search"))),
    results,
  ];
}

/** Hits with the parts of their scores; `cited` are the ids of those that an answer cites. */
export function explained(found, cited = []) {
  const names = [...new Set(found.flatMap((each) => Object.keys(each.parts).filter((name) => counts(each.parts[name]))))];
  const most = Math.max(...found.map((each) => Object.values(each.parts).reduce((sum, part) => sum + Math.max(part, 0), 0)));
  const rows = found.map((each, at) =>
    h(
      "li",
      { class: "card" },
      h("p", { class: "text" }, button(`${at + 1}. ${each.where}`, () => openPassage(each.id, [], { seen: seenAs() }), { class: "link" }), cited.includes(each.id) ? [" ", tag(t("cited"), "ok")] : null),
      shares(names, each.parts, most),
      h("p", { class: "about" }, scored(each), " · ", readers(each)),
      h("p", { class: "excerpt" }, each.text),
    ),
  );
  return [legend(names), h("ol", { class: "cards plainlist" }, rows)];
}

function scored({ score, bm25, cosine, ranker }) {
  const parts = [t("score {score}", { score: decimal(score, 3) }), `bm25 ${decimal(bm25, 2)}`];
  if (cosine !== null) parts.push(t("cosine {cosine}", { cosine: decimal(cosine, 3) }));
  return [...parts, ranker].join(" · ");
}

const legend = (names) =>
  h("p", { class: "legend" }, names.map((name, at) => h("span", {}, h("i", { class: `key c${at % 6}` }), name)));
