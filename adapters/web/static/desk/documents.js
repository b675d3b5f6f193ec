// The indexed documents: thousands of them, page by page, and what can be done with many at once.
import { button, h, table, when } from "../dom.js";
import { look, upload } from "../api.js";
import { readers } from "../passage.js";
import { toast } from "../toast.js";
import { bytes, number, t, tn } from "../words.js";
import { unreadOnes, waitingOnes } from "./absent.js";
import { openDocument } from "./document.js";
import { Choices, chooser, finder, heading, note, pager, tag } from "./parts.js";
import { seenAs, stranger } from "./seen-as.js";

const choices = new Choices("documents", { q: "", scope: "", type: "", state: "", days: "", order: "name", descending: "", offset: 0 });
const SCOPES = { kb: t("kb: everyone"), admin: t("admin: only you"), "user:": t("private") };
const AGES = [["", t("any time")], ["1", t("last day")], ["7", t("last week")], ["31", t("last month")], ["365", t("last year")]];
const STATES = [["", t("any state")], ["whole", t("read whole")], ["part", t("read in part")], ["waiting", t("waiting")], ["failed", t("could not be read")]];
const ORDERS = [["name", t("by name")], ["indexed", t("by date")], ["size", t("by size")], ["pages", t("by pages")]];

export async function documents(hand, viewer) {
  const me = seenAs().as ? { ...viewer, owner: false } : viewer;
  const found = await look("documents", { ...choices.all, ...seenAs() });
  const told = found.waiting_count ? tag(t("reading …"), "busy") : null;
  const absent = [found.waiting_count ? waitingOnes(found, hand) : null, found.unread.length ? unreadOnes(found.unread, hand) : null];
  const chosen = new Chosen(hand);
  const list = found.rows.length ? documentTable(found.rows, hand, me, chosen) : absent.some(Boolean) ? null : note(isNarrowed() ? t("No document matches.") : t("Nothing is indexed yet. Add a file and multis will read it."));
  return [
    heading(t("Documents"), tag(number(found.total)), told, me.owner ? adder(hand) : null),
    stranger(hand),
    filters(found, hand),
    ...absent,
    me.owner && found.rows.length ? chosen.bar : null,
    list,
    pager(found, (offset) => change({ offset }, hand)),
    found.watched.length ? watchedOnes(found.watched) : null,
    found.deleted.length ? deletedOnes(found.deleted, hand) : null,
  ];
}

const isNarrowed = () => ["q", "scope", "type", "state", "days"].some((name) => choices.all[name]);

function change(changes, hand) {
  choices.set({ offset: 0, ...changes });
  hand.after();
}

function filters({ types, scopes }, hand) {
  const { q, scope, type, state, days, order, descending } = choices.all;
  const kinds = types.map((each) => [each, each]);
  const whose = scopes.map((each) => [each, SCOPES[each] ?? each]);
  return h(
    "div",
    { class: "filters", role: "group", "aria-label": t("Which documents") },
    finder(t("Part of a name"), q, (words) => change({ q: words }, hand)),
    chooser(t("Who can read it"), [["", t("any reader")], ...whose], scope, (value) => change({ scope: value }, hand)),
    chooser(t("Type"), [["", t("any type")], ...kinds], type, (value) => change({ type: value }, hand)),
    chooser(t("State"), STATES, state, (value) => change({ state: value }, hand)),
    chooser(t("Indexed"), AGES, days, (value) => change({ days: value }, hand)),
    chooser(t("Order"), ORDERS, order, (value) => change({ order: value }, hand)),
    button(descending ? "↓" : "↑", () => change({ descending: descending ? "" : "1" }, hand), { "aria-label": descending ? t("Descending") : t("Ascending") }),
  );
}

/** Files are uploaded and read without leaving the list. */
function adder(hand) {
  const field = h("input", { type: "file", multiple: true, class: "unseen", tabindex: "-1", "aria-label": t("Files to add") });
  field.addEventListener("change", () => addAll([...field.files], hand));
  return h("span", {}, field, button(t("Add files"), () => field.click(), { class: "main" }));
}

