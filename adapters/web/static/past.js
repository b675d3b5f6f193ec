// Older entries of a conversation, above those that came while it was open. However many there are,
// only those near what is seen are in the page.
import { h } from "./dom.js";

const PIECE = 5; // entries that are made at once: more would keep a slow phone from scrolling
const ROOM = 10; // milliseconds that a quiet moment must still last for another piece
const NEAR = "2500px"; // of what is seen
const SOON = 100; // milliseconds to wait for a quiet moment

const quiet = () => new Promise((done) => requestIdleCallback(done, { timeout: SOON }));

/** Entries that came together; while they are far away they are a place as high as they were. */
class Group {
  node = h("div", { class: "past" });
  #build;
  #turn = 0; // of those that fill it, the last one counts

  constructor(entries, build) {
    this.entries = entries;
    this.#build = build;
    Object.assign(this.node, { group: this });
  }

  /** Makes the entries, the last ones first; `put(act)` does what changes the page. */
  async fill(put = (act) => act()) {
    const turn = ++this.#turn;
    let moment = null;
    for (let end = this.entries.length; end > 0; end -= PIECE) {
      if (!moment || moment.timeRemaining() < ROOM) moment = await quiet();
      if (turn !== this.#turn) return;
      const piece = h("div", {}, this.entries.slice(Math.max(end - PIECE, 0), end).map(this.#build));
      put(() => this.node.prepend(piece));
      rest(piece);
    }
    this.node.style.height = "";
  }

  /** Takes the entries out of the page, unless somebody is at work in them. */
  empty() {
    if (isUsed(this.node)) return;
    this.#turn += 1;
    if (!this.node.style.height) this.node.style.height = `${this.node.offsetHeight}px`;
    this.node.replaceChildren();
  }
}

/** From now on a piece is laid out only near what is seen, and is as high as it is elsewhere. */
function rest(piece) {
  piece.style.containIntrinsicBlockSize = `auto ${piece.offsetHeight}px`;
  piece.classList.add("resting");
}

const isUsed = (node) => node.contains(document.activeElement) || (!getSelection().isCollapsed && getSelection().containsNode(node, true));

/** All older entries that have come so far. */
export class Past {
  #log;
  #build;
  #groups = []; // the oldest first
  #watch;

  /** `build(entry)` makes the element of one. */
  constructor(log, build) {
    this.#log = log;
    this.#build = build;
    this.#watch = new IntersectionObserver((seen) => seen.forEach(show), { root: log, rootMargin: NEAR });
  }

  get entries() {
    return this.#groups.flatMap((each) => each.entries);
  }

  /** Adds entries below `place`, and keeps what is seen where it is; stops when `place` is gone. */
  async add(entries, place) {
    const group = new Group(entries, this.#build);
    this.#keepPlace(place.nextElementSibling, () => place.after(group.node));
    this.#groups.unshift(group);
    await group.fill((act) => this.#keepPlace(group.node.nextElementSibling, act));
    if (place.isConnected) this.#watch.observe(group.node);
  }

  remove(key) {
    for (const each of this.#groups) each.entries = each.entries.filter((entry) => entry.key !== key);
  }

  clear() {
    this.#watch.disconnect();
    for (const each of this.#groups) each.empty();
    this.#groups = [];
  }

  #keepPlace(anchor, act) {
    const before = anchor.getBoundingClientRect().top;
    act();
    const moved = anchor.getBoundingClientRect().top - before;
    if (moved) this.#log.scrollTop += moved;
  }
}

function show({ target, isIntersecting }) {
  if (!isIntersecting) target.group.empty();
  else if (!target.firstChild) target.group.fill();
}
