// The drawer that shows one passage, with what stands round it.
import { byId, h } from "./dom.js";
import { look } from "./api.js";
import { toast } from "./toast.js";

export function openDrawer(title, ...body) {
  byId("drawer-title").textContent = title;
  byId("drawer-body").replaceChildren(...body);
  byId("drawer-body").scrollTop = 0;
  const drawer = byId("drawer");
  if (!drawer.open) drawer.showModal();
}

export async function openPassage(id) {
  try {
    const passage = await look("passage", { id });
    const round = (texts) => texts.map((text) => h("p", { class: "round" }, flowing(text)));
    openDrawer(
      passage.where,
      h("p", { class: "tag" }, readers(passage.scope)),
      ...round(passage.before),
      h("p", { class: "cited" }, flowing(passage.text)),
      ...round(passage.after),
    );
  } catch (error) {
    toast(error.message, { failed: true });
  }
}

/** A line that goes on in the next one is one line: the page is not as wide as the document was. */
const flowing = (text) => text.replace(/([^\s.:;!?|])\n(?=\p{Ll})/gu, "$1 ");

export function readers(scope) {
  if (scope === "kb") return "kb: everyone";
  if (scope === "admin") return "admin: you alone";
  return `private: ${scope.replace(/^user:/, "")}`;
}
