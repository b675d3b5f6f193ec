// The owner's desk. It shows views, and does things by saying the same commands as the chat.
import { button, byId, h, table, when } from "./dom.js";
import { grow } from "./marks.js";
import { DESK, look, newKey, say } from "./api.js";
import { bars, lines, points, shares } from "./plots.js";
import { citing, downloads } from "./entry.js";
import { openDrawer, openPassage, readers } from "./passage.js";
import { toast } from "./toast.js";
import { bytes, decimal, money as amount, moment, number, place, t, tn, tp } from "./words.js";

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
  documents: { title: t("Documents"), show: documents },
  memory: { title: t("Memory"), show: memory },
  search: { title: t("Search"), show: search },
  people: { title: t("People"), show: people, owner: true },
  usage: { title: t("Usage"), show: usage },
  health: { title: t("Health"), show: health, owner: true },
};

// What the server calls by a code.
const TYPES = { fact: t("fact"), preference: t("preference"), project: t("project"), task: t("task"), note: tp("type", "note") };
const ACTIONS = { added: t("added"), changed: t("changed"), deleted: t("deleted"), restored: t("restored") };
const ROLES = { owner: t("owner"), approved: t("approved"), blocked: t("blocked") };
const DEEDS = { unblock: t("Unblock"), revoke: t("Revoke"), block: t("Block") };

const heading = (title, ...more) => h("header", { class: "head" }, h("h1", {}, title), ...more);
const note = (...words) => h("p", { class: "note" }, words);
const tag = (text, kind = "") => h("span", { class: `tag ${kind}` }, text);

