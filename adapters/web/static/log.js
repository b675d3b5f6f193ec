// What was said in one conversation: entries as they come, answers as they grow, and older entries
// when their place comes into view.
import { byId, h, when } from "./dom.js";
import { history } from "./api.js";
import { asked, told } from "./entry.js";
import { grow } from "./marks.js";
import { Past } from "./past.js";
import { toast } from "./toast.js";
import { t } from "./words.js";

const RECENT = 600; // seconds for which a question without an answer is shown as waiting
const NEAR = 80; // pixels from the end that count as its end

export class Log {
  #log = byId("log");
  #past = new Past(byId("log"), (entry) => this.#build(entry));
  #pending = new Map(); // key of the question -> the element of its answer
  #questions = new Map(); // key -> words, of what can be asked again
  #older = null; // the place before the first entry, while there may be older ones
  #first = null; // number of the first entry shown
  #conversation = "";
  #loading = null; // the place whose older entries are on their way
  #followed = true; // whether its end is seen
  #scrolls = false; // whether it is about to be scrolled to its end
  #watch = new IntersectionObserver((seen) => seen.some((each) => each.isIntersecting) && this.#loadOlder(), { root: byId("log"), rootMargin: "400px" });

  /** `act` is what the buttons of an entry do; `changed` hears of how many answers are waited for. */
  constructor(act, changed) {
    this.act = act;
    this.changed = changed;
    // What comes before a scroll to the end was sent by an earlier one: more has been added since.
    this.#log.addEventListener("scroll", () => this.#scrolls || (this.#followed = this.#atEnd()));
  }

  /** Shows the end again where it was seen before there was less room. */
  follow() {
    if (this.#followed) this.toEnd();
  }

  /** Own messages of this conversation, the last one first. */
  get said() {
    const older = this.#past.entries.filter((entry) => entry.side === "asked" && entry.text).map((entry) => entry.text);
    const shown = [...this.#log.querySelectorAll(":scope > .you .said")].map((each) => each.textContent);
    return [...older, ...shown].reverse();
  }

  get isEmpty() {
    return !this.#log.querySelector(".turn");
  }

  /** Adds an entry at the end; one's own words are always scrolled to. */
  add(entry, own = false) {
    byId("welcome")?.remove();
    this.#begin(entry);
    const follow = own || this.#followed;
    if (entry.side === "told") this.#settle(entry);
    this.#log.append(this.#build(entry));
    if (entry.side === "asked" && Date.now() / 1000 - entry.at < RECENT) this.#wait(entry.key);
    if (follow) this.toEnd();
  }

  /** Shows an answer as far as it is; `tree` is null where there will be none. */
  draft({ key, tree }) {
    const bubble = this.#pending.get(key);
    if (!bubble) return;
    if (tree === null) return this.#forget(key);
    if (!tree.length) return;
    const follow = this.#followed;
    bubble.querySelector(".body").replaceChildren(...grow(tree));
    if (follow) this.toEnd();
  }

  /** Empties the view; `entries` are the last of what is shown instead. */
  show(entries = []) {
    this.#pending.clear();
    this.#questions.clear();
    this.changed(0);
    this.#watch.disconnect();
    this.#past.clear();
    this.#first = this.#older = null;
    this.#log.replaceChildren();
    this.#followed = true;
    for (const entry of entries) this.add(entry);
    this.toEnd();
  }

  welcome(node) {
    if (this.isEmpty) this.#log.replaceChildren(node);
  }

  /** Scrolls to the end before the next picture, once for all that came until then. */
  toEnd() {
    this.#followed = true;
    if (this.#scrolls) return;
    this.#scrolls = true;
    requestAnimationFrame(() => {
      this.#scrolls = false;
      if (this.#followed) this.#log.scrollTop = this.#log.scrollHeight;
    });
  }

  #build(entry) {
    if (entry.side === "told") return told(entry, this.act, this.#questions.get(entry.key));
    // What files or a button said cannot be said again by its words alone.
    if (entry.text && !entry.files.length && !entry.pressed) this.#questions.set(entry.key, entry.text);
    return asked(entry, this.act);
  }

  #settle(entry) {
    this.#forget(entry.key);
    if (!entry.removes) return;
    this.#log.querySelector(`[data-key="${CSS.escape(entry.removes)}"]`)?.remove();
    this.#past.remove(entry.removes);
  }

  #wait(key) {
    const dots = h("span", { class: "dots", role: "img", "aria-label": t("multis is working on it") }, h("i"), h("i"), h("i"));
    const bubble = h("article", { class: "turn multis waiting", "aria-live": "off" }, h("div", { class: "bubble" }, h("div", { class: "body" }, dots)));
    this.#pending.set(key, bubble);
    this.#log.append(bubble);
    this.changed(this.#pending.size);
  }

  #forget(key) {
    this.#pending.get(key)?.remove();
    if (this.#pending.delete(key)) this.changed(this.#pending.size);
  }

  /** Puts a place before the first entry, whose coming into view loads what was before. */
  #begin(entry) {
    if (this.#first !== null) return;
    this.#first = entry.id;
    this.#conversation = entry.conversation;
    this.#older = h("p", { class: "older", "aria-hidden": "true" }, "⋯");
    this.#log.prepend(this.#older);
    this.#watch.observe(this.#older);
  }

  async #loadOlder() {
    const place = this.#older;
    if (!place || this.#loading === place) return;
    this.#loading = place;
    try {
      const entries = await history(this.#conversation, this.#first);
      if (place === this.#older) await this.#prepend(entries, place);
    } catch (error) {
      toast(error.message, { failed: true });
    } finally {
      if (this.#loading === place) this.#loading = null;
    }
  }

  async #prepend(entries, place) {
    if (!entries.length) {
      this.#watch.disconnect();
      place.remove();
      this.#older = null;
      return;
    }
    this.#first = entries[0].id;
    await this.#past.add(entries, place);
    if (place !== this.#older) return;
    this.#watch.unobserve(place); // seen already, it would not come into view again
    this.#watch.observe(place);
  }

  #atEnd() {
    return this.#log.scrollHeight - this.#log.scrollTop - this.#log.clientHeight < NEAR;
  }
}
