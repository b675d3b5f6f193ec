// The line on which the machine tells the page what is new. EventSource cannot send the key, so the
// events are read from a plain answer that goes on.
import { look, pause } from "./api.js";
import { signed } from "./key.js";

/** Cuts the lines of a stream into events: `{name, data}`. */
class Events {
  #rest = "";

  take(text) {
    const blocks = (this.#rest + text).split("\n\n");
    this.#rest = blocks.pop();
    return blocks.map(parsed).filter((event) => event.name);
  }
}

function parsed(block) {
  const fields = new Map(block.split("\n").map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]));
  return { name: fields.get("event"), data: fields.get("data") };
}

/**
 * One line to the machine for as long as the page is seen: entries in their order, none twice, also
 * after a gap. A hidden page gives its line back, for a browser has but six to one place.
 */
export class Line {
  #last = null;
  #open = null; // an AbortController, while there is a line
  #losses = 0; // of the network
  #on;

  constructor(on) {
    this.#on = on;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#close() : this.open()));
    window.addEventListener("online", () => this.#openAnew());
    window.addEventListener("offline", () => this.#lose());
  }

  open() {
    if (this.#open) return;
    const own = new AbortController();
    this.#open = own;
    this.#read(own.signal)
      .catch(() => {})
      .then(() => own.signal.aborted || this.#again());
  }

  #lose() {
    this.#losses++;
    this.#on.state(false);
  }

  /** Whether the line outlived the time without a network is not known; its state must be told. */
  #openAnew() {
    this.#close();
    if (!document.hidden) this.open();
  }

  async #read(signal) {
    const after = this.#last === null ? "" : `?after=${this.#last}`;
    const losses = this.#losses;
    const response = await fetch(`/events${after}`, { headers: signed(), signal });
    if (!response.ok) return;
    if (losses === this.#losses) this.#on.state(true); // or it answered before the network went
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const events = new Events();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const event of events.take(value)) {
        if (event.name === "end") return;
        this.#take(event.name, JSON.parse(event.data));
      }
    }
  }

  #take(name, told) {
    if (name === "draft") this.#on.draft(told);
    if (name !== "entry" || (this.#last !== null && told.id <= this.#last)) return;
    this.#last = told.id;
    this.#on.entry(told);
  }

  #again() {
    this.#close();
    this.#on.state(false);
    pause().then(async () => {
      await look("me").catch(() => {}); // signed out, the page locks itself
      if (!document.hidden) this.open();
    });
  }

  #close() {
    this.#open?.abort();
    this.#open = null;
  }
}
