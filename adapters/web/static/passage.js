// A passage in the drawer: as the page it stands on looks, or as text with what stands round it.
import { button, byId, h } from "./dom.js";
import { original, passageOf } from "./api.js";
import { makeRoom, onLeave, openDrawer } from "./drawer.js";
import { textOf } from "./reader/text.js";
import { toast } from "./toast.js";
import { t } from "./words.js";

const WIDER = 20; // passages before and after, where more is asked for
const LOOKS = { pdf: showPdf, image: showPicture };

/**
 * `among` are the ids of an answer's citations: arrows lead from one to the next. `seen` are
 * arguments that say whose eyes look.
 */
export async function openPassage(id, among = [], { around = 1, asText = false, seen = {} } = {}) {
  try {
    const passage = await passageOf({ id, around, ...seen });
    const again = (options) => openPassage(id, among, { around, asText, seen, ...options });
    const looks = passage.type in LOOKS && !asText;
    const place = h("div", { class: "reading" }, textOf(passage));
    const deeds = h(
      "p",
      { class: "deeds" },
      h("span", { class: "tag" }, readers(passage)),
      leads(among, among.indexOf(id), { asText, seen }),
      looks ? button(t("As text"), () => again({ asText: true })) : null,
      asText ? button(t("As it looks"), () => again({ asText: false })) : null,
      !looks && around < WIDER ? button(t("Show more of the document"), () => again({ around: WIDER })) : null,
    );
    openDrawer(passage.where, deeds, place);
    byId("drawer-body").focus();
    if (looks) await LOOKS[passage.type](passage, place, deeds, seen);
    else if (passage.before.length) place.querySelector(".cited").scrollIntoView({ block: "center" });
  } catch (error) {
    toast(error.message, { failed: true });
  }
}

function leads(among, at, options) {
  if (among.length < 2) return null;
  const lead = (label, to) => button(label, () => openPassage(among[to], among, options), { disabled: to < 0 || to >= among.length, "data-lead": String(to - at) });
  return [lead(t("Previous"), at - 1), lead(t("Next"), at + 1), h("span", { class: "note" }, t("{number} of {count}", { number: at + 1, count: among.length }))];
}

/** Shows the file in place of the text; where there is none to show, there is the text, and why. */
async function instead(place, passage, open) {
  const waiting = h("p", { class: "note", role: "status" }, t("Opening the file …"));
  const giveUp = (error) => {
    waiting.textContent = t("Shown as text: {reason}", { reason: error.message });
    place.replaceChildren(waiting, textOf(passage));
  };
  place.prepend(waiting);
  await open(giveUp).catch(giveUp);
}

function showPdf(passage, place, deeds, seen) {
  let left = false;
  onLeave(() => (left = true));
  return instead(place, passage, async (giveUp) => {
    const [{ PdfView }, bytes] = await Promise.all([import("./reader/pdf.js"), original(passage.id, seen).then((blob) => blob.arrayBuffer())]);
    const view = await PdfView.open(bytes, passage, byId("drawer-body"));
    if (left) return view.close();
    onLeave(() => view.close());
    const zooms = [button("−", () => view.zoom(-1), { "aria-label": t("Smaller") }), button("+", () => view.zoom(1), { "aria-label": t("Larger") })];
    view.gaveUp = (error) => {
      view.close();
      zooms.forEach((each) => each.remove());
      giveUp(error);
    };
    place.replaceChildren(view.node);
    makeRoom();
    deeds.append(...zooms);
    await view.show().catch(view.gaveUp);
  });
}

/** A picture beside the text that was read in it. */
function showPicture(passage, place, _deeds, seen) {
  return instead(place, passage, async () => {
    const picture = await createImageBitmap(await original(passage.id, seen));
    const canvas = h("canvas", { class: "picture", role: "img", "aria-label": passage.name, width: picture.width, height: picture.height });
    canvas.getContext("2d").drawImage(picture, 0, 0);
    place.replaceChildren(canvas, textOf(passage));
  });
}

export function readers({ scope, whose = "" }) {
  if (scope === "kb") return t("kb: everyone");
  if (scope === "admin") return t("admin: only you");
  return t("private: {name}", { name: whose || scope.replace(/^user:/, "") });
}
