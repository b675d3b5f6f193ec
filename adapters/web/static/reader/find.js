// Finds a passage in the texts of a page. The two differ in spaces, hyphens, line ends and signs, so
// letters and digits alone are compared.
const LETTER = /[\p{L}\p{N}]/u;
const SIGNS = /^[^\p{L}\p{N}\s]*/u;
const SHORTEST = 12; // letters of a piece that is looked for anywhere
const NEAR = 60; // letters after the last find within which a shorter one belongs to it
const GAP = 4; // letters between two finds that are one
const WORDS = 5; // of a piece that is looked for where its sentence is not found whole

/** The letters of a text, and the place of each in it: `[part, offset]`. */
class Letters {
  text = "";
  places = [];

  constructor(parts) {
    parts.forEach((part, at) => this.#add(part, at));
  }

  #add(part, at) {
    let offset = 0;
    for (const sign of part) {
      for (const letter of sign.normalize("NFKD").toLowerCase()) {
        if (!LETTER.test(letter)) continue;
        this.text += letter;
        for (let unit = 0; unit < letter.length; unit++) this.places.push([at, offset, offset + sign.length]);
      }
      offset += sign.length;
    }
  }
}

const lettersOf = (text) => new Letters([text]).text;

/** Sentences and lines of a passage, and the words of those that are long. */
function pieces(passage) {
  return passage.split(/\n+|(?<=[.!?。！？])\s*/u).filter((each) => LETTER.test(each));
}

function wordsOf(piece) {
  const words = piece.split(/\s+/u).filter((each) => LETTER.test(each));
  const groups = [];
  for (let at = 0; at < words.length; at += WORDS) groups.push(words.slice(at, at + WORDS).join(" "));
  return groups.length > 1 ? groups : [];
}

/**
 * Where `passage` stands in `parts`, the texts of a page in their order: `[part, start, end]`s in
 * reading order, none where it does not.
 */
export function locate(passage, parts) {
  const page = new Letters(parts);
  const found = [];
  let last = -1; // end of the last find
  const look = (text) => {
    const wanted = lettersOf(text);
    let at = page.text.indexOf(wanted, Math.max(last, 0));
    if (wanted.length < SHORTEST && (last < 0 || at > last + NEAR)) at = -1;
    if (at < 0 && wanted.length >= SHORTEST) at = page.text.indexOf(wanted);
    if (!wanted || at < 0) return false;
    last = at + wanted.length;
    found.push([at, last]);
    return true;
  };
  for (const piece of pieces(passage)) look(piece) || wordsOf(piece).forEach(look);
  return joined(found).flatMap(([start, end]) => spans(page.places.slice(start, end), parts));
}

/** Finds in their order on the page, with those that overlap or nearly touch made one. */
function joined(found) {
  const sorted = found.toSorted(([a], [b]) => a - b);
  const all = [];
  for (const [start, end] of sorted) {
    const before = all.at(-1);
    if (before && start <= before[1] + GAP) before[1] = Math.max(before[1], end);
    else all.push([start, end]);
  }
  return all;
}

/** The parts that letters stand in, each from its first letter to the signs that follow its last. */
function spans(places, parts) {
  const all = [];
  for (const [part, start, end] of places) {
    const before = all.at(-1);
    if (before?.[0] === part) before[2] = end;
    else all.push([part, start, end]);
  }
  return all.map(([part, start, end]) => [part, start, end + SIGNS.exec(parts[part].slice(end))[0].length]);
}
