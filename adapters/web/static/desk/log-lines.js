// The lines of the log, filtered, the latest first; older ones when they are asked for.
import { button, h } from "../dom.js";
import { look } from "../api.js";
import { toast } from "../toast.js";
import { moment, t } from "../words.js";
import { Choices, chooser, finder, note, tag } from "./parts.js";

const choices = new Choices("log", { level: "warning", q: "" });
const LEVELS = { info: t("information"), warning: t("warning"), error: t("error") };
const LOWEST = [["info", t("all lines")], ["warning", t("warnings and errors")], ["error", t("errors only")]];
const KINDS = { warning: "warn", error: "fail" };
const [FEW, MANY] = [10, 50];

let shown = FEW; // lines, so that as many are there when the view is shown again

export async function logOf() {
  const lines = new Lines();
  await lines.add(shown);
  const { level, q } = choices.all;
  const choose = (changes) => {
    choices.set(changes);
    return lines.beginAgain();
  };
  const words = finder(t("Words or a reference"), q, (words) => choose({ q: words }));
  const filters = h("div", { class: "filters", role: "group", "aria-label": t("Which lines of the log") }, words, chooser(t("Level"), LOWEST, level, (value) => choose({ level: value })));
  return h("section", { class: "card" }, h("h2", {}, t("Log")), filters, lines.list, lines.none, lines.older);
}

class Lines {
  #oldest = 0; // the number of the last line of the list
  #turn = 0; // of filters: what was asked for with the one before comes too late

  constructor() {
    this.list = h("ul", { class: "plainlist logged", "aria-live": "polite" });
    this.none = note(t("No line of the log matches."));
    this.older = h("p", { class: "deeds" }, button(t("Older lines"), () => this.#tell(this.add(MANY))));
  }

  beginAgain() {
    this.#turn += 1;
    this.#oldest = 0;
    return this.#tell(this.add(FEW));
  }

  async add(most) {
    const turn = this.#turn;
    const before = this.#oldest;
    const found = await look("log", { ...choices.all, most, before });
    if (turn !== this.#turn || before !== this.#oldest) return;
    this.list[before ? "append" : "replaceChildren"](...found.lines.map(lineOf));
    this.#oldest = found.lines.at(-1)?.number ?? before;
    shown = Math.max(FEW, this.list.childElementCount);
    this.none.hidden = this.list.childElementCount > 0;
    this.older.hidden = !found.more;
  }

  #tell = (work) => work.catch((error) => toast(error.message, { failed: true }));
}

function lineOf({ number, level, origin, text, where }) {
  const at = new Date(number / 1000);
  const time = h("time", { datetime: at.toISOString() }, moment(at, { dateStyle: "medium", timeStyle: "medium" }));
  const places = where.length ? h("details", {}, h("summary", {}, t("Where it came from")), h("pre", {}, where.join("\n"))) : null;
  return h("li", {}, h("p", { class: "about" }, tag(LEVELS[level], KINDS[level]), " ", time, " ", h("code", {}, origin)), h("p", {}, text), places);
}
