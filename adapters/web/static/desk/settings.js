// Every setting: its meaning, its value, and where that was set.
import { button, h, table } from "../dom.js";
import { look } from "../api.js";
import { openDrawer } from "../drawer.js";
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
    note(...place(t("What has a button is changed here and checked first; all else in {path}. Secrets are not shown."), { path: h("code", {}, path) })),
    h(
      "div",
      { class: "filters", role: "group", "aria-label": t("Which settings") },
      finder(t("Part of a key or of its meaning"), q, (words) => change({ q: words })),
      chooser(t("Where it is set"), [["", t("set anywhere")], ...Object.entries(ORIGINS)], origin, (value) => change({ origin: value })),
    ),
    table(t("Settings"), [t("Key"), t("Value"), t("Default"), t("Set in"), t("Actions")], found.map((row) => rowOf(row, hand))),
  ];
}

function rowOf(row, hand) {
  return [
    h("div", { class: "setting" }, h("code", { title: row.variable }, row.key), h("p", { class: "meaning" }, row.meaning.replaceAll("\u0060", "")), h("small", {}, row.kind.replaceAll("\u0060", ""))),
    valueOf(row),
    row.default && row.default !== row.value ? h("code", {}, plain(row.default)) : "",
    row.origin === "environment" ? h("code", {}, row.variable) : tag(ORIGINS[row.origin], row.origin === "default" ? "" : "busy"),
    row.changeable && row.origin !== "environment" ? button(t("Change"), () => changing(row, hand), { "aria-label": t("Change {key}", { key: row.key }) }) : "",
  ];
}

/** A value as people write it, rather than as JSON. */
function plain(json) {
  const value = JSON.parse(json);
  if (Array.isArray(value)) return value.every((each) => typeof each === "string") ? value.join(", ") || "—" : json;
  if (value === "" || value === null || json === "{}") return "—";
  return typeof value === "string" ? value : json;
}

function valueOf(row) {
  if (row.secret) return row.set ? t("a secret, set") : t("a secret, not set");
  const now = h("code", {}, plain(row.value));
  return row.next ? h("span", {}, now, " ", tag(t("after a restart: {value}", { value: plain(row.next) }), "warn")) : now;
}

/** Changes one setting by the command that checks it. */
function changing(row, hand) {
  const say = (value) => hand.say(["/settings", row.key, value].join(" "));
  const field = fieldOf(row);
  const submit = (event) => {
    event.preventDefault();
    if (field.value.trim()) say(field.value.trim());
  };
  openDrawer(
    row.key,
    h("p", {}, row.meaning.replaceAll("\u0060", "")),
    h("p", { class: "note" }, row.at_once ? t("A change takes effect at once.") : t("A change takes effect when multis is restarted.")),
    h("form", { onsubmit: submit }, field, h("p", { class: "deeds" }, h("button", { class: "main" }, t("Save")), button(t("Back to the default"), () => say("default")))),
  );
}

function fieldOf({ key, value, next, kind, options }) {
  const written = JSON.parse(next || value);
  const text = Array.isArray(written) ? written.join(", ") : String(written ?? "");
  const choices = kind === "true or false" ? ["true", "false"] : options;
  if (choices.length) return h("select", { "aria-label": key }, choices.map((each) => h("option", { value: each, selected: each === text }, each)));
  return h("input", { "aria-label": key, value: text, maxlength: "200" });
}
