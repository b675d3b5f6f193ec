// The chat: one conversation at a time, and the field to go on with it.
import { button, byId, h } from "./dom.js";
import { DESK, history, look, newKey, post, say } from "./api.js";
import { Composer } from "./composer.js";
import { Conversations } from "./conversations.js";
import { ask } from "./dialog.js";
import { Log } from "./log.js";
import { toast } from "./toast.js";
import { t } from "./words.js";

/** Tells what the reader thinks of an answer: the owner's opinion flags it, that of others is counted. */
function react(entry, opinion) {
  say({ key: DESK + newKey(), text: "", reaction: opinion, reacts_to: String(entry.id) })
    .then(() => toast(t("Thank you, that is noted.")))
    .catch(fail);
}

const fail = (error) => toast(error.message, { failed: true });

export class Chat {
  #current; // id of the conversation that is shown; "" where it has no entry yet
  #log = new Log({ press: (choice) => this.#press(choice), fill: (words) => this.#composer.offer(words), again: (words) => this.#composer.say({ key: newKey(), text: words }), react }, (count) => this.#composer.waiting(count));
  #composer = new Composer(() => this.#log.said);

  constructor() {
    byId("clear").addEventListener("click", () => this.#clear().catch(fail));
    byId("begin").addEventListener("click", () => this.#begin());
    byId("back").addEventListener("click", () => this.#goBack().catch(fail));
    const list = new Conversations({ open: (row) => this.#open(row), begin: () => this.#begin(), gone: ({ id }) => id === this.#current && this.beginAnew() });
    byId("conversations").addEventListener("click", () => list.show().catch(fail));
    addEventListener("keydown", (event) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== "KeyN" || byId("chat").hidden) return;
      event.preventDefault();
      this.#begin();
    });
    this.#welcome();
  }

  begin(me) {
    this.#composer.begin(me);
  }

  entry(entry) {
    const own = this.#composer.owns(entry.key);
    if (!this.#belongs(entry)) return;
    this.#log.add(entry, own);
    if (entry.begins) this.beginAnew(entry.text);
  }

  draft(draft) {
    this.#log.draft(draft);
  }

  /** What is seen of the page became lower or higher: whoever saw the end still does. */
  follow() {
    this.#log.follow();
  }

  /** Shows the end, as whoever comes back from another page expects. */
  appear() {
    this.#log.toEnd();
    byId("text").focus();
  }

  /** A new conversation has begun, here or by a button of the desk. */
  beginAnew(text = "") {
    this.#current = "";
    byId("earlier").hidden = true;
    this.#log.show();
    this.#welcome();
    if (text) toast(text);
  }

  /** Whether an entry is shown: questions and notices tell which conversation goes on. */
  #belongs(entry) {
    if (entry.conversation === this.#current) return true;
    const leads = entry.side === "asked" || !entry.key || this.#current === undefined;
    if (!leads) return false;
    if (this.#current) this.#log.show();
    this.#current = entry.conversation;
    byId("earlier").hidden = true;
    return true;
  }

  #begin() {
    say({ key: DESK + newKey(), text: "/new" }).catch(fail);
    byId("text").focus();
  }

  /** Shows a conversation; what is sent meanwhile belongs to the current one, and leads back there. */
  async #open({ id, current }) {
    const entries = await history(id, "");
    this.#current = id;
    byId("earlier").hidden = current;
    this.#log.show(entries);
    byId("text").focus();
  }

  async #goBack() {
    const { rows } = await look("conversations");
    const row = rows.find((each) => each.current);
    if (row) await this.#open(row);
    else this.beginAnew();
  }

  async #clear() {
    if (!this.#current) return;
    const id = this.#current;
    const sure = await ask(t("Clear this conversation?"), t("It leaves this page. What multis remembers stays; /forget deletes that."), t("Clear"));
    if (!sure) return;
    await post("/conversation", { id, deed: "delete" });
    this.beginAnew();
    const undo = async () => {
      await post("/conversation", { id, deed: "restore" });
      if (this.#current) return; // another has begun
      this.#current = id;
      this.#log.show(await history(id, ""));
    };
    toast(t("The conversation is cleared."), { choices: [{ label: t("Undo"), act: () => undo().catch(fail) }] });
  }

  #welcome() {
    const hint = (words) => button(words, () => this.#composer.offer(words), { class: "hint" });
    this.#log.welcome(
      h(
        "div",
        { id: "welcome", class: "welcome" },
        h("h2", {}, t("Ask your documents")),
        h("p", {}, t("Drop a file here and multis will read it. Then ask in plain words: every answer cites its sources.")),
        h("p", { class: "hints" }, hint("/help"), hint("/docs"), hint("/memory")),
      ),
    );
  }

  #press(choice) {
    this.#composer.say({ key: newKey(), text: choice.label, pressed: choice.key });
  }
}
