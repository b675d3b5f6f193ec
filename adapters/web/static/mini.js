// The page inside Telegram. It signs in with what Telegram put behind the #, and tells Telegram's app
// what it needs to know, without a script of Telegram's.
import { drop, has, isMini, keep } from "./key.js";
import { t } from "./words.js";

const TELEGRAM = "https://web.telegram.org";
const LAUNCH = "multis-launch"; // what the session came from: another account signs in anew

/** Signs in where Telegram opened this page; does nothing anywhere else. */
export async function enterFromTelegram() {
  if (!isMini) return;
  const data = new URLSearchParams(location.hash.slice(1)).get("tgWebAppData");
  if (data === null) return;
  history.replaceState(null, "", location.pathname);
  tell("web_app_ready");
  tell("web_app_expand");
  if (has() && sessionStorage.getItem(LAUNCH) === data) return; // loaded again
  drop();
  await enter(data);
  sessionStorage.setItem(LAUNCH, data);
}

async function enter(data) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/mini/enter", { method: "POST", headers, body: JSON.stringify({ data }) });
  const told = await answer.json().catch(() => ({ error: t("Something went wrong in multis. Its log has the details.") }));
  if (!answer.ok) throw new Error(told.error);
  keep(told.key);
}

/** Opens an address outside of the page. */
export function openOutside(address) {
  if (isMini && tell("web_app_open_link", { url: address })) return;
  window.open(address, "_blank", "noopener,noreferrer");
}

/** Tells Telegram's app something, in the way that it listens; whether there is one. */
function tell(type, data = {}) {
  const app = /** @type {any} */ (globalThis);
  const said = JSON.stringify(data);
  if (app.TelegramWebviewProxy) app.TelegramWebviewProxy.postEvent(type, said);
  else if (typeof app.external?.notify === "function") app.external.notify(JSON.stringify({ eventType: type, eventData: data }));
  else if (parent !== window) parent.postMessage(JSON.stringify({ eventType: type, eventData: data }), TELEGRAM);
  else return false;
  return true;
}
