// The conversation: what was said, what is being answered, and what is about to be sent.
import { button, byId, h, when } from "./dom.js";
import { grow } from "./marks.js";
import { download, newKey, say, upload } from "./api.js";
import { openPassage } from "./passage.js";
import { toast } from "./toast.js";
import { bytes, t } from "./words.js";

const RECENT = 600; // seconds for which a question without an answer is shown as waiting

export class Chat {
  #log = byId("log");
  #pending = new Map(); // key of the question -> the element of its answer
  #files = [];
  #sending = false;

  constructor() {
    byId("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    const text = byId("text");
    text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.#send();
    });
    text.addEventListener("input", () => fit(text));
    byId("files").addEventListener("change", (event) => {
      this.stage([...event.target.files]);
      event.target.value = "";
    });
    acceptDrops((files) => this.stage(files));
    this.#welcome();
  }

  owner(yes) {
    this.isOwner = yes;
  }

  entry(entry) {
    byId("welcome")?.remove();
    const follow = this.#atEnd();
    if (entry.side === "asked") this.#asked(entry);
    else this.#told(entry);
    if (follow) this.#toEnd();
  }

  draft({ key, tree }) {
    const bubble = this.#pending.get(key);
    if (!bubble) return;
    if (tree === null) {
      this.#forget(key);
      return;
    }
    if (!tree.length) return;
    const follow = this.#atEnd();
    bubble.querySelector(".body").replaceChildren(...grow(tree));
    if (follow) this.#toEnd();
  }

  stage(files) {
    this.#files.push(...files.map((file) => ({ file, bar: h("progress", { max: "1", value: "0", hidden: true }) })));
    this.#showStaged();
    byId("text").focus();
  }

  clear() {
    this.#pending.clear();
    this.#log.replaceChildren();
    this.#welcome();
  }

  #welcome() {
    const ask = (words) => button(words, () => this.#fill(words), { class: "hint" });
    this.#log.append(
      h(
        "div",
        { id: "welcome", class: "welcome" },
        h("h1", {}, t("Ask your documents")),
        h("p", {}, t("Drop a file here and multis will read it. Then ask in plain words: every answer cites its sources.")),
        h("p", { class: "hints" }, ask("/help"), ask("/docs"), ask("/memory")),
      ),
    );
  }

  #fill(words) {
    const text = byId("text");
    text.value = words;
    text.focus();
  }

  #asked(entry) {
    const files = entry.files.map((name) => h("span", { class: "file" }, name));
    this.#log.append(
      h(
        "article",
        { class: "turn you", "aria-label": t("You"), "data-key": entry.key },
        h("div", { class: "bubble" }, files, entry.text ? h("p", { class: "said" }, entry.text) : null),
        when(entry.at),
      ),
    );
    if (Date.now() / 1000 - entry.at < RECENT) this.#wait(entry.key);
  }

  #wait(key) {
    const dots = h("span", { class: "dots", "aria-label": t("multis is working on it") }, h("i"), h("i"), h("i"));
    const bubble = h(
      "article",
      { class: "turn multis waiting", "aria-live": "off" },
      h("div", { class: "bubble" }, h("div", { class: "body" }, dots)),
    );
    this.#pending.set(key, bubble);
    this.#log.append(bubble);
  }

  #forget(key) {
    this.#pending.get(key)?.remove();
    this.#pending.delete(key);
  }

  #told(entry) {
    this.#forget(entry.key);
    if (entry.removes) this.#log.querySelector(`[data-key="${CSS.escape(entry.removes)}"]`)?.remove();
    this.#log.append(
      h(
        "article",
        { class: `turn multis${entry.failed ? " failed" : ""}`, "aria-label": "multis" },
        h("div", { class: "bubble" }, h("div", { class: "body" }, grow(entry.tree, citing(entry))), downloads(entry), this.#choices(entry)),
        when(entry.at),
      ),
    );
  }

  #choices(entry) {
    if (!entry.choices.length) return null;
    const press = (choice) => this.#say({ key: newKey(), text: choice.label, pressed: choice.key });
    return h("div", { class: "choices" }, entry.choices.map((choice) => button(choice.label, () => press(choice))));
  }

  async #send() {
    const text = byId("text");
    const words = text.value.trim() || (this.#files.length ? byId("scope").value : "");
    if (this.#sending || (!words && !this.#files.length)) return;
    this.#sending = true;
    byId("send").disabled = true;
    try {
      const key = newKey();
      const files = [];
      for (const staged of this.#files) {
        staged.bar.hidden = false;
        files.push(await upload(staged.file, (share) => (staged.bar.value = share)));
      }
      if (await this.#say({ key, text: words, files })) {
        text.value = "";
        this.#files = [];
        this.#showStaged();
        fit(text);
      }
    } catch (error) {
      toast(error.message, { failed: true });
    } finally {
      this.#sending = false;
      byId("send").disabled = false;
      text.focus();
    }
  }

  /** Whether it is stored there. */
  async #say(message) {
    try {
      await say(message);
      return true;
    } catch (error) {
      toast(error.message, { failed: true });
      return false;
    }
  }

  #showStaged() {
    const drop = (staged) => {
      this.#files = this.#files.filter((each) => each !== staged);
      this.#showStaged();
    };
    byId("staged").replaceChildren(
      ...this.#files.map((staged) =>
        h(
          "li",
          {},
          h("span", {}, staged.file.name),
          h("small", {}, bytes(staged.file.size)),
          staged.bar,
          button("✕", () => drop(staged), { class: "quiet", "aria-label": t("Do not send {name}", { name: staged.file.name }) }),
        ),
      ),
    );
    byId("readers").hidden = !(this.isOwner && this.#files.length);
  }

  #atEnd() {
    return this.#log.scrollHeight - this.#log.scrollTop - this.#log.clientHeight < 80;
  }

  #toEnd() {
    this.#log.scrollTop = this.#log.scrollHeight;
  }
}

/** The files that came with an answer. */
export function downloads(entry) {
  return entry.files.map(({ name, reference }) =>
    reference
      ? h("p", {}, button(name, () => download(reference, name).catch((error) => toast(error.message, { failed: true })), { class: "file" }))
      : h("p", { class: "file" }, t("{name} is no longer there.", { name })),
  );
}

/** A citation is a button that opens its passage. */
export function citing(entry) {
  const sources = new Map(entry.sources.map((each) => [String(each.n), each]));
  return (n) => {
    const source = sources.get(n);
    const label = described(n, source);
    return button(n, () => openPassage(source.id), { class: "cite", title: label, "aria-label": label });
  };
}

function described(n, { file, first, last }) {
  if (!first) return t("Source {n}: {file}", { n, file });
  if (first === last) return t("Source {n}: {file}, page {page}", { n, file, page: first });
  return t("Source {n}: {file}, pages {first}–{last}", { n, file, first, last });
}

function fit(text) {
  text.style.height = "auto";
  text.style.height = `${Math.min(text.scrollHeight, 200)}px`;
}

function acceptDrops(stage) {
  const veil = byId("drop");
  const carries = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragenter", (event) => carries(event) && (veil.hidden = false));
  addEventListener("dragover", (event) => carries(event) && event.preventDefault());
  veil.addEventListener("dragleave", () => (veil.hidden = true));
  addEventListener("drop", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    veil.hidden = true;
    location.hash = "#chat";
    stage([...event.dataTransfer.files]);
  });
}
