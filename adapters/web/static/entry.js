// One entry of a conversation as an element: one's own words, or an answer with what came with it.
import { button, h, svg, when } from "./dom.js";
import { download } from "./api.js";
import { copy } from "./copy.js";
import { grow } from "./marks.js";
import { openPassage, readers } from "./passage.js";
import { toast } from "./toast.js";
import { openWhy } from "./why.js";
import { t } from "./words.js";

export function asked(entry, act) {
  const files = entry.files.map((name) => h("span", { class: "file" }, name));
  const label = files.length > 0 && (entry.text === "kb" || entry.text === "admin"); // who may read them
  return h(
    "article",
    { class: "turn you", "aria-label": t("You"), "data-key": entry.key },
    h("div", { class: "bubble" }, files, label ? h("span", { class: "tag" }, readers({ scope: entry.text })) : entry.text ? h("p", { class: "said" }, entry.text) : null),
    h("div", { class: "acts" }, when(entry.at), entry.text && !entry.pressed && !label ? [button(t("Copy"), () => copy(entry.text)), files.length ? null : button(t("Edit"), () => act.fill(entry.text), { title: t("Edit and send it again") })] : null),
  );
}

/** An answer; `question` is what it answers, where that can be asked again. */
export function told(entry, act, question) {
  const body = h("div", { class: "body" }, grow(entry.tree, citing(entry)));
  return h(
    "article",
    { class: `turn multis${entry.failed ? " failed" : ""}`, "aria-label": "multis" },
    h("div", { class: "bubble" }, body, downloads(entry), choices(entry, act)),
    h(
      "div",
      { class: "acts" },
      when(entry.at),
      button(t("Copy"), () => copy(entry.text ?? body.innerText)),
      question ? button(t("Ask again"), () => act.again(question)) : null,
      isAsked(question) || entry.sources.length ? button(t("Why"), () => openWhy(entry, isAsked(question) ? question : "").catch(fail)) : null,
      isAsked(question) ? thumbs(entry, act) : null,
      "speechSynthesis" in window ? button(t("Read aloud"), () => readAloud(body.innerText)) : null,
    ),
  );
}

/** Whether that was a question rather than a command. */
const isAsked = (question) => Boolean(question) && !question.startsWith("/");

const fail = (error) => toast(error.message, { failed: true });
const THUMB = "M7 11v9H4v-9zm0 0 4-8a2.5 2.5 0 0 1 2.5 2.5V9h5a2 2 0 0 1 2 2.3l-1.1 7A2 2 0 0 1 17.4 20H7";
const OPINIONS = [["good", "", t("A good answer")], ["bad", "rotate(180 12 12)", t("A bad answer")]];

/** What the reader thinks of an answer. */
function thumbs(entry, act) {
  const buttons = OPINIONS.map(([opinion, turned, label]) => {
    const press = () => {
      for (const each of buttons) each.setAttribute("aria-pressed", String(each === one));
      act.react(entry, opinion);
    };
    const sign = svg("svg", { viewBox: "0 0 24 24", width: 16, height: 16, "aria-hidden": "true" }, svg("path", { d: THUMB, transform: turned, class: "thumb" }));
    const one = button(sign, press, { "aria-label": label, title: label, "aria-pressed": "false" });
    return one;
  });
  return buttons;
}

/** Reads a text in the browser's voice, or stops one that is read. */
function readAloud(text) {
  if (speechSynthesis.speaking) return speechSynthesis.cancel();
  speechSynthesis.speak(new SpeechSynthesisUtterance(text));
}

function choices(entry, act) {
  if (!entry.choices.length) return null;
  return h("div", { class: "choices" }, entry.choices.map((choice) => button(choice.label, () => act.press(choice))));
}

/** The files that came with an answer. */
export function downloads(entry) {
  return entry.files.map(({ name, reference }) =>
    reference
      ? h("p", {}, button(name, () => download(reference, name).catch((error) => toast(error.message, { failed: true })), { class: "file" }))
      : h("p", { class: "file" }, t("{name} is no longer there.", { name })),
  );
}

/** A citation is a button that opens its passage. */
export function citing(entry) {
  const sources = new Map(entry.sources.map((each) => [String(each.n), each]));
  const ids = entry.sources.map((each) => each.id);
  return (n) => {
    const source = sources.get(n);
    const label = described(n, source);
    return button(n, () => openPassage(source.id, ids), { class: "cite", title: label, "aria-label": label });
  };
}

function described(n, { file, first, last }) {
  if (!first) return t("Source {n}: {file}", { n, file });
  if (first === last) return t("Source {n}: {file}, page {page}", { n, file, page: first });
  return t("Source {n}: {file}, pages {first}–{last}", { n, file, first, last });
}
