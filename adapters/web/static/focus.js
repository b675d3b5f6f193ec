// Where the keyboard is stays there when a view is shown again, and what is chosen stays chosen.
const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']";

const nameOf = (control) => control.getAttribute("aria-label") ?? control.innerText;

/** Puts `parts` in place of what `view` holds; boxes with a value stay as they were ticked, and focus stays in its place. */
export function replaceKeepingPlace(view, parts) {
  const ticked = new Set([...view.querySelectorAll("input[type=checkbox][value]:checked")].map((box) => box.value));
  replaceKeepingFocus(view, parts);
  for (const box of view.querySelectorAll("input[type=checkbox][value]")) if (ticked.has(box.value)) box.click();
}

/** Focus goes to the control that it was on, or to the one in its place. */
function replaceKeepingFocus(view, parts) {
  const before = [...view.querySelectorAll(CONTROLS)];
  const at = before.indexOf(document.activeElement);
  const name = at < 0 ? "" : nameOf(before[at]);
  view.replaceChildren(...parts);
  const controls = [...view.querySelectorAll(CONTROLS)];
  if (at < 0 || !controls.length) return view.querySelector("[autofocus]")?.focus();
  const near = (one, other) => Math.abs(controls.indexOf(one) - at) - Math.abs(controls.indexOf(other) - at);
  const [same] = controls.filter((each) => nameOf(each) === name).sort(near);
  (same ?? controls[Math.min(at, controls.length - 1)]).focus();
}
