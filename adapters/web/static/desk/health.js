// How multis is doing.
import { button, h, table } from "../dom.js";
import { look } from "../api.js";
import { lines, points } from "../plots.js";
import { t } from "../words.js";
import { heading, note, tag } from "./parts.js";

export async function health(hand) {
  const hours = Number(sessionStorage.getItem("hours") || 24);
  const pulse = await look("pulse", { hours });
  const span = { from: pulse.now - pulse.hours * 3600, to: pulse.now };
  const series = (name) => pulse.samples.map((each) => [each.at, each[name]]);
  const choose = h("select", { "aria-label": t("How far back"), onchange: (event) => { sessionStorage.setItem("hours", event.target.value); hand.after(); } }, [1, 24, 168].map((each) => h("option", { value: String(each), selected: each === hours }, { 1: t("last hour"), 24: t("last day"), 168: t("last week") }[each])));
  const findings = h("div", { "aria-live": "polite" });
  return [
    heading(t("Health"), choose, button(t("Examine everything"), () => examine(findings))),
    findings,
    h("ul", { class: "plainlist told" }, pulse.lines.map((each) => h("li", {}, each))),
    points(t("Seconds until the answer was complete"), span, pulse.timings.map((each) => [each.at, each.whole])),
    points(t("Seconds until its first words"), span, pulse.timings.map((each) => [each.at, each.first])),
    lines(t("Waiting in the queue"), span, { [t("for an answer")]: series("waiting"), [t("to be sent")]: series("unsent") }),
    lines(t("Captures still to be made"), span, { [t("chats")]: series("captures") }),
    lines(t("Memory of the process, MB"), span, { [t("MB")]: pulse.samples.map((each) => [each.at, each.memory / 1e6]) }),
  ];
}

async function examine(into) {
  into.replaceChildren(note(t("Examining everything …")));
  try {
    const { lines: found } = await look("health");
    into.replaceChildren(table(t("What doctor found"), ["", t("About"), t("Found")], found.map((each) => [tag(each.level, each.level.toLowerCase()), each.about, each.told])));
  } catch (error) {
    into.replaceChildren(note(error.message));
  }
}
