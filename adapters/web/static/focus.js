// A view that is shown again stays as its reader left it: where the keyboard is, what is ticked,
// unfolded and half typed.
const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']";
const BOXES = "input[type=checkbox][value]";
const FIELDS = "input:not([type=checkbox], [type=file])";

const all = (view, which) => [...view.querySelectorAll(which)];
const nameOf = (control) => control.getAttribute("aria-label") ?? control.innerText;

/** Puts `parts` in place of what `view` holds, which is the same as it was before. */
export function replaceKeepingPlace(view, parts) {
  const restored = [keepTicks, keepFolds, keepWords, keepFocus].map((keep) => keep(view));
  replaceInSilence(view, parts);
  for (const restore of restored) restore();
}

/** A browser tells of a change in a field that goes while it is written in: nobody has entered that. */
function replaceInSilence(view, parts) {
  const silence = (event) => event.stopPropagation();
  view.addEventListener("change", silence, { capture: true });
  view.replaceChildren(...parts);
  view.removeEventListener("change", silence, { capture: true });
}

function keepTicks(view) {
  const ticked = new Set(all(view, `${BOXES}:checked`).map((box) => box.value));
  return () => all(view, BOXES).forEach((box) => ticked.has(box.value) && box.click());
}

/** What is unfolded is known by its title without its numbers, and by its turn among those of that title. */
function keepFolds(view) {
  const named = () => {
    const counted = {};
    return all(view, "details").map((each) => {
      const name = each.querySelector("summary").textContent.replace(/\d+/g, "");
      counted[name] = (counted[name] ?? 0) + 1;
      return [`${counted[name]} ${name}`, each];
    });
  };
  const unfolded = new Set(named().filter(([, each]) => each.open).map(([name]) => name));
  return () => named().forEach(([name, each]) => (each.open ||= unfolded.has(name)));
}

/** Words of fields that are the only ones of their name; whoever has sent them empties the field before. */
function keepWords(view) {
  const fields = () => Object.values(Object.groupBy(all(view, FIELDS), nameOf)).flatMap((alike) => (alike.length === 1 ? alike : []));
  const typed = new Map(fields().filter((field) => field.value !== field.defaultValue).map((field) => [nameOf(field), field.value]));
  return () => fields().forEach((field) => typed.has(nameOf(field)) && (field.value = typed.get(nameOf(field))));
}

/** Focus goes to the control that it was on, or to the one in its place. */
function keepFocus(view) {
  const focused = /** @type {any} */ (document.activeElement);
  const at = all(view, CONTROLS).indexOf(focused);
  if (at < 0) return () => {};
  const [name, start, end] = [nameOf(focused), focused.selectionStart, focused.selectionEnd];
  return () => {
    const controls = all(view, CONTROLS);
    const near = (one, other) => Math.abs(controls.indexOf(one) - at) - Math.abs(controls.indexOf(other) - at);
    const [same] = controls.filter((each) => nameOf(each) === name).sort(near);
    if (!same) return controls[Math.min(at, controls.length - 1)]?.focus();
    same.focus({ preventScroll: true }); // its reader may have scrolled on
    if (typeof start === "number") same.setSelectionRange(start, end);
  };
}
