// The key of this browser's session: in the origin's own storage, sent as a header, in no address.
// Inside Telegram it is kept apart, and only until that window is closed.
const MINI = "/mini";
export const isMini = location.pathname === MINI;
const store = isMini ? sessionStorage : localStorage;
const NAME = isMini ? "multis-mini" : "multis";

/** Where nobody is signed in. */
export const LOCKED = isMini ? "/mini/locked" : "/locked";
export const HOME = isMini ? LOCKED : "/";

export const keep = (key) => store.setItem(NAME, key);
export const drop = () => store.removeItem(NAME);
export const has = () => store.getItem(NAME) !== null;

/** Headers for a request, with the key. */
export const signed = (headers = {}) => ({ ...headers, "X-Multis-Key": store.getItem(NAME) ?? "" });
