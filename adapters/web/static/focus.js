// Where the keyboard is stays there when a view is shown again.
const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']";

const nameOf = (control) => control.getAttribute("aria-label") ?? control.innerText;

/** Puts `parts` in place of what `view` holds; focus goes to the control that it was on, or to the one in its place. */
export function replaceKeepingFocus(view, parts) {
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
