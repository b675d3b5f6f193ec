// Says the desk's commands, and shows what came of them.
import { button, h } from "../dom.js";
import { DESK, newKey, say } from "../api.js";
import { citing, downloads } from "../entry.js";
import { grow } from "../marks.js";
import { openDrawer } from "../drawer.js";
import { toast } from "../toast.js";
import { follow } from "./document.js";

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

  /** `done` is called when it was not refused, before the view is shown again. */
  async say(text, { pressed = "", files = [], done = () => {} } = {}) {
    try {
      const entry = await this.#answer(text, pressed, files);
      if (!entry.failed) done();
      const choices = entry.choices.map((each) => ({ label: each.label, act: () => this.say(each.label, { pressed: each.key }) }));
      toast(h("div", {}, grow(entry.tree), downloads(entry)), { failed: entry.failed, choices });
      await this.after();
    } catch (error) {
      toast(error.message, { failed: true });
    }
  }

  /** Does something with several documents. */
  change(action, codes) {
    return this.say(["/documents", action, ...codes].join(" "), { done: () => follow(action, codes) });
  }

  /** As `say`, but in the drawer, where there is room; its buttons lead on from there. */
  async open(title, text, { pressed = "", done = () => {} } = {}) {
    try {
      const entry = await this.#answer(text, pressed);
      if (!entry.failed) done();
      const choices = entry.choices.map((each) => button(each.label, () => this.open(title, each.label, { pressed: each.key })));
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
