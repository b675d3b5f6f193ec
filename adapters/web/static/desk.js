// The owner's desk. It shows views, and does things by saying the same commands as the chat.
import { button, byId, bytes, h, table, when } from "./dom.js";
import { grow } from "./marks.js";
import { look, newKey, say } from "./api.js";
import { bars, lines, points, shares } from "./plots.js";
import { citing, downloads } from "./chat.js";
import { openDrawer, openPassage, readers } from "./passage.js";
import { toast } from "./toast.js";

const DESK = "desk-";

/** Says commands for the desk, and shows what came of them. */
export class Hand {
  #waiting = new Map();

  takes(entry) {
    if (!entry.key.startsWith(DESK)) return false;
    const settle = this.#waiting.get(entry.key);
    this.#waiting.delete(entry.key);
    settle?.(entry);
    return true;
  }

  async say(text, pressed = "") {
    try {
      const entry = await this.#answer(text, pressed);
      const choices = entry.choices.map((each) => ({ label: each.label, act: () => this.say(each.label, each.key) }));
      toast(h("div", {}, grow(entry.tree), downloads(entry)), { failed: entry.failed, choices });
      await this.after?.();
    } catch (error) {
      toast(error.message, { failed: true });
    }
  }

  /** The same in the drawer, where there is room; its buttons lead on from there. */
  async open(title, text, pressed = "") {
    try {
      const entry = await this.#answer(text, pressed);
      const choices = entry.choices.map((each) => button(each.label, () => this.open(title, each.label, each.key)));
      openDrawer(title, h("p", { class: "deeds" }, choices), h("div", { class: "body" }, grow(entry.tree, citing(entry)), downloads(entry)));
      await this.after?.();
    } catch (error) {
      toast(error.message, { failed: true });
    }
  }

  async #answer(text, pressed) {
    const key = DESK + newKey();
    const answer = new Promise((settle) => this.#waiting.set(key, settle));
    try {
      await say({ key, text, pressed });
      return await answer;
    } finally {
      this.#waiting.delete(key);
    }
  }
}

export const PAGES = {
  documents: { title: "Documents", show: documents },
  memory: { title: "Memory", show: memory },
  search: { title: "Search", show: search },
  people: { title: "People", show: people, owner: true },
  usage: { title: "Usage", show: usage },
  health: { title: "Health", show: health, owner: true },
};

const heading = (title, ...more) => h("header", { class: "head" }, h("h1", {}, title), ...more);
const note = (...words) => h("p", { class: "note" }, words);
const tag = (text, kind = "") => h("span", { class: `tag ${kind}` }, text);

async function documents(hand, me) {
  const part = sessionStorage.getItem("part") ?? "";
  const { rows, total, reading } = await look("documents", { q: part });
  const pick = button("Add a file", () => {
    location.hash = "#chat";
    byId("files").click();
  });
  const told = reading ? tag("reading …", "busy") : null;
  const find = finder("Part of a name", part, (words) => {
    sessionStorage.setItem("part", words);
    hand.after();
  });
  if (!rows.length && part) return [heading("Documents", told, pick), find, note(`No document has “${part}” in its name.`)];
  if (!rows.length) return [heading("Documents", told, pick), note("Nothing is indexed yet. Add a file, and multis reads it.")];
  const heads = ["Name", "Who reads it", "Pages", "Passages", "Size", "Read", ...(me.owner ? ["Do"] : [])];
  return [
    heading("Documents", tag(String(total)), told, pick),
    find,
    table("Documents", heads, rows.map((row) => documentRow(row, hand, me))),
    total > rows.length ? note(`… and ${total - rows.length} more: part of a name finds them.`) : null,
  ];
}

/** A field that asks again when its words are entered, or taken away. */
function finder(label, words, ask) {
  const field = h("input", { type: "search", "aria-label": label, placeholder: label, value: words, maxlength: "200" });
  field.addEventListener("search", () => ask(field.value.trim()));
  field.addEventListener("change", () => ask(field.value.trim()));
  return h("div", { class: "row" }, field);
}

function documentRow(row, hand, me) {
  const name = button(row.name, () => hand.open(row.name, `/document ${row.id}`), { class: "link name", title: row.path || row.name });
  const cells = [name, readers(row), row.pages || "", row.passages, bytes(row.size), when(row.indexed_at)];
  if (!me.owner) return cells;
  const other = row.scope === "kb" ? "admin" : "kb";
  const deeds = h(
    "span",
    { class: "deeds" },
    button(`Make it ${other}`, () => hand.say(`/label ${row.id} ${other}`)),
    button("Read again", () => hand.say(`/document ${row.id} again`)),
    button("Delete", () => hand.say(`/document ${row.id} delete`), { class: "grave" }),
  );
  return [...cells, deeds];
}

