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

/** What `who` has written, and what they have set aside meanwhile, the last one at the end. */
export const written = (who) => {
  const { text = "", aside = [], ...draft } = load();
  return draft.who === who ? { text, aside } : { text: "", aside: [] };
};

export function keep(who, text, aside) {
  const known = load();
  const key = known.who === who && known.text === text ? known.key : newKey();
  if (text || aside.length) localStorage.setItem(NAME, JSON.stringify({ who, text, key, aside }));
  else localStorage.removeItem(NAME);
}

/** The key of that text, if it is what was kept. */
export const keyOf = (text) => {
  const known = load();
  return known.text?.trim() === text && known.key ? known.key : newKey();
};

export const isKept = (key) => load().key === key;
export const discard = () => localStorage.removeItem(NAME);
