// How multis is doing: one line, then what waits, what failed, and how it went over time.
import { button, h, table } from "../dom.js";
import { look } from "../api.js";
import { lines, points } from "../charts.js";
import { decimal, number, percent, t, tn } from "../words.js";
import { logOf } from "./log-lines.js";
import { Choices, chooser, heading, note, tag } from "./parts.js";

const choices = new Choices("health", { hours: "24", unfolded: false });
const SPANS = [["1", t("last hour")], ["24", t("last day")], ["168", t("last week")]];
const WORST = ["FAIL", "WARN"];
const BACKTICK = "\u0060"; // written so, because the catalogue's reader takes one for a template

export async function health(hand) {
  const { hours } = choices.all;
  const [pulse, inbox] = await Promise.all([look("pulse", { hours }), look("inbox")]);
  const span = { from: pulse.now - pulse.hours * 3600, to: pulse.now };
  const series = (name) => pulse.samples.map((each) => [each.at, each[name]]);
  const findings = h("div", { "aria-live": "polite" });
  examine(findings, inbox);
  const choose = (value) => {
    choices.set({ hours: value });
    hand.after();
  };
  return [
    heading(t("Health"), chooser(t("How far back"), SPANS, hours, choose)),
    findings,
    inbox.set_aside.length ? setAside(inbox.set_aside, hand) : null,
    h("ul", { class: "plainlist told" }, pulse.lines.map((each) => h("li", {}, each))),
    await logOf(),
    pulse.stages.length ? stagesOf(pulse.stages) : null,
    points(t("Seconds until the answer was complete"), span, pulse.timings.map((each) => [each.at, each.whole])),
    points(t("Seconds until its first words"), span, pulse.timings.map((each) => [each.at, each.first])),
    lines(t("Waiting in the queue"), span, { [t("for an answer")]: series("waiting"), [t("to be sent")]: series("unsent") }),
    lines(t("Captures still to be made"), span, { [t("chats")]: series("captures") }),
    lines(t("Memory of the process, MB"), span, { [t("MB")]: pulse.samples.map((each) => [each.at, each.memory / 1e6]) }),
  ];
}

const STAGES = { search: t("Search"), first: t("First words shown"), checked: t("Check of citations"), whole: t("Answer complete") };

/** How long each stage of an answer took. */
function stagesOf(stages) {
  const heads = [t("Stage"), t("Answers"), t("Half within, s"), t("{share} within, s", { share: percent(0.95) }), t("{share} within, s", { share: percent(0.99) })];
  const row = (each) => [STAGES[each.name], number(each.count), ...[each.half, each.most, each.nearly_all].map((seconds) => decimal(seconds, 2))];
  return h("section", {}, h("h2", {}, t("Seconds by stage of an answer")), table(t("Seconds by stage of an answer"), heads, stages.map(row), { figures: [1, 2, 3, 4] }));
}

/** One line that is green or says what is wrong, and what else was found. */
async function examine(into, inbox) {
  into.replaceChildren(note(t("Examining everything …")));
  try {
    const { lines: found } = await look("health");
    into.replaceChildren(verdict(found, inbox), details(found));
  } catch (error) {
    into.replaceChildren(note(error.message));
  }
}

function verdict(found, inbox) {
  const wrong = WORST.flatMap((level) => found.filter((each) => each.level === level));
  const waiting = tn("{count} message waits", "{count} messages wait", inbox.waiting);
  if (inbox.set_aside.length) return h("p", { class: "verdict fail" }, tn("{count} message is set aside: try it again or drop it below.", "{count} messages are set aside: try them again or drop them below.", inbox.set_aside.length));
  if (!wrong.length) return h("p", { class: "verdict ok" }, t("All is well. {waiting}.", { waiting }));
  const [worst] = wrong;
  return h("p", { class: `verdict ${worst.level.toLowerCase()}` }, `${worst.about}: ${withoutTicks(worst.told)}`, wrong.length > 1 ? h("small", {}, " ", tn("{count} more below.", "{count} more below.", wrong.length - 1)) : null);
}

const withoutTicks = (text) => text.replaceAll(BACKTICK, "");

function details(found) {
  const rows = found.map((each) => [tag(each.level, each.level.toLowerCase()), each.about, withoutTicks(each.told)]);
  const fold = (event) => choices.set({ unfolded: event.target.open });
  return h("details", { open: choices.all.unfolded, ontoggle: fold }, h("summary", {}, t("What doctor found: {count} checks", { count: number(found.length) })), table(t("What doctor found"), [t("Result"), t("About"), t("Found")], rows));
}

function setAside(messages, hand) {
  const line = ({ id, text }) =>
    h("li", {}, h("p", {}, text), h("p", { class: "deeds" }, button(t("Try again"), () => hand.say(["/inbox", "retry", id].join(" "))), button(t("Drop"), () => hand.say(["/inbox", "drop", id].join(" ")), { class: "grave" })));
  return h("section", { class: "card" }, h("h2", {}, t("Set aside, because multis crashed with them")), h("ul", { class: "plainlist waits" }, messages.map(line)));
}
