// The key of this browser's session: in the origin's own storage, sent as a header, in no address.
const NAME = "multis";

export const keep = (key) => localStorage.setItem(NAME, key);
export const drop = () => localStorage.removeItem(NAME);

/** Headers for a request, with the key. */
export const signed = (headers = {}) => ({ ...headers, "X-Multis-Key": localStorage.getItem(NAME) ?? "" });
