// What is being written, kept in this browser until it is said or its person signs out. It has the
// key of its message: sent again after a reload, it is still said once.
import { newKey } from "./api.js";

const NAME = "multis-draft";

function load() {
  try {
    return JSON.parse(localStorage.getItem(NAME)) ?? {};
  } catch {
    return {};
  }
}

/** What `who` has written, and "" where that is nothing. */
export const written = (who) => {
  const draft = load();
  return draft.who === who ? draft.text : "";
};

export function keep(who, text) {
  const known = load();
  if (!text) localStorage.removeItem(NAME);
  else if (known.who !== who || known.text !== text) localStorage.setItem(NAME, JSON.stringify({ who, text, key: newKey() }));
}

/** The key of that text, if it is what was kept. */
export const keyOf = (text) => {
  const known = load();
  return known.text?.trim() === text && known.key ? known.key : newKey();
};

export const isKept = (key) => load().key === key;
export const discard = () => localStorage.removeItem(NAME);
