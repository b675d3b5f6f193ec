// Everything that goes to the machine and comes from it.
import { t } from "./words.js";

class Refused extends Error {}
class Away extends Refused {}

const PAUSE = 2000; // milliseconds between two tries while the machine is away
const pause = () => new Promise((done) => setTimeout(done, PAUSE));

async function answered(response) {
  if (response.status === 401) {
    location.reload();
    throw new Refused(t("You are no longer signed in."));
  }
  const told = await response.json().catch(() => ({ error: t("Something went wrong in multis. Its log has the details.") }));
  if (response.status >= 500) throw new Away(told.error);
  if (!response.ok) throw new Refused(told.error);
  return told;
}

const away = () => {
  throw new Away(t("multis does not answer. Is it running?"));
};

export async function look(view, query = {}) {
  return answered(await fetch(`/look/${view}?${new URLSearchParams(query)}`).catch(away));
}

export async function post(path, body = {}) {
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return answered(await fetch(path, init).catch(away));
}

let before = Promise.resolve();

/**
 * Says a message once it can be said, after those before it. By its key it is known there: however
 * often it is sent, it is said once.
 */
export function say(message) {
  const said = before.then(() => untilThere(message));
  before = said.catch(() => {});
  return said;
}

async function untilThere(message) {
  for (;;) {
    try {
      return await post("/say", message);
    } catch (error) {
      if (!(error instanceof Away)) throw error;
      await pause();
    }
  }
}

export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");

/** Brings a file there, for a message that names it; `progress(share)` is told how far it is. */
export function upload(file, progress) {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/files?${new URLSearchParams({ name: file.name })}`);
    request.upload.onprogress = (event) => progress(event.total ? event.loaded / event.total : 0);
    request.onerror = () => failed(new Refused(t("multis does not answer. Is it running?")));
    request.onload = () => {
      let told = {};
      try {
        told = JSON.parse(request.responseText);
      } catch {
        told = { error: t("The file could not be sent. Please try again.") };
      }
      if (request.status === 200) done(told);
      else failed(new Refused(told.error));
    };
    request.send(file);
  });
}

/**
 * One line to the machine for as long as the page is seen: entries in their order, none twice, also
 * after a gap. A hidden page gives its line back, for a browser has but six to one place.
 */
export class Line {
  #last = null;
  #source = null;
  #on;

  constructor(on) {
    this.#on = on;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#close() : this.open()));
    window.addEventListener("online", () => this.open());
  }

  open() {
    if (this.#source) return;
    const source = new EventSource(this.#last === null ? "/events" : `/events?after=${this.#last}`);
    this.#source = source;
    source.onopen = () => this.#on.state(true);
    source.addEventListener("entry", (event) => {
      const entry = JSON.parse(event.data);
      if (this.#last !== null && entry.id <= this.#last) return;
      this.#last = entry.id;
      this.#on.entry(entry);
    });
    source.addEventListener("draft", (event) => this.#on.draft(JSON.parse(event.data)));
    source.addEventListener("end", () => this.#again());
    source.onerror = () => this.#again();
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
    this.#source?.close();
    this.#source = null;
  }
}
