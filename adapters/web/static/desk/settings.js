// Every setting: its meaning, its value, and where that was set.
import { h, table } from "../dom.js";
import { look } from "../api.js";
import { place, t } from "../words.js";
import { Choices, chooser, finder, heading, note, tag } from "./parts.js";

const choices = new Choices("settings", { q: "", origin: "" });
const ORIGINS = { default: t("default"), file: t("config.json"), environment: t("environment") };

export async function settings(hand) {
  const { path, rows } = await look("settings");
  const { q, origin } = choices.all;
  const change = (changes) => {
    choices.set(changes);
    hand.after();
  };
  const fits = (row) => (!origin || row.origin === origin) && [row.key, row.meaning].some((text) => text.toLowerCase().includes(q.toLowerCase()));
  const found = rows.filter(fits);
  return [
    heading(t("Settings"), tag(String(found.length))),
    note(...place(t("Change them in {path} and restart multis; a wrong value is refused with a sentence that names it. Secrets are not shown."), { path: h("code", {}, path) })),
    h(
      "div",
      { class: "filters", role: "group", "aria-label": t("Which settings") },
      finder(t("Part of a key or of its meaning"), q, (words) => change({ q: words })),
      chooser(t("Where it is set"), [["", t("set anywhere")], ...Object.entries(ORIGINS)], origin, (value) => change({ origin: value })),
    ),
    table(t("Settings"), [t("Key"), t("Value"), t("Default"), t("Set in"), t("Meaning")], found.map(rowOf)),
  ];
}

function rowOf(row) {
  const where = row.origin === "environment" ? row.variable : ORIGINS[row.origin];
  return [
    h("code", { title: row.variable }, row.key),
    row.secret ? (row.set ? t("a secret, set") : t("a secret, not set")) : h("code", {}, row.value),
    row.default ? h("code", {}, row.default) : "",
    tag(where, row.origin === "default" ? "" : "busy"),
    h("span", { lang: "en", class: "meaning" }, row.meaning.replaceAll("\u0060", ""), " ", h("small", {}, row.kind.replaceAll("\u0060", ""))),
  ];
}
