// What is remembered: facts, where they are from, and how they changed.
import { button, h, when } from "../dom.js";
import { look } from "../api.js";
import { openDrawer } from "../passage.js";
import { place, t, tn, tp } from "../words.js";
import { heading, note, tag } from "./parts.js";

const TYPES = { fact: t("fact"), preference: t("preference"), project: t("project"), task: t("task"), note: tp("type", "note") };
const ACTIONS = { added: t("added"), changed: t("changed"), deleted: t("deleted"), restored: t("restored") };

export async function memory(hand) {
  const ledger = await look("facts");
  const undo = button(t("Undo last change"), () => hand.say("/undo"));
  const facts = ledger.facts.map((fact) => factRow(fact, hand));
  const notes = ledger.notes ? h("section", {}, h("h2", {}, t("Notes")), h("div", { class: "notes" }, ledger.notes)) : null;
  const empty = facts.length ? null : note(t("No facts yet. What you tell multis in the chat or with /remember appears here."));
  return [
    heading(t("Memory"), tag(tn("{count} fact", "{count} facts", facts.length)), undo),
    remember(hand),
    empty,
    h("ul", { class: "cards" }, facts),
    notes,
  ];
}

function remember(hand) {
  const words = h("input", { "aria-label": t("Something to remember"), placeholder: t("Something to remember"), maxlength: "2000" });
  const submit = (event) => {
    event.preventDefault();
    if (words.value.trim()) hand.say(`/remember ${words.value.trim()}`);
  };
  return h("form", { class: "row", onsubmit: submit }, words, h("button", {}, t("Remember")));
}

function factRow(fact, hand) {
  const card = h("li", { class: "card" });
  const show = () => card.replaceChildren(...factShown(fact, hand, edit));
  const edit = () => card.replaceChildren(factEdited(fact, hand, show));
  show();
  return card;
}

function factShown(fact, hand, edit) {
  return [
    h("p", { class: "text" }, fact.text),
    h("p", { class: "about" }, fact.pinned ? [tag(t("pinned"), "busy"), " "] : null, tag(TYPES[fact.type] ?? fact.type), " ", about(fact)),
    h(
      "p",
      { class: "deeds" },
      button(t("Edit"), edit),
      button(fact.pinned ? t("Unpin") : t("Pin"), () => hand.say(`/fact ${fact.id} ${fact.pinned ? "unpin" : "pin"}`)),
      button(t("History"), () => history(fact)),
      button(t("Delete"), () => hand.say(`/fact ${fact.id} delete`), { class: "grave" }),
    ),
  ];
}

const about = ({ importance, since }) => place(t("importance {importance} · since {time}", { importance }), { time: when(since) });

function factEdited(fact, hand, cancel) {
  const words = h("textarea", { "aria-label": t("How it should read"), rows: "3", maxlength: "2000" });
  words.value = fact.text;
  const submit = (event) => {
    event.preventDefault();
    hand.say(`/fact ${fact.id} edit ${words.value}`);
  };
  queueMicrotask(() => words.focus());
  return h("form", { onsubmit: submit }, words, h("p", { class: "deeds" }, h("button", {}, t("Save")), button(t("Cancel"), cancel)));
}

async function history(fact) {
  const { steps } = await look("history", { id: fact.id });
  const origins = { manual: t("You told multis to remember it."), capture: t("Noted from the conversation."), tool: t("The model noted it at your request."), import: t("Imported.") };
  openDrawer(
    fact.text,
    h("p", {}, origins[fact.origin] ?? ""),
    fact.said ? h("blockquote", {}, fact.said) : null,
    h("ol", { class: "steps" }, steps.map((each) => h("li", {}, when(each.at), ` ${ACTIONS[each.action] ?? each.action}`, each.was ? h("p", { class: "was" }, t("was: {text}", { text: each.was })) : null))),
  );
}
