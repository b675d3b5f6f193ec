// What is remembered: facts, where they are from, how they changed, and what waits for a decision.
import { button, h, when } from "../dom.js";
import { look } from "../api.js";
import { openDrawer } from "../drawer.js";
import { number, t, tp } from "../words.js";
import { factEdited, isEdited } from "./fact-editor.js";
import { Choices, chooser, finder, heading, note, pager, tag } from "./parts.js";

const TYPES = { fact: t("fact"), preference: t("preference"), project: t("project"), task: t("task"), note: tp("type", "note") };
const ACTIONS = { added: t("added"), changed: t("changed"), deleted: t("deleted"), restored: t("restored") };
const STATES = [["all", t("all facts")], ["holds", t("those that hold")], ["ended", t("those that ended")], ["pinned", t("pinned ones")]];
const ORDERS = [["added", t("oldest first")], ["changed", t("last changed first")], ["importance", t("most important first")]];
const ORIGINS = { manual: t("You told multis to remember it."), capture: t("Noted from the conversation."), tool: t("The model noted it at your request."), import: t("Imported.") };

const choices = new Choices("memory", { q: "", type: "", state: "all", order: "added", offset: 0 });

function change(changes, hand) {
  choices.set({ offset: 0, ...changes });
  hand.after();
}

export async function memory(hand) {
  const ledger = await look("facts", choices.all);
  const merger = new Merger(hand, ledger.facts);
  const facts = ledger.facts.map((fact) => factRow(fact, hand, merger));
  const narrowed = choices.all.q || choices.all.type || choices.all.state !== "all";
  return [
    heading(t("Memory"), tag(number(ledger.total)), button(t("Undo last change"), () => hand.say("/undo"))),
    remember(hand),
    ledger.proposals.length ? proposed(ledger.proposals, hand) : null,
    filters(hand),
    merger.bar,
    facts.length ? h("ul", { class: "cards" }, facts) : note(narrowed ? t("No fact matches.") : t("No facts yet. What you tell multis in the chat or with /remember appears here.")),
    pager(ledger, (offset) => change({ offset }, hand)),
    ledger.deleted.length ? deletedOnes(ledger.deleted, hand) : null,
    ledger.notes.length ? notesOf(ledger.notes) : null,
  ];
}

function filters(hand) {
  const { q, type, state, order } = choices.all;
  return h(
    "div",
    { class: "filters", role: "group", "aria-label": t("Which facts") },
    finder(t("Words to find"), q, (words) => change({ q: words }, hand)),
    chooser(t("Type"), [["", t("any type")], ...Object.entries(TYPES)], type, (value) => change({ type: value }, hand)),
    chooser(t("State"), STATES, state, (value) => change({ state: value }, hand)),
    chooser(t("Order"), ORDERS, order, (value) => change({ order: value }, hand)),
  );
}

function remember(hand) {
  const words = h("input", { "aria-label": t("Something to remember"), placeholder: t("Something to remember"), maxlength: "2000" });
  const submit = (event) => {
    event.preventDefault();
    if (words.value.trim()) hand.say(`/remember ${words.value.trim()}`, { done: () => (words.value = "") });
  };
  return h("form", { class: "row", onsubmit: submit }, words, h("button", {}, t("Remember")));
}

function proposed(proposals, hand) {
  const line = ({ command, offer, number: n, text }) =>
    h("li", {}, h("p", {}, text), h("p", { class: "deeds" }, button(t("Apply"), () => hand.say(`/${command} apply ${offer} ${n}`))));
  const offers = new Map(proposals.map((each) => [each.offer, each]));
  const discards = [...offers.values()].map(({ command, offer }) => button(t("Discard the rest"), () => hand.say(`/${command} discard ${offer}`), { class: "grave" }));
  return h("section", { class: "card" }, h("h2", {}, t("Proposed, and waiting for you")), h("ul", { class: "plainlist waits" }, proposals.map(line)), h("p", { class: "deeds" }, discards));
}

