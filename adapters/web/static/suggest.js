// Commands that begin as what is being typed, above the message. Tab takes one, Enter sends as ever.
import { byId, h } from "./dom.js";

const SHOWN = 8;
const BEGINNING = /^\/\w*$/;

/** `commands` are `{name, usage, summary}`. */
export function suggest(commands) {
  const text = byId("text");
  const list = byId("suggest");
  let at = 0;

  function fitting() {
    if (!BEGINNING.test(text.value)) return [];
    const begun = text.value.slice(1).toLowerCase();
    return commands.filter((each) => each.name.startsWith(begun) && each.name !== begun).slice(0, SHOWN);
  }

  function take(command) {
    text.value = `/${command.name}${command.usage ? " " : ""}`;
    show();
    text.focus();
  }

  function show() {
    const found = fitting();
    at = Math.min(at, Math.max(found.length - 1, 0));
    list.replaceChildren(...found.map((each, n) => option(each, n)));
    list.hidden = !found.length;
    text.setAttribute("aria-expanded", String(found.length > 0));
    if (found.length) text.setAttribute("aria-activedescendant", `suggest-${at}`);
    else text.removeAttribute("aria-activedescendant");
  }

  function option(command, n) {
    const props = { id: `suggest-${n}`, role: "option", "aria-selected": String(n === at), onmousedown: (event) => (event.preventDefault(), take(command)) };
    return h("li", props, h("b", {}, `/${command.name}`), ` ${command.usage}`, h("span", {}, command.summary));
  }

  text.addEventListener("input", () => ((at = 0), show()));
  text.addEventListener("blur", () => (list.hidden = true));
  text.addEventListener("keydown", (event) => {
    const found = fitting();
    if (event.key === "Enter") queueMicrotask(() => (list.hidden = true));
    if (!found.length || list.hidden) return;
    if (event.key === "Tab" && !event.shiftKey) take(found[at]);
    else if (event.key === "ArrowDown") at = (at + 1) % found.length;
    else if (event.key === "ArrowUp") at = (at + found.length - 1) % found.length;
    else if (event.key === "Escape") return void (list.hidden = true);
    else return;
    event.preventDefault();
    show();
  });
}
