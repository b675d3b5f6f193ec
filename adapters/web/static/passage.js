// The drawer that shows one passage, with what stands round it.
import { button, byId, h } from "./dom.js";
import { look } from "./api.js";
import { toast } from "./toast.js";
import { t } from "./words.js";

/** Opens the drawer; the browser's Back closes it. Null parts of its body are left out. */
export function openDrawer(title, ...body) {
  byId("drawer-title").textContent = title;
  byId("drawer-body").replaceChildren(...body.flat().filter((each) => each !== null && each !== undefined));
  byId("drawer-body").scrollTop = 0;
  const drawer = byId("drawer");
  if (drawer.open) return;
  history.pushState({ drawer: true }, "");
  // Where there is room it stands beside the page, which stays in use.
  const beside = matchMedia("(min-width: 70rem)").matches;
  drawer.classList.toggle("beside", beside);
  if (beside) drawer.show();
  else drawer.showModal();
}

addEventListener("keydown", (event) => {
  if (event.key === "Escape") byId("drawer").close();
});
const LEADS = { ArrowLeft: "-1", ArrowRight: "1" };
byId("drawer").addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea") || !(event.key in LEADS)) return;
  byId("drawer-body").querySelector(`[data-lead="${LEADS[event.key]}"]`)?.click();
});
addEventListener("popstate", () => byId("drawer").close());
byId("drawer").addEventListener("close", () => history.state?.drawer && history.back());

const WIDER = 20; // passages before and after, where more is asked for

/** `among` are the ids of an answer's citations: arrows lead from one to the next. */
export async function openPassage(id, among = [], around = 1) {
  try {
    const passage = await look("passage", { id, around });
    const at = among.indexOf(id);
    const lead = (label, to) => button(label, () => openPassage(among[to], among), { disabled: to < 0 || to >= among.length, "data-lead": String(to - at) });
    const round = (texts) => texts.map((text) => h("p", { class: "round" }, flowing(text)));
    openDrawer(
      passage.where,
      h(
        "p",
        { class: "deeds" },
        h("span", { class: "tag" }, readers(passage)),
        among.length > 1 ? [lead(t("Previous"), at - 1), lead(t("Next"), at + 1)] : null,
        around < WIDER ? button(t("Show more of the document"), () => openPassage(id, among, WIDER)) : null,
      ),
      ...round(passage.before),
      h("p", { class: "cited" }, flowing(passage.text)),
      ...round(passage.after),
    );
    byId("drawer-body").focus();
    if (passage.before.length) byId("drawer-body").querySelector(".cited").scrollIntoView({ block: "center" });
  } catch (error) {
    toast(error.message, { failed: true });
  }
}

const FULL = 60; // characters of a line that was broken for want of room

/** A line that goes on in the next one is one line: the page is not as wide as the document was. */
function flowing(text) {
  const lines = text.split("\n");
  return lines.reduce((told, line, at) => {
    const before = lines[at - 1];
    const goesOn = /^\p{Ll}/u.test(line) || (before.length > FULL && /^[\p{L}\p{N}(“"']/u.test(line));
    return `${told}${/[^\s|]$/.test(before) && goesOn ? " " : "\n"}${line}`;
  });
}

export function readers({ scope, whose }) {
  if (scope === "kb") return t("kb: everyone");
  if (scope === "admin") return t("admin: only you");
  return t("private: {name}", { name: whose || scope.replace(/^user:/, "") });
}