let chosen = []; // ids of facts, the one that was chosen first at the beginning

/** The chosen facts, of which the first is kept in place of the others. */
class Merger {
  #hand;

  constructor(hand, facts) {
    this.#hand = hand;
    chosen = chosen.filter((id) => facts.some((fact) => fact.id === id));
    this.deed = button(t("Keep the first, delete the others"), () => this.#merge());
    this.bar = h("p", { class: "chosen", hidden: chosen.length < 2 }, h("span", { role: "status" }, t("Several facts that say the same:")), this.deed);
  }

  box(fact) {
    const choose = (event) => {
      chosen = chosen.filter((each) => each !== fact.id);
      if (event.target.checked) chosen.push(fact.id);
      this.bar.hidden = chosen.length < 2;
    };
    return h("input", { type: "checkbox", checked: chosen.includes(fact.id), "aria-label": t("Choose {name}", { name: fact.text }), onchange: choose });
  }

  #merge() {
    const [first, ...others] = chosen;
    return this.#hand.say(["/fact", first, "merge", ...others].join(" "), { done: () => (chosen = []) });
  }
}

function factRow(fact, hand, merger) {
  const card = h("li", { class: "card compact" });
  const show = () => card.replaceChildren(...factShown(fact, hand, merger, edit));
  const cancel = () => {
    show();
    card.querySelector(".deeds button").focus();
  };
  const open = () => card.replaceChildren(factEdited(fact, hand, cancel));
  const edit = () => {
    open();
    card.querySelector("textarea").focus();
  };
  if (isEdited(fact)) open();
  else show();
  return card;
}

function factShown(fact, hand, merger, edit) {
  const say = (deed) => () => hand.say(`/fact ${fact.id} ${deed}`);
  return [
    h("p", { class: "text withbox" }, merger.box(fact), h("span", {}, fact.text)),
    h("p", { class: "about" }, fact.pinned ? [tag(t("pinned"), "busy"), " "] : null, fact.ended ? [tag(t("ended")), " "] : null, tag(TYPES[fact.type] ?? fact.type), " ", about(fact)),
    h(
      "p",
      { class: "deeds" },
      button(t("Edit"), edit),
      button(fact.pinned ? t("Unpin") : t("Pin"), say(fact.pinned ? "unpin" : "pin")),
      fact.ended ? null : button(t("No longer true"), say("end")),
      button(t("History"), () => history(fact)),
      button(t("Delete"), say("delete"), { class: "grave" }),
    ),
  ];
}

/** What multis wrote down of the conversations, by day, and what people wrote there. */
function notesOf(notes) {
  const line = ({ heading: title, pinned, lines }) =>
    h("li", { class: "card" }, title || pinned ? h("p", { class: "about" }, title, pinned ? [" ", tag(t("pinned"), "busy")] : null) : null, h("ul", { class: "plainlist noted" }, lines.map((each) => h("li", {}, each))));
  return h("section", {}, h("h2", {}, t("Notes")), h("ul", { class: "cards" }, notes.map(line)));
}

const about = ({ importance, times }) => t("importance {importance} · {times}", { importance, times });

function deletedOnes(facts, hand) {
  const line = (fact) => h("li", {}, fact.text, " ", button(t("Restore"), () => hand.say(`/fact ${fact.id} restore`), { "aria-label": t("Restore {name}", { name: fact.text }) }));
  return h("details", { class: "deleted" }, h("summary", {}, t("Deleted in the last 30 days")), h("ul", { class: "plainlist" }, facts.map(line)));
}

async function history(fact) {
  const { steps } = await look("history", { id: fact.id });
  openDrawer(
    fact.text,
    h("p", {}, ORIGINS[fact.origin] ?? ""),
    fact.said ? h("blockquote", {}, fact.said) : null,
    h("ol", { class: "steps" }, steps.map((each) => h("li", {}, when(each.at), ` ${ACTIONS[each.action] ?? each.action}`, each.was ? h("p", { class: "was" }, t("was: {text}", { text: each.was })) : null))),
  );
}
