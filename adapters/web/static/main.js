// Starts the page: who is here, the line to the machine, and which page the address names.
import { button, byId, h } from "./dom.js";
import { replaceKeepingPlace } from "./focus.js";
import { Away, look, pause, post } from "./api.js";
import { Chat } from "./chat.js";
import { Hand, PAGES } from "./desk/desk.js";
import { heading } from "./desk/parts.js";
import { discard } from "./draft.js";
import { HOME, drop, isMini } from "./key.js";
import { Line } from "./line.js";
import { enterFromTelegram } from "./mini.js";
import { suggest } from "./suggest.js";
import { toast } from "./toast.js";
import { fitViewport } from "./viewport.js";
import { t } from "./words.js";
import { keepShell } from "./workers.js";

const chat = new Chat();
const hand = new Hand();
let me = null;
let shown = 0;
let held = null; // the page that the desk holds

function nav() {
  const pages = Object.entries(PAGES).filter(([, page]) => me.owner || !page.owner);
  const links = [["chat", t("Chat")], ...pages.map(([name, page]) => [name, page.title])];
  byId("nav").replaceChildren(...links.map(([name, title]) => h("a", { href: `#${name}`, "data-page": name }, title)));
}

async function route() {
  const name = location.hash.slice(1) || "chat";
  const page = PAGES[name];
  for (const link of byId("nav").querySelectorAll("a")) {
    if (link.dataset.page === (page ? name : "chat")) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  byId("chat").hidden = Boolean(page);
  byId("desk").hidden = !page;
  document.title = page ? `${page.title} · multis` : "multis";
  if (!page) {
    chat.appear();
    return;
  }
  await show(page);
  if (!byId("desk").contains(document.activeElement)) byId("desk").querySelector("[autofocus]")?.focus();
}

/** Only the last page that was asked for is shown, however long others take. */
async function show(page) {
  const turn = ++shown;
  const desk = byId("desk");
  desk.setAttribute("aria-busy", "true");
  try {
    const parts = await page.show(hand, me);
    if (turn !== shown) return;
    if (page === held) replaceKeepingPlace(desk, parts.filter(Boolean));
    else desk.replaceChildren(...parts.filter(Boolean));
    held = page;
  } catch (error) {
    if (turn === shown) fail(page, error);
  } finally {
    if (turn === shown) desk.removeAttribute("aria-busy");
  }
}

/** What is shown already stays, with what its reader is at. */
function fail(page, { message }) {
  if (page === held) return void toast(message, { failed: true });
  const again = h("p", { class: "deeds" }, button(t("Try again"), () => hand.after()));
  byId("desk").replaceChildren(heading(page.title), h("p", { class: "note", role: "alert" }, message), again);
  held = null;
}

function leave() {
  drop();
  discard();
  sessionStorage.clear(); // what they had chosen on the desk
  location.replace(HOME);
}

/** Says that the machine is away, and what becomes of what is written now. */
function showState(well) {
  byId("line").hidden = well;
  byId("line").textContent = well ? "" : navigator.onLine ? t("multis does not answer. What you send is kept and goes out when it is back.") : t("You are offline. What you send is kept and goes out when you are back.");
}

/** Who is here; asked again until multis answers. */
async function findMe() {
  for (;;) {
    try {
      return await look("me");
    } catch (error) {
      if (!(error instanceof Away)) throw error;
      showState(false);
      await pause();
    }
  }
}

async function start() {
  await enterFromTelegram();
  if (!isMini) keepShell();
  me = await findMe();
  showState(true);
  chat.begin(me);
  suggest(me.commands);
  nav();
  hand.after = async () => {
    const page = PAGES[location.hash.slice(1)];
    if (page) await show(page);
  };
  const line = new Line({
    entry: (entry) => {
      if (!hand.takes(entry)) chat.entry(entry);
      else if (entry.begins) chat.beginAnew(entry.text);
    },
    draft: (draft) => chat.draft(draft),
    state: showState,
  });
  line.open();
  fitViewport(() => chat.follow());
  addEventListener("hashchange", route);
  byId("leave").addEventListener("click", () => post("/leave").finally(leave));
  await route();
  document.documentElement.dataset.ready = "yes";
}

start().catch((error) => toast(error.message, { failed: true, again: () => location.reload() }));
