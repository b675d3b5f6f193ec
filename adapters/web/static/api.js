// Everything that goes to the machine and comes from it.
import { LOCKED, drop, signed } from "./key.js";
import { t } from "./words.js";

class Refused extends Error {}
export class Away extends Refused {}

const PAUSE = 2000; // milliseconds between two tries while the machine is away
export const pause = () => new Promise((done) => setTimeout(done, PAUSE));

/** Shows that nobody is signed in here; a key without its cookie is of no use. */
function lock() {
  drop();
  location.replace(LOCKED);
}

async function answered(response) {
  if (response.status === 401) {
    lock();
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
  return answered(await fetch(`/look/${view}?${new URLSearchParams(query)}`, { headers: signed() }).catch(away));
}

export async function post(path, body = {}) {
  const headers = signed({ "Content-Type": "application/json" });
  const init = { method: "POST", headers, body: JSON.stringify(body) };
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

/** Begins the key of a command that a button sends, and whose answer is part of no conversation. */
export const DESK = "desk-";

/** Entries of a conversation before number `before`, the oldest first. */
export async function history(conversation, before) {
  const query = new URLSearchParams({ conversation, before });
  return (await answered(await fetch(`/history?${query}`, { headers: signed() }).catch(away))).entries;
}

export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");

/** Brings a file there, for a message that names it; `progress(share)` is told how far it is. */
export function upload(file, progress) {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/files?${new URLSearchParams({ name: file.name })}`);
    for (const [header, value] of Object.entries(signed())) request.setRequestHeader(header, value);
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

/** A passage to be read, with what stands round it. */
export async function passageOf(query) {
  return answered(await fetch(`/passage?${new URLSearchParams(query)}`, { headers: signed() }).catch(away));
}

/** The file that a passage stands in, as a blob. */
export async function original(id, query = {}) {
  const response = await fetch(`/original?${new URLSearchParams({ id, ...query })}`, { headers: signed() }).catch(away);
  return response.ok ? response.blob() : answered(response);
}

/** Fetches a file that came with an answer, for the browser to save as `name`. */
export async function download(reference, name) {
  const response = await fetch(`/files/${reference}?${new URLSearchParams({ name })}`, { headers: signed() }).catch(away);
  if (!response.ok) return answered(response);
  saveAs(await response.blob(), name);
}

/** Has the browser save what the page made. */
export function saveAs(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), PAUSE);
}
