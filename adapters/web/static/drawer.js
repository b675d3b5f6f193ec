// The drawer at the side, which shows one thing beside the page or over it.
import { byId } from "./dom.js";

let leave = null; // lets go of what is shown
let returning = false; // whether the browser is on its way from the place of a drawer that has closed
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

const remember = () => history.pushState({ drawer: true }, "");

function show(drawer) {
  if (!returning) remember();
  // Where there is room it stands beside the page, which stays in use.
  const beside = matchMedia("(min-width: 70rem)").matches;
  drawer.classList.toggle("beside", beside);
  document.body.classList.toggle("beside", beside);
  if (beside) return drawer.show();
  drawer.showModal();
  drawer.append(byId("toasts")); // outside of it nothing could be pressed
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
addEventListener("popstate", () => {
  if (!returning) return byId("drawer").close();
  returning = false;
  if (byId("drawer").open) remember(); // it was opened meanwhile
});
byId("drawer").addEventListener("close", () => {
  letGo();
  document.body.classList.remove("beside");
  document.body.append(byId("toasts"));
  if (returning || !history.state?.drawer) return;
  returning = true;
  history.back();
});
