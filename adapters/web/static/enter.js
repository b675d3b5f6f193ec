// The link's secret stands behind the #, so that it is in no log; it is exchanged here for a cookie
// and a key. Other ports of this machine get the cookie too, the key stays with this origin.
import { keep } from "./key.js";
import { t } from "./words.js";

const told = document.getElementById("told");

async function enter() {
  const answer = await fetch("/enter", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ link: location.hash.slice(1) }),
  });
  if (answer.ok) {
    keep((await answer.json()).key);
    location.replace("/");
    return;
  }
  told.textContent = (await answer.json()).error;
}

enter().catch(() => {
  told.textContent = t("multis does not answer. Is it running?");
});