const TOGETHER = 20; // files of one message
const SOON = 500; // milliseconds after which what was sent waits to be read

async function addAll(files, hand) {
  const kept = [];
  for (const file of files) {
    const bar = h("progress", { max: "1", value: "0", "aria-label": file.name });
    const done = toast(h("div", {}, file.name, " ", bar), { lasting: true });
    try {
      kept.push(await upload(file, (share) => (bar.value = share)));
    } catch (error) {
      toast(error.message, { failed: true });
    } finally {
      done();
    }
  }
  while (kept.length) {
    const read = hand.say("", "", kept.splice(0, TOGETHER));
    setTimeout(() => hand.after(), SOON);
    await read;
  }
}

function documentTable(rows, hand, me, chosen) {
  const heads = [...(me.owner ? [t("Choose")] : []), t("Name"), t("Who can read it"), t("Type"), t("Pages"), t("Passages"), t("Size"), t("Indexed")];
  return table(t("Documents"), heads, rows.map((row) => documentRow(row, hand, me, chosen)), { figures: [4, 5, 6].map((at) => at - Number(!me.owner)), kind: me.owner ? "files chosen-from" : "files" });
}

function documentRow(row, hand, me, chosen) {
  const name = button(row.name, () => openDocument(row, hand, me), { class: "link name", title: row.path || row.name });
  const named = row.in_part ? h("span", {}, name, " ", tag(t("read in part"), "busy")) : name;
  const cells = [named, readers(row), row.type, row.pages ? number(row.pages) : "", number(row.passages), bytes(row.size), when(row.indexed_at)];
  return me.owner ? [chosen.box(row), ...cells] : cells;
}

/** The chosen rows of a page, and what can be done with them. */
class Chosen {
  #boxes = new Map(); // code -> its box
  #hand;

  constructor(hand) {
    this.#hand = hand;
    const say = (action) => () => this.#say(action);
    this.count = h("span", { role: "status" });
    this.all = h("input", { type: "checkbox", onchange: () => this.#choose(this.all.checked) });
    this.deeds = [
      button(t("Make it {scope}", { scope: "kb" }), say("kb")),
      button(t("Make it {scope}", { scope: "admin" }), say("admin")),
      button(t("Read again"), say("again")),
      button(t("Delete"), say("delete"), { class: "grave" }),
    ];
    this.bar = h("div", { class: "chosen", role: "toolbar", "aria-label": t("With the chosen documents") }, h("label", {}, this.all, t("All on this page")), this.count, (this.acts = h("span", { class: "deeds" }, this.deeds)));
    this.#show();
  }

  box(row) {
    const box = h("input", { type: "checkbox", value: row.id, "aria-label": t("Choose {name}", { name: row.name }), onchange: () => this.#show() });
    this.#boxes.set(row.id, box);
    return box;
  }

  get #codes() {
    return [...this.#boxes].filter(([, box]) => box.checked).map(([code]) => code);
  }

  #choose(all) {
    for (const box of this.#boxes.values()) box.checked = all;
    this.#show();
  }

  #show() {
    const count = this.#codes.length;
    this.count.textContent = count ? tn("{count} chosen", "{count} chosen", count) : "";
    this.acts.hidden = !count;
    this.all.checked = count > 0 && count === this.#boxes.size;
  }

  #say(action) {
    const codes = this.#codes;
    this.#choose(false);
    return this.#hand.change(action, codes);
  }
}

function watchedOnes(folders) {
  const line = ({ folder, scope }) => h("li", {}, h("code", {}, folder), " ", tag(SCOPES[scope]));
  return h("details", { class: "deleted" }, h("summary", {}, t("Watched folders")), h("ul", { class: "plainlist" }, folders.map(line)));
}

function deletedOnes(rows, hand) {
  const line = (row) => h("li", {}, row.name, " ", when(row.deleted_at), " ", button(t("Restore"), () => hand.change("restore", [row.id]), { "aria-label": t("Restore {name}", { name: row.name }) }));
  return h("details", { class: "deleted" }, h("summary", {}, t("Deleted in the last 30 days")), h("ul", { class: "plainlist" }, rows.map(line)));
}
