// The chat: one conversation at a time, and the field to go on with it.
import { button, byId, h } from "./dom.js";
import { history, newKey, post } from "./api.js";
import { Composer } from "./composer.js";
import { ask } from "./dialog.js";
import { Log } from "./log.js";
import { toast } from "./toast.js";
import { t } from "./words.js";

export class Chat {
  #current; // id of the conversation that goes on; "" where it has no entry yet
  #log = new Log({ press: (choice) => this.#press(choice) }, (count) => this.#composer.waiting(count));
  #composer = new Composer(() => this.#log.said);

  constructor() {
    byId("clear").addEventListener("click", () => this.#clear().catch((error) => toast(error.message, { failed: true })));
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

  /** Shows the end, as whoever comes back from another page expects. */
  appear() {
    this.#log.toEnd();
    byId("text").focus();
  }

  /** A new conversation has begun, here or by a button of the desk. */
  beginAnew(text = "") {
    this.#current = "";
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
    return true;
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
    toast(t("The conversation is cleared."), { choices: [{ label: t("Undo"), act: () => undo().catch((error) => toast(error.message, { failed: true })) }] });
  }

  #welcome() {
    const hint = (words) => button(words, () => this.#composer.fill(words), { class: "hint" });
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
