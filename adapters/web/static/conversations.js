// The list of conversations, in the drawer: to find one, open it, rename, pin, export or delete it.
import { button, byId, h, when } from "./dom.js";
import { history, look, post, saveAs } from "./api.js";
import { openDrawer } from "./drawer.js";
import { format } from "./export.js";
import { replaceKeepingPlace } from "./focus.js";
import { toast } from "./toast.js";
import { moment, t } from "./words.js";

const LONGEST = 80; // characters of a title
const fail = (error) => toast(error.message, { failed: true });
const titleOf = (row) => row.title || t("Untitled");

/** `open(row)` shows one, `begin()` a new one; `gone(row)` hears which one was deleted. */
export class Conversations {
  #list = h("div", { "aria-live": "polite" });
  #words = "";
  #titles = new Map(); // id -> what it shall be called, until that is saved or cancelled
  #on;

  constructor(on) {
    this.#on = on;
  }

  async show() {
    this.#words = "";
    this.#titles.clear();
    await this.#refresh();
    openDrawer(t("Conversations"), this.#finder(), this.#list);
  }

  #finder() {
    const label = t("Search all conversations");
    const field = h("input", { type: "search", "aria-label": label, placeholder: label, maxlength: "200" });
    // Enter sends both events: a list built twice would lose a form that was opened between.
    const find = () => {
      if (this.#words === field.value.trim()) return;
      this.#words = field.value.trim();
      this.#refresh().catch((error) => {
        this.#words = ""; // so that the same words can be tried again
        fail(error);
      });
    };
    field.addEventListener("search", find);
    field.addEventListener("change", find);
    return h("p", { class: "row" }, field, button(t("New"), () => this.#leave(() => this.#on.begin()), { class: "main" }));
  }

  async #refresh() {
    const { rows, deleted } = await look("conversations", this.#words ? { q: this.#words } : {});
    const none = this.#words ? t("Nothing found. Try other words.") : t("No conversations yet.");
    replaceKeepingPlace(this.#list, [
      rows.length ? h("ul", { class: "cards" }, rows.map((row) => this.#card(row))) : h("p", { class: "note" }, none),
      ...(deleted.length ? [this.#deleted(deleted)] : []),
    ]);
  }

  #card(row) {
    const card = h("li", { class: "card compact" });
    const show = () => card.replaceChildren(...this.#shown(row, edit));
    const open = () => card.replaceChildren(this.#edited(row, show));
    const edit = () => {
      open();
      card.querySelector("input").select();
    };
    if (this.#titles.has(row.id)) open();
    else show();
    return card;
  }

  #shown(row, edit) {
    return [
      h("p", { class: "text" }, button(titleOf(row), () => this.#leave(() => this.#on.open(row)), { class: "link" })),
      row.excerpt ? h("p", { class: "excerpt" }, row.excerpt) : null,
      h("p", { class: "about" }, row.pinned ? h("span", { class: "tag busy" }, t("pinned")) : null, row.current ? h("span", { class: "tag" }, t("current")) : null, " ", when(row.used_at)),
      h(
        "p",
        { class: "deeds" },
        button(t("Rename"), edit),
        button(row.pinned ? t("Unpin") : t("Pin"), () => this.#change(row, row.pinned ? "unpin" : "pin")),
        button(t("Export"), () => exportConversation(row).catch(fail), { title: t("Save it as a Markdown file") }),
        button(t("Delete"), () => this.#delete(row), { class: "grave" }),
      ),
    ].filter(Boolean);
  }

  #edited(row, cancel) {
    const keep = () => this.#titles.set(row.id, title.value);
    const title = h("input", { "aria-label": t("Title"), maxlength: String(LONGEST), value: this.#titles.get(row.id) ?? row.title, oninput: keep });
    keep();
    const drop = () => this.#titles.delete(row.id);
    const submit = (event) => {
      event.preventDefault();
      this.#change(row, "rename", { title: title.value }, drop);
    };
    const leave = () => {
      drop();
      cancel();
    };
    return h("form", { onsubmit: submit }, title, h("p", { class: "deeds" }, h("button", {}, t("Save")), button(t("Cancel"), leave)));
  }

  #deleted(rows) {
    const line = (row) => h("li", {}, titleOf(row), " ", button(t("Restore"), () => this.#change(row, "restore")));
    return h("details", { class: "deleted" }, h("summary", {}, t("Deleted")), h("ul", { class: "plainlist" }, rows.map(line)));
  }

  async #delete(row) {
    if (!(await this.#change(row, "delete"))) return;
    this.#on.gone(row);
    toast(t("“{title}” is deleted.", { title: titleOf(row) }), { choices: [{ label: t("Undo"), act: () => this.#change(row, "restore") }] });
  }

  async #change({ id }, deed, more = {}, done = () => {}) {
    try {
      await post("/conversation", { id, deed, ...more });
      done();
      await this.#refresh();
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  }

  #leave(act) {
    byId("drawer").close();
    Promise.resolve(act()).catch(fail);
  }
}

/** Saves all that was said in a conversation as a Markdown file. */
async function exportConversation(row) {
  const entries = [];
  for (let before = ""; ; before = entries[0].id) {
    const older = await history(row.id, before);
    if (!older.length) break;
    entries.unshift(...older);
  }
  const name = `${titleOf(row).replace(/[^\p{L}\p{N} _-]+/gu, "").trim() || "multis"}.md`;
  saveAs(new Blob([format(titleOf(row), entries.map(toPart))], { type: "text/markdown" }), name);
}

function toPart({ side, at, text, files }) {
  const time = moment(new Date(at * 1000), { dateStyle: "medium", timeStyle: "short" });
  return { who: side === "asked" ? t("You") : "multis", at: time, text, files: files.map((each) => each.name ?? each) };
}