async function documents(hand, me) {
  const part = sessionStorage.getItem("part") ?? "";
  const { rows, total, reading } = await look("documents", { q: part });
  const pick = button(t("Add a file"), () => {
    location.hash = "#chat";
    byId("files").click();
  });
  const told = reading ? tag(t("reading …"), "busy") : null;
  const find = finder(t("Part of a name"), part, (words) => {
    sessionStorage.setItem("part", words);
    hand.after();
  });
  if (!rows.length && part) return [heading(t("Documents"), told, pick), find, note(t("No document has “{part}” in its name.", { part }))];
  if (!rows.length) return [heading(t("Documents"), told, pick), note(t("Nothing is indexed yet. Add a file and multis will read it."))];
  const heads = [t("Name"), t("Who can read it"), t("Pages"), t("Passages"), t("Size"), t("Indexed"), ...(me.owner ? [t("Actions")] : [])];
  return [
    heading(t("Documents"), tag(number(total)), told, pick),
    find,
    table(t("Documents"), heads, rows.map((row) => documentRow(row, hand, me))),
    total > rows.length ? note(tn("… and {count} more: enter part of its name.", "… and {count} more: enter part of a name.", total - rows.length)) : null,
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
  const cells = [name, readers(row), row.pages ? number(row.pages) : "", number(row.passages), bytes(row.size), when(row.indexed_at)];
  if (!me.owner) return cells;
  const other = row.scope === "kb" ? "admin" : "kb";
  const deeds = h(
    "span",
    { class: "deeds" },
    button(t("Make it {scope}", { scope: other }), () => hand.say(`/label ${row.id} ${other}`)),
    button(t("Read again"), () => hand.say(`/document ${row.id} again`)),
    button(t("Delete"), () => hand.say(`/document ${row.id} delete`), { class: "grave" }),
  );
  return [...cells, deeds];
}

async function memory(hand) {
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

async function search() {
  const words = h("input", { type: "search", "aria-label": t("Words to find"), placeholder: t("Words to find"), maxlength: "400" });
  const results = h("div", { "aria-live": "polite" });
  const submit = async (event) => {
    event.preventDefault();
    const { found } = await look("search", { q: words.value });
    results.replaceChildren(...(found.length ? explained(found) : [note(t("Nothing found. Try other words."))]));
  };
  queueMicrotask(() => words.focus());
  return [
    heading(t("Search")),
    note(t("Search results and how each score is made up. Searching here does not affect the ranking.")),
    h("form", { class: "row", onsubmit: (event) => submit(event).catch((error) => toast(error.message, { failed: true })) }, words, h("button", {}, t("Search"))),
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

async function people(hand) {
  const everybody = await look("people");
  const rows = everybody.known.map((each) => [each.name || each.key, h("code", {}, each.key), tag(ROLES[each.role] ?? each.role), personDeeds(each, hand)]);
  return [
    heading(t("People"), tag(number(rows.length))),
    everybody.open ? note(t("access.policy is “open”: everybody else may talk to multis too.")) : null,
    everybody.asking.length ? asking(everybody.asking, hand) : null,
    table(t("People"), [t("Name"), t("Key"), t("Role"), t("Actions")], rows),
    note(...place(t("To get a link to this page for a guest, run {command}."), { command: h("code", {}, "multis web --guest NAME") })),
  ];
}

function personDeeds(person, hand) {
  if (person.role === "owner") return "";
  const deeds = person.role === "blocked" ? ["unblock"] : ["revoke", "block"];
  return h("span", { class: "deeds" }, deeds.map((deed) => button(DEEDS[deed], () => hand.say(`/users ${deed} ${person.key}`))));
}

function asking(people, hand) {
  const code = h("input", { "aria-label": t("The code they gave you"), placeholder: t("The code they gave you"), maxlength: "12" });
  const decide = (verb) => () => code.value.trim() && hand.say(`/users ${verb} ${code.value.trim()}`);
  const submit = (event) => {
    event.preventDefault();
    decide("approve")();
  };
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("Waiting to be let in")),
    h("ul", {}, people.map((each) => h("li", {}, each.name || each.key, " ", h("code", {}, each.key)))),
    h("form", { class: "row", onsubmit: submit }, code, h("button", {}, t("Let in")), button(t("Turn away"), decide("deny"))),
  );
}

async function usage(hand, me) {
  const told = await look("usage");
  const days = byDay(told);
  const sum = (of) => told.days.reduce((total, each) => total + each[of], 0);
  const money = days.some((each) => each.money);
  const price = (value) => amount(value, told.currency);
  const [broken, estimated] = [sum("broken"), sum("estimated")];
  return [
    heading(t("Usage")),
    h("p", { class: "figures" }, figure(number(sum("answers")), t("answers")), broken ? figure(number(broken), t("broken off")) : null, figure(number(sum("read")), t("tokens read")), figure(number(sum("written")), t("tokens written")), money ? figure(price(sum("money")), t("cost")) : null),
    bars(t("Tokens per day"), days.map((each) => ({ label: dayName(each.day), value: each.read + each.written }))),
    money ? bars(t("Cost per day"), days.map((each) => ({ label: dayName(each.day), value: each.money })), told.budget || null, price) : note(me.model ? t("No price is set: llm.price in the settings turns tokens into money.") : t("No model is configured: answers consist of sentences from your documents and cost nothing.")),
    estimated ? note(tn("{count} of these tokens is an estimate: providers do not report all tokens of an answer that is broken off.", "{count} of these tokens are an estimate: providers do not report all tokens of an answer that is broken off.", estimated)) : null,
    told.days.length ? table(t("Usage by day and chat"), usageHeads(), told.days.map((each) => usageRow(each, price))) : null,
  ];
}

const usageHeads = () => [t("Day"), t("Chat"), t("Answers"), t("Broken off"), tp("tokens", "Read"), tp("tokens", "Written"), t("Cost")];
const usageRow = (each, price) => [dayName(each.day), each.chat, number(each.answers), each.broken ? number(each.broken) : "", number(each.read), number(each.written), each.money ? price(each.money) : ""];
const dayName = (day) => moment(new Date(`${day}T00:00Z`), { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const figure = (value, name) => h("span", { class: "figure" }, h("b", {}, value), " ", name);

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
  const choose = h("select", { "aria-label": t("How far back"), onchange: (event) => { sessionStorage.setItem("hours", event.target.value); hand.after(); } }, [1, 24, 168].map((each) => h("option", { value: String(each), selected: each === hours }, { 1: t("last hour"), 24: t("last day"), 168: t("last week") }[each])));
  const findings = h("div", { "aria-live": "polite" });
  return [
    heading(t("Health"), choose, button(t("Examine everything"), () => examine(findings))),
    findings,
    h("ul", { class: "plainlist told" }, pulse.lines.map((each) => h("li", {}, each))),
    points(t("Seconds until the answer was complete"), span, pulse.timings.map((each) => [each.at, each.whole])),
    points(t("Seconds until its first words"), span, pulse.timings.map((each) => [each.at, each.first])),
    lines(t("Waiting in the queue"), span, { [t("for an answer")]: series("waiting"), [t("to be sent")]: series("unsent") }),
    lines(t("Captures still to be made"), span, { [t("chats")]: series("captures") }),
    lines(t("Memory of the process, MB"), span, { [t("MB")]: pulse.samples.map((each) => [each.at, each.memory / 1e6]) }),
  ];
}

async function examine(into) {
  into.replaceChildren(note(t("Examining everything …")));
  try {
    const { lines: found } = await look("health");
    into.replaceChildren(table(t("What doctor found"), ["", t("About"), t("Found")], found.map((each) => [tag(each.level, each.level.toLowerCase()), each.about, each.told])));
  } catch (error) {
    into.replaceChildren(note(error.message));
  }
}
