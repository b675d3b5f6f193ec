// How each score of a search is made up.
import { button, h } from "../dom.js";
import { look } from "../api.js";
import { openPassage, readers } from "../passage.js";
import { toast } from "../toast.js";
import { decimal, t, tn } from "../words.js";
import { Choices, heading, note, tag } from "./parts.js";
import { seenAs, stranger } from "./seen-as.js";
import { counts, partName, shares } from "./shares.js";

const choices = new Choices("search", { q: "" });

export async function search(hand) {
  const { q } = choices.all;
  const words = h("input", { type: "search", "aria-label": t("Words to find"), placeholder: t("Words to find"), autofocus: true, value: q, maxlength: "400" });
  const results = h("div", { "aria-live": "polite" }, q ? await findAll(q) : null);
  const submit = async (event) => {
    event.preventDefault();
    choices.set({ q: words.value });
    results.replaceChildren(...(await findAll(words.value)));
  };
  return [
    heading(t("Search")),
    stranger(hand),
    note(t("Search results and how each score is made up. Searching here does not affect the ranking.")),
    h("form", { class: "row", onsubmit: (event) => submit(event).catch((error) => toast(error.message, { failed: true })) }, words, h("button", {}, t("Search"))),
    results,
  ];
}

async function findAll(q) {
  const { found, left_out: others } = await look("search", { q, ...seenAs() });
  return [...(found.length ? explained(found) : [note(t("Nothing found. Try other words."))]), ...(others.length ? [leftOut(others)] : [])];
}

/** Hits with the parts of their scores; `cited` are the ids of those that an answer cites, `sentIn` of those in its prompt, where it is kept. */
export function explained(found, cited = [], sentIn = null) {
  const names = partsOf(found);
  const most = Math.max(...found.map((each) => Object.values(each.parts).reduce((sum, part) => sum + Math.max(part, 0), 0)));
  const marks = ({ id }) => (cited.includes(id) ? [" ", tag(t("cited"), "ok")] : sentIn && !sentIn.includes(id) ? [" ", tag(t("not in the prompt"))] : null);
  const rows = found.map((each, at) => card(each, `${at + 1}. ${each.where}`, marks(each), shares(names, each.parts, most)));
  return [legend(names), h("ol", { class: "cards plainlist" }, rows)];
}

const REASONS = {
  weak: t("less than a third as relevant as the best"),
  repeated: t("nearly the same text as a better one"),
  section: t("two passages of its section are better"),
  limit: t("enough others are better"),
  private: t("somebody else's document: not used for your answers"),
};

/** What was found too, each with the reason that no answer is made of it. */
export function leftOut(others) {
  const row = (each) => card(each, each.where, null, h("p", { class: "reason" }, REASONS[each.left_out]));
  const summary = tn("{count} more passage was found and left out", "{count} more passages were found and left out", others.length);
  return h("details", { class: "sent" }, h("summary", {}, summary), h("ul", { class: "cards plainlist" }, others.map(row)));
}

const partsOf = (found) => [...new Set(found.flatMap((each) => Object.keys(each.parts).filter((name) => counts(each.parts[name]))))];

function card(each, title, marks, ...more) {
  const opener = button(title, () => openPassage(each.id, [], { seen: seenAs() }), { class: "link" });
  return h("li", { class: "card" }, h("p", { class: "text" }, opener, marks), ...more, h("p", { class: "about" }, scored(each), " · ", readers(each)), h("p", { class: "excerpt" }, each.text));
}

function scored({ score, bm25, cosine, ranker }) {
  const parts = [t("score {score}", { score: decimal(score, 3) }), `bm25 ${decimal(bm25, 2)}`];
  if (cosine !== null) parts.push(t("cosine {cosine}", { cosine: decimal(cosine, 3) }));
  return [...parts, rankedBy(ranker)].join(" · ");
}

/** By what passages were ranked, with the model that compares their meaning. */
function rankedBy(ranker) {
  const [kind, model] = ranker.split(/:(.*)/);
  return kind === "hybrid" ? t("by words and meaning ({model})", { model }) : kind === "lexical" ? t("by words") : ranker;
}

const legend = (names) =>
  h("p", { class: "legend" }, names.map((name, at) => h("span", {}, h("i", { class: `key c${at % 6}` }), partName(name))));
