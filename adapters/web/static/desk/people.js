// Who may talk to multis, and who asks to.
import { button, h, table } from "../dom.js";
import { look } from "../api.js";
import { number, place, t } from "../words.js";
import { heading, note, tag } from "./parts.js";

const ROLES = { owner: t("owner"), approved: t("approved"), blocked: t("blocked") };
const DEEDS = { unblock: t("Unblock"), revoke: t("Revoke"), block: t("Block") };

export async function people(hand) {
  const everybody = await look("people");
  const rows = everybody.known.map((each) => [each.name || each.key, h("code", {}, each.key), tag(ROLES[each.role] ?? each.role), personDeeds(each, hand)]);
  return [
    heading(t("People"), tag(number(rows.length))),
    everybody.open ? note(t("access.policy is “open”: everybody else may talk to multis too.")) : null,
    everybody.asking.length ? asking(everybody.asking, hand) : null,
    table(t("People"), [t("Name"), t("Key"), t("Role"), t("Actions")], rows),
    note(...place(t("To get a link to this page for a guest, run {command}."), { command: h("code", {}, "multis web --guest NAME") })),
  ];
}

function personDeeds(person, hand) {
  if (person.role === "owner") return "";
  const deeds = person.role === "blocked" ? ["unblock"] : ["revoke", "block"];
  return h("span", { class: "deeds" }, deeds.map((deed) => button(DEEDS[deed], () => hand.say(`/users ${deed} ${person.key}`))));
}

function asking(people, hand) {
  const code = h("input", { "aria-label": t("The code they gave you"), placeholder: t("The code they gave you"), maxlength: "12" });
  const decide = (verb) => () => code.value.trim() && hand.say(`/users ${verb} ${code.value.trim()}`);
  const submit = (event) => {
    event.preventDefault();
    decide("approve")();
  };
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("Waiting to be let in")),
    h("ul", {}, people.map((each) => h("li", {}, each.name || each.key, " ", h("code", {}, each.key)))),
    h("form", { class: "row", onsubmit: submit }, code, h("button", {}, t("Let in")), button(t("Turn away"), decide("deny"))),
  );
}