async function memory(hand) {
  const ledger = await look("facts");
  const undo = button("Undo last change", () => hand.say("/undo"));
  const facts = ledger.facts.map((fact) => factRow(fact, hand));
  const notes = ledger.notes ? h("section", {}, h("h2", {}, "Notes"), h("div", { class: "notes" }, ledger.notes)) : null;
  const empty = facts.length ? null : note("No facts yet. What you tell multis in the chat, and /remember, end up here.");
  return [
    heading("Memory", tag(facts.length === 1 ? "1 fact" : `${facts.length} facts`), undo),
    remember(hand),
    empty,
    h("ul", { class: "cards" }, facts),
    notes,
  ];
}

function remember(hand) {
  const words = h("input", { "aria-label": "Something to remember", placeholder: "Something to remember", maxlength: "2000" });
  const submit = (event) => {
    event.preventDefault();
    if (words.value.trim()) hand.say(`/remember ${words.value.trim()}`);
  };
  return h("form", { class: "row", onsubmit: submit }, words, h("button", {}, "Remember"));
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
    h("p", { class: "about" }, fact.pinned ? [tag("pinned", "busy"), " "] : null, tag(fact.type), ` importance ${fact.importance} · since `, when(fact.since)),
    h(
      "p",
      { class: "deeds" },
      button("Edit", edit),
      button(fact.pinned ? "Unpin" : "Pin", () => hand.say(`/fact ${fact.id} ${fact.pinned ? "unpin" : "pin"}`)),
      button("History", () => history(fact)),
      button("Delete", () => hand.say(`/fact ${fact.id} delete`), { class: "grave" }),
    ),
  ];
}

function factEdited(fact, hand, cancel) {
  const words = h("textarea", { "aria-label": "How it should read", rows: "3", maxlength: "2000" });
  words.value = fact.text;
  const submit = (event) => {
    event.preventDefault();
    hand.say(`/fact ${fact.id} edit ${words.value}`);
  };
  queueMicrotask(() => words.focus());
  return h("form", { onsubmit: submit }, words, h("p", { class: "deeds" }, h("button", {}, "Save"), button("Cancel", cancel)));
}

async function history(fact) {
  const { steps } = await look("history", { id: fact.id });
  const origins = { manual: "You told multis to remember it.", capture: "Noted from the conversation.", tool: "The model noted it at your word.", import: "Imported." };
  openDrawer(
    fact.text,
    h("p", {}, origins[fact.origin] ?? ""),
    fact.said ? h("blockquote", {}, fact.said) : null,
    h("ol", { class: "steps" }, steps.map((each) => h("li", {}, when(each.at), ` ${each.action}`, each.was ? h("p", { class: "was" }, `was: ${each.was}`) : null))),
  );
}

async function search() {
  const words = h("input", { type: "search", "aria-label": "Words to find", placeholder: "Words to find", maxlength: "400" });
  const results = h("div", { "aria-live": "polite" });
  const submit = async (event) => {
    event.preventDefault();
    const { found } = await look("search", { q: words.value });
    results.replaceChildren(...(found.length ? explained(found) : [note("Nothing found. Try other words.")]));
  };
  queueMicrotask(() => words.focus());
  return [
    heading("Search"),
    note("What is found, and what each score is made of. Looking here leaves no trace in the ranking."),
    h("form", { class: "row", onsubmit: (event) => submit(event).catch((error) => toast(error.message, { failed: true })) }, words, h("button", {}, "Search")),
    results,
  ];
}

function explained(found) {
  const names = [...new Set(found.flatMap((each) => Object.keys(each.parts)))];
  const most = Math.max(...found.map((each) => Object.values(each.parts).reduce((sum, part) => sum + Math.max(part, 0), 0)));
  const rows = found.map((each, at) =>
    h(
      "li",
      { class: "card" },
      h("p", { class: "text" }, button(`${at + 1}. ${each.where}`, () => openPassage(each.id), { class: "link" })),
      shares(names, each.parts, most),
      h("p", { class: "about" }, `score ${each.score.toFixed(3)} · bm25 ${each.bm25.toFixed(2)}${each.cosine === null ? "" : ` · cosine ${each.cosine.toFixed(3)}`} · ${each.ranker} · `, readers(each)),
      h("p", { class: "excerpt" }, each.text),
    ),
  );
  return [legend(names), h("ol", { class: "cards plainlist" }, rows)];
}

const legend = (names) =>
  h("p", { class: "legend" }, names.map((name, at) => h("span", {}, h("i", { class: `key c${at % 6}` }), name)));

async function people(hand) {
  const everybody = await look("people");
  const rows = everybody.known.map((each) => [each.name || each.key, h("code", {}, each.key), tag(each.role), personDeeds(each, hand)]);
  return [
    heading("People", tag(String(rows.length))),
    everybody.open ? note("access.policy is “open”: everybody else may talk to multis too.") : null,
    everybody.asking.length ? asking(everybody.asking, hand) : null,
    table("People", ["Name", "Key", "Role", "Do"], rows),
    note("A guest’s link to this page: run ", h("code", {}, "multis web --guest NAME"), "."),
  ];
}

