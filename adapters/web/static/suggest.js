// Commands that begin as what is being typed, above the message. Tab and Enter take one; Enter sends
// what is a command already, unless an arrow has chosen another.
import { byId, h } from "./dom.js";

const MOST = 8;
const AROUND = 250; // pixels of a window that the list leaves to others
const HIGH = { narrow: 78, wide: 36 }; // pixels of a command

/** How many commands there is room for: the field below them stays in view, above a phone's keyboard too. */
function countRoom() {
  const high = matchMedia("(max-width: 44rem)").matches ? HIGH.narrow : HIGH.wide;
  return Math.max(2, Math.min(MOST, Math.floor((visualViewport.height - AROUND) / high)));
}

const BEGINNING = /^\/\w*$/;

/** `commands` are `{name, usage, summary}`. */
export function suggest(commands) {
  const text = byId("text");
  const list = byId("suggest");
  let at = 0;
  let chosen = false; // by an arrow

  function fitting() {
    if (!BEGINNING.test(text.value)) return [];
    const begun = text.value.slice(1).toLowerCase();
    return commands.filter((each) => each.name.startsWith(begun) && each.name !== begun).slice(0, countRoom());
  }

  function take(command) {
    text.value = `/${command.name}${command.usage ? " " : ""}`;
    text.dispatchEvent(new Event("input"));
    text.focus();
  }

  function show() {
    const found = fitting();
    at = Math.min(at, Math.max(found.length - 1, 0));
    list.replaceChildren(...found.map((each, n) => option(each, n)));
    list.hidden = !found.length;
    if (found.length) text.setAttribute("aria-activedescendant", `suggest-${at}`);
    else text.removeAttribute("aria-activedescendant");
  }

  function option(command, n) {
    const props = { id: `suggest-${n}`, role: "option", "aria-selected": String(n === at), onmousedown: (event) => (event.preventDefault(), take(command)) };
    return h("li", props, h("b", {}, `/${command.name}`), ` ${command.usage}`, h("span", {}, command.summary));
  }

  text.addEventListener("input", () => {
    at = 0;
    chosen = false;
    show();
  });
  text.addEventListener("blur", () => (list.hidden = true));
  // First to hear of a key: what it takes, the composer does not send.
  text.addEventListener("keydown", (event) => {
    const found = fitting();
    if (!found.length || list.hidden || event.isComposing) return;
    const enters = event.key === "Enter" && !event.shiftKey && (chosen || !commands.some((each) => `/${each.name}` === text.value));
    if ((event.key === "Tab" && !event.shiftKey) || enters) take(found[at]);
    else if (event.key === "Enter") return void (list.hidden = true);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      at = (at + (event.key === "ArrowDown" ? 1 : found.length - 1)) % found.length;
      chosen = true;
    }
    else if (event.key === "Escape") return void (list.hidden = true);
    else return;
    event.preventDefault();
    show();
  }, { capture: true });
}
