// What the models cost.
import { h, table } from "../dom.js";
import { look } from "../api.js";
import { bars } from "../charts.js";
import { decimal, money as amount, moment, number, t, tn, tp } from "../words.js";
import { figure, heading, note, tag } from "./parts.js";

export async function usage(hand, me) {
  const told = await look("usage");
  const days = byDay(told);
  const sum = (of) => told.days.reduce((total, each) => total + each[of], 0);
  const money = days.some((each) => each.money);
  const price = (value) => amount(value, told.currency);
  const [broken, estimated] = [sum("broken"), sum("estimated")];
  return [
    heading(t("Usage"), tag(t("since {day}", { day: dayName(told.first) }))),
    h("p", { class: "figures" }, figure(number(sum("answers")), t("answers")), broken ? figure(number(broken), t("broken off")) : null, figure(number(sum("read")), t("tokens read")), figure(number(sum("written")), t("tokens written")), money ? figure(price(sum("money")), t("cost")) : null),
    !told.days.length ? null : bars(t("Tokens per day"), days.map((each) => ({ label: dayName(each.day), value: each.read + each.written }))),
    money ? bars(t("Cost per day"), days.map((each) => ({ label: dayName(each.day), value: each.money })), told.budget || null, price) : note(me.model ? t("No price is set: llm.price in the settings turns tokens into money.") : t("No model is configured: answers consist of sentences from your documents and cost nothing.")),
    estimated ? note(tn("{count} of these tokens is an estimate: providers do not report all tokens of an answer that is broken off.", "{count} of these tokens are an estimate: providers do not report all tokens of an answer that is broken off.", estimated)) : null,
    told.features.length ? table(t("Usage by feature"), featureHeads(), told.features.map((each) => featureRow(each, price)), { figures: [1, 2, 3, 4] }) : null,
    told.models.length ? table(t("Usage by model"), modelHeads(), told.models.map((each) => modelRow(each, price)), { figures: [1, 2, 3, 4] }) : null,
    told.people.length ? table(t("Usage by person"), personHeads(), told.people.map((each) => personRow(each, price)), { figures: [1, 2, 3, 4] }) : null,
    told.days.length ? table(t("Usage by day and chat"), usageHeads(), told.days.map((each) => usageRow(each, price)), { figures: [2, 3, 4, 5, 6] }) : null,
  ];
}

const FEATURES = {
  "": t("Before this was recorded"),
  answer: t("Answers"),
  rewriting: t("Understanding follow-up questions"),
  verification: t("Verifying statements"),
  capture: t("Notes from conversations"),
  summary: t("Summaries"),
  picture: t("Seeing pictures"),
  scan: t("Reading scanned pages"),
  listening: t("Listening to recordings"),
  speaking: t("Speaking"),
};
const featureHeads = () => [t("Feature"), tp("tokens", "Read"), tp("tokens", "Written"), t("Recordings, minutes"), t("Cost")];
const featureRow = (each, price) => [FEATURES[each.feature], number(each.read), number(each.written), each.listened ? decimal(each.listened / 60, 1) : "", each.money ? price(each.money) : ""];
const modelHeads = () => [t("Model"), t("Answers"), tp("tokens", "Read"), tp("tokens", "Written"), t("Cost")];
const modelRow = (each, price) => [h("code", {}, each.model), number(each.answers), number(each.read), number(each.written), each.money ? price(each.money) : ""];
const personHeads = () => [t("Person"), t("Answers"), tp("tokens", "Read"), tp("tokens", "Written"), t("Cost")];
const personRow = (each, price) => [whoIs(each), number(each.answers), number(each.read), number(each.written), each.money ? price(each.money) : ""];
const whoIs = ({ name, owner, keys }) => h("span", {}, name || (owner ? t("You") : ""), keys.map((key) => [" ", h("code", {}, key)]).flat());
const usageHeads = () => [t("Day"), t("Chat"), t("Answers"), t("Broken off"), tp("tokens", "Read"), tp("tokens", "Written"), t("Cost")];
const usageRow = (each, price) => [dayName(each.day), each.chat, number(each.answers), each.broken ? number(each.broken) : "", number(each.read), number(each.written), each.money ? price(each.money) : ""];
const dayName = (day) => moment(new Date(`${day}T00:00Z`), { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

function byDay({ first, last, days }) {
  const all = new Map();
  for (let day = new Date(`${first}T00:00Z`); day <= new Date(`${last}T00:00Z`); day.setUTCDate(day.getUTCDate() + 1)) {
    const name = day.toISOString().slice(0, 10);
    all.set(name, { day: name, read: 0, written: 0, money: 0 });
  }
  for (const each of days) {
    const day = all.get(each.day);
    if (!day) continue;
    for (const part of ["read", "written", "money"]) day[part] += each[part];
  }
  return [...all.values()];
}
