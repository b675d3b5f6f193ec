// Says the desk's commands, and shows what came of them.
import { button, h } from "../dom.js";
import { DESK, newKey, say } from "../api.js";
import { citing, downloads } from "../entry.js";
import { grow } from "../marks.js";
import { openDrawer } from "../drawer.js";
import { toast } from "../toast.js";

/** Says commands for the desk, and shows what came of them. */
export class Hand {
  #waiting = new Map();
  /** Shows the view again after something was done. @type {() => Promise<void>} */
  after = async () => {};

  takes(entry) {
    if (!entry.key.startsWith(DESK)) return false;
    const settle = this.#waiting.get(entry.key);
    this.#waiting.delete(entry.key);
    settle?.(entry);
    return true;
  }

  async say(text, pressed = "", files = []) {
    try {
      const entry = await this.#answer(text, pressed, files);
      const choices = entry.choices.map((each) => ({ label: each.label, act: () => this.say(each.label, each.key) }));
      toast(h("div", {}, grow(entry.tree), downloads(entry)), { failed: entry.failed, choices });
      await this.after();
    } catch (error) {
      toast(error.message, { failed: true });
    }
  }

  /** Does something with several documents. */
  change(action, codes) {
    return this.say(["/documents", action, ...codes].join(" "));
  }

  /** As `say`, but in the drawer, where there is room; its buttons lead on from there. */
  async open(title, text, pressed = "") {
    try {
      const entry = await this.#answer(text, pressed);
      const choices = entry.choices.map((each) => button(each.label, () => this.open(title, each.label, each.key)));
      openDrawer(title, h("p", { class: "deeds" }, choices), h("div", { class: "body" }, grow(entry.tree, citing(entry)), downloads(entry)));
      await this.after();
    } catch (error) {
      toast(error.message, { failed: true });
    }
  }

  async #answer(text, pressed, files = []) {
    const key = DESK + newKey();
    const answer = new Promise((settle) => this.#waiting.set(key, settle));
    try {
      await say({ key, text, pressed, files });
      return await answer;
    } finally {
      this.#waiting.delete(key);
    }
  }
}
