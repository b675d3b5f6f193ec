// The drawer at the side, which shows one thing beside the page or over it.
import { byId } from "./dom.js";

let leave = null; // lets go of what is shown
// What the page around it must know is told by classes of the body: a `:has` of the body would be
// asked about the whole page whenever an entry comes.

/** Opens the drawer; the browser's Back closes it. Null parts of its body are left out. */
export function openDrawer(title, ...body) {
  letGo();
  byId("drawer-title").textContent = title;
  byId("drawer-body").replaceChildren(...body.flat().filter((each) => each !== null && each !== undefined));
  if (!byId("drawer").open) show(byId("drawer"));
  byId("drawer-body").scrollTop = 0; // of what is closed it would not change
}

function show(drawer) {
  history.pushState({ drawer: true }, "");
  // Where there is room it stands beside the page, which stays in use.
  const beside = matchMedia("(min-width: 70rem)").matches;
  drawer.classList.toggle("beside", beside);
  document.body.classList.toggle("beside", beside);
  if (beside) drawer.show();
  else drawer.showModal();
}

/** `act` is done once, when the drawer closes or shows something else. */
export function onLeave(act) {
  leave = act;
}

/** Makes room for the pages of a file, until something else is shown. */
export function makeRoom() {
  document.body.classList.add("leafing");
}

function letGo() {
  document.body.classList.remove("leafing");
  leave?.();
  leave = null;
}

const LEADS = { ArrowLeft: "-1", ArrowRight: "1" };

addEventListener("keydown", (event) => {
  if (event.key === "Escape") byId("drawer").close();
});
byId("drawer").addEventListener("keydown", (event) => {
  if (/** @type {Element} */ (event.target).matches("input, textarea") || !(event.key in LEADS)) return;
  byId("drawer-body").querySelector(`[data-lead="${LEADS[event.key]}"]`)?.click();
});
addEventListener("popstate", () => byId("drawer").close());
byId("drawer").addEventListener("close", () => {
  letGo();
  document.body.classList.remove("beside");
  if (history.state?.drawer) history.back();
});
