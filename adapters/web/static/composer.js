// Where a message is written: its text, its files, and how it is sent or an answer stopped.
import { button, byId, h } from "./dom.js";
import { DESK, newKey, say, upload } from "./api.js";
import * as draft from "./draft.js";
import { Recorder, canRecord } from "./recorder.js";
import { toast } from "./toast.js";
import { bytes, t } from "./words.js";

const HIGHEST = 200; // pixels
const PICTURE = /^image\/(?!svg)/;

export class Composer {
  #text = byId("text");
  #files = [];
  #sending = false;
  #who = "";
  #filled = ""; // what was put into the field for its reader to go on from
  #aside = []; // what they were writing before: `{text, files}`, the last one at the end
  #recalled = -1; // which of the own messages stands in the field; -1: none
  #own = new Set(); // keys of messages that this page has sent

  /** `said()` are one's own messages, the last one first. */
  constructor(said) {
    byId("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    this.#text.addEventListener("keydown", (event) => this.#press(event, said));
    this.#text.addEventListener("input", () => this.#changed());
    byId("take-back").addEventListener("click", () => this.#next());
    byId("stop").addEventListener("click", () => say({ key: DESK + newKey(), text: "/cancel" }).catch(show));
    byId("files").addEventListener("change", (event) => {
      this.stage([...byId("files").files]);
      byId("files").value = "";
    });
    acceptDrops((files) => this.stage(files));
  }

  /** Tells whose page this is, which brings back what they were writing. */
  begin(me) {
    this.#who = me.name;
    this.isOwner = me.owner;
    if (me.listens && canRecord()) new Recorder(byId("record"), (file, seconds) => this.#sendVoice(file, seconds));
    const { text, aside } = draft.written(me.name);
    this.#aside = aside.map((words) => ({ text: words, files: [] }));
    if (this.#text.value) this.#changed();
    else this.fill(text);
  }

  /** Puts words into the field; what stands there comes back once they are sent or cancelled. */
  offer(words) {
    if (this.#text.value.trim() && this.#text.value !== this.#filled) {
      this.#aside.push({ text: this.#text.value, files: this.#files });
      this.#files = [];
      this.#showStaged();
    }
    this.#filled = words;
    this.fill(words);
  }

  fill(words) {
    this.#text.value = words;
    this.#changed();
    this.#text.focus();
  }

  stage(files) {
    this.#files.push(...files.map((file) => ({ file, bar: h("progress", { max: "1", value: "0", hidden: true, "aria-label": file.name }) })));
    this.#showStaged();
    this.#text.focus();
  }

  /** Shows whether there is an answer to be stopped. */
  waiting(count) {
    byId("stop").hidden = !count;
  }

  /** Whether this page has sent that message; what was kept of it is let go. */
  owns(key) {
    if (draft.isKept(key) && !this.#sending) this.#next();
    return this.#own.delete(key);
  }

  /** Says something that is not what stands in the field; whether it is stored there. */
  async say(message) {
    this.#own.add(message.key);
    try {
      await say(message);
      return true;
    } catch (error) {
      show(error);
      return false;
    }
  }

  /** Whether something is asked of pictures, which are looked at then and not kept. */
  get #asksOfPictures() {
    return Boolean(this.#text.value.trim()) && this.#files.length > 0 && this.#files.every(({ file }) => PICTURE.test(file.type));
  }

  #changed() {
    this.#recalled = -1;
    this.#showReaders();
    fit(this.#text);
    byId("aside").hidden = !this.#aside.length;
    draft.keep(this.#who, this.#text.value, this.#aside.map((each) => each.text));
  }

  /** Empties the field, or brings back what was set aside. */
  #next() {
    const { text, files } = this.#aside.pop() ?? { text: "", files: [] };
    this.#files = files;
    this.#showStaged();
    this.fill(text);
  }

  #press(event, said) {
    if (event.isComposing || event.defaultPrevented) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.#send();
    }
    if (event.key === "Escape" && this.#aside.length) {
      event.stopPropagation(); // the drawer stays
      this.#next();
    }
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    if (this.#text.value && this.#recalled < 0) return;
    event.preventDefault();
    this.#recall(said, event.key === "ArrowUp" ? 1 : -1);
  }

  #recall(said, step) {
    const messages = said();
    const at = Math.max(-1, Math.min(this.#recalled + step, messages.length - 1));
    this.fill(messages[at] ?? "");
    this.#recalled = at;
  }

  async #send() {
    const pictures = this.#asksOfPictures;
    const words = this.#text.value.trim() || (this.#files.length ? byId("scope").value : "");
    if (this.#sending || (!words && !this.#files.length)) return;
    this.#hold(true);
    try {
      const key = draft.keyOf(words);
      const files = [];
      for (const staged of this.#files) {
        staged.bar.hidden = false;
        files.push(await upload(staged.file, (share) => (staged.bar.value = share)));
      }
      if (await this.say({ key, text: words, files, pictures })) this.#next();
    } catch (error) {
      show(error);
    } finally {
      this.#hold(false);
      this.#text.focus();
    }
  }

  /** Sends what was recorded, as a message of its own beside what stands in the field. */
  async #sendVoice(file, seconds) {
    const bar = h("progress", { max: "1", value: "0", "aria-label": t("Voice message") });
    const done = toast(h("div", {}, t("Voice message"), " ", bar), { lasting: true });
    try {
      const kept = await upload(file, (share) => (bar.value = share));
      await this.say({ key: newKey(), text: "", files: [kept], spoken: seconds });
    } catch (error) {
      show(error);
    } finally {
      done();
    }
  }

  #hold(yes) {
    this.#sending = yes;
    byId("send").disabled = yes;
    this.#text.readOnly = yes;
  }

  #showStaged() {
    const drop = (staged) => {
      this.#files = this.#files.filter((each) => each !== staged);
      this.#showStaged();
      this.#text.focus();
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
    byId("staged").hidden = !this.#files.length;
    this.#showReaders();
  }

  /** Asks who may read the files, if they are to be kept. */
  #showReaders() {
    byId("readers").hidden = !(this.isOwner && this.#files.length) || this.#asksOfPictures;
  }
}

const show = (error) => toast(error.message, { failed: true });

/** Makes the field as high as what is written in it; of its placeholder one line is enough. */
function fit(text) {
  text.style.height = text.value ? "auto" : "";
  if (text.value) text.style.height = `${Math.min(text.scrollHeight, HIGHEST)}px`;
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
  byId("text").addEventListener("paste", (event) => {
    const files = [...event.clipboardData.files];
    if (!files.length) return;
    event.preventDefault();
    stage(files.map(named));
  });
}

/** A picture of the clipboard has a name that all of them have; as documents they replaced each other. */
function named(file) {
  const ending = file.name.match(/^image\.([a-z]+)$/)?.[1];
  if (!ending) return file;
  const now = new Date();
  const [day, time] = [new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10), now.toTimeString().slice(0, 8).replaceAll(":", ".")];
  return new File([file], `picture ${day} ${time}.${ending}`, { type: file.type });
}