function personDeeds(person, hand) {
  if (person.role === "owner") return "";
  const deeds = person.role === "blocked" ? ["unblock"] : ["revoke", "block"];
  return h("span", { class: "deeds" }, deeds.map((deed) => button(deed, () => hand.say(`/users ${deed} ${person.key}`))));
}

function asking(people, hand) {
  const code = h("input", { "aria-label": "The code they told you", placeholder: "The code they told you", maxlength: "12" });
  const decide = (verb) => () => code.value.trim() && hand.say(`/users ${verb} ${code.value.trim()}`);
  const submit = (event) => {
    event.preventDefault();
    decide("approve")();
  };
  return h(
    "section",
    { class: "card" },
    h("h2", {}, "Waiting to be let in"),
    h("ul", {}, people.map((each) => h("li", {}, each.name || each.key, " ", h("code", {}, each.key)))),
    h("form", { class: "row", onsubmit: submit }, code, h("button", {}, "Let in"), button("Turn away", decide("deny"))),
  );
}

async function usage(hand, me) {
  const told = await look("usage");
  const days = byDay(told);
  const sum = (of) => told.days.reduce((total, each) => total + each[of], 0);
  const money = days.some((each) => each.money);
  const [broken, estimated] = [sum("broken"), sum("estimated")];
  return [
    heading("Usage"),
    h("p", { class: "figures" }, figure(sum("answers"), "answers"), broken ? figure(broken, "broken off") : null, figure(sum("read").toLocaleString(), "tokens read"), figure(sum("written").toLocaleString(), "tokens written"), figure(sum("money").toFixed(2), "money")),
    bars("Tokens per day", days.map((each) => ({ label: each.day, value: each.read + each.written }))),
    money ? bars("Money per day", days.map((each) => ({ label: each.day, value: each.money })), told.budget || null) : note(me.model ? "No price is set: llm.price in the settings turns tokens into money." : "No model is configured: answers are made of the documents’ own sentences, and cost nothing."),
    estimated ? note(`${estimated.toLocaleString()} of these tokens are an estimate: of an answer that is broken off, no provider tells them all.`) : null,
    told.days.length ? table("Usage by day and chat", ["Day", "Chat", "Answers", "Broken off", "Read", "Written", "Money"], told.days.map((each) => [each.day, each.chat, each.answers, each.broken || "", each.read.toLocaleString(), each.written.toLocaleString(), each.money.toFixed(4)])) : null,
  ];
}

const figure = (value, name) => h("span", { class: "figure" }, h("b", {}, String(value)), name);

function byDay({ first, last, days }) {
  const all = new Map();
  for (let day = new Date(`${first}T00:00Z`); day <= new Date(`${last}T00:00Z`); day.setUTCDate(day.getUTCDate() + 1)) {
    const name = day.toISOString().slice(0, 10);
    all.set(name, { day: name, read: 0, written: 0, money: 0 });
  }
  for (const each of days) {
    const day = all.get(each.day);
    if (!day) continue;
    for (const part of ["read", "written", "money"]) day[part] += each[part];
  }
  return [...all.values()];
}

async function health(hand) {
  const hours = Number(sessionStorage.getItem("hours") || 24);
  const pulse = await look("pulse", { hours });
  const span = { from: pulse.now - pulse.hours * 3600, to: pulse.now };
  const series = (name) => pulse.samples.map((each) => [each.at, each[name]]);
  const choose = h("select", { "aria-label": "How far back", onchange: (event) => { sessionStorage.setItem("hours", event.target.value); hand.after(); } }, [1, 24, 168].map((each) => h("option", { value: String(each), selected: each === hours }, { 1: "last hour", 24: "last day", 168: "last week" }[each])));
  const findings = h("div", { "aria-live": "polite" });
  return [
    heading("Health", choose, button("Examine everything", () => examine(findings))),
    findings,
    h("ul", { class: "plainlist told" }, pulse.lines.map((each) => h("li", {}, each))),
    points("Seconds until an answer was there", span, pulse.timings.map((each) => [each.at, each.whole])),
    points("Seconds until its first words", span, pulse.timings.map((each) => [each.at, each.first])),
    lines("Waiting in the queue", span, { "for an answer": series("waiting"), "to be sent": series("unsent") }),
    lines("Captures that could not be taken yet", span, { chats: series("captures") }),
    lines("Memory of the process, MB", span, { MB: pulse.samples.map((each) => [each.at, each.memory / 1e6]) }),
  ];
}

async function examine(into) {
  into.replaceChildren(note("Looking at everything …"));
  try {
    const { lines: found } = await look("health");
    into.replaceChildren(table("What doctor found", ["", "About", "Found"], found.map((each) => [tag(each.level, each.level.toLowerCase()), each.about, each.told])));
  } catch (error) {
    into.replaceChildren(note(error.message));
  }
}
