// Who may talk to multis, who asks to, who is invited, and what each of them sees.
import { button, byId, h, table, when } from "../dom.js";
import { look, post } from "../api.js";
import { copy } from "../copy.js";
import { openDrawer } from "../drawer.js";
import { toast } from "../toast.js";
import { number, t } from "../words.js";
import { heading, note, tag } from "./parts.js";
import { seeAs } from "./seen-as.js";

const ROLES = { owner: t("owner"), approved: t("approved"), blocked: t("blocked"), stranger: t("not let in") };
const DEEDS = { unblock: t("Unblock"), revoke: t("Revoke"), block: t("Block") };
const BY_ROLE = { blocked: ["unblock"], approved: ["revoke", "block"], stranger: ["block"] };
const LIMITS = { files: t("files a day"), megabytes: t("MB a day"), minutes: t("minutes of reading a day") };

export async function people(hand) {
  const everybody = await look("people");
  const known = everybody.known;
  const accounts = known.map((each) => known.filter((other) => other.person === each.person));
  const first = known.map((each) => each.key === each.person);
  const rows = known.map((each, at) => [first[at] ? nameOf(accounts[at]) : null, h("code", {}, each.key), tag(ROLES[each.role] ?? each.role), each.quota ? h("span", { class: "long" }, each.quota) : "", personDeeds(each, known, hand)]);
  const spans = accounts.map((each, at) => (first[at] ? each.length : 0));
  return [
    heading(t("People"), tag(number(first.filter(Boolean).length))),
    everybody.open ? note(t("access.policy is “open”: everybody else may talk to multis too.")) : null,
    everybody.asking.length ? asking(everybody.asking, hand) : null,
    inviting(hand),
    everybody.invited.length ? invited(everybody.invited, hand) : null,
    table(t("People"), [t("Name"), t("Key"), t("Role"), t("Limits"), t("Actions")], rows, { spans }),
  ];
}

/** The name of a person with these accounts; a guest of the page is called as the link that let them in. */
function nameOf(accounts) {
  const named = accounts.find(({ name }) => name);
  const guest = accounts.find(({ key }) => key.startsWith("web:"));
  if (named) return named.name;
  if (accounts[0].role === "owner") return t("You");
  return guest ? guest.key.slice("web:".length) : "—";
}

function personDeeds(person, known, hand) {
  if (person.role === "owner") return "";
  return h(
    "span",
    { class: "deeds" },
    person.role === "blocked" ? null : button(t("See as"), () => seeAs(person.key), { "aria-label": t("See as {person}", { person: person.name || person.key }) }),
    button(t("Limit"), () => limiting(person, hand)),
    (BY_ROLE[person.role] ?? []).map((deed) => button(DEEDS[deed], () => hand.say(`/users ${deed} ${person.key}`))),
    joinedWith(person, known, hand),
  );
}

/** A button that lists somebody's account with another one of theirs, or by itself again. */
function joinedWith(person, known, hand) {
  const others = known.filter((each) => each.role !== "owner" && each.person !== person.person);
  const together = known.some((each) => each !== person && each.person === person.person);
  if (together) return button(t("List apart"), () => hand.say(["/users", "part", person.key].join(" ")));
  return others.length ? button(t("Same person as …"), () => joining(person, others, hand)) : null;
}

function joining(person, others, hand) {
  const alike = (each) => each.name && each.name === person.name;
  const sorted = [...others.filter(alike), ...others.filter((each) => !alike(each))];
  const other = h("select", { "aria-label": t("Another account of the same person") }, sorted.map(({ key, name }) => h("option", { value: key }, [name, key].filter(Boolean).join(", "))));
  const join = () => hand.say(["/users", "join", other.value, person.key].join(" "), { done: () => byId("drawer").close() });
  openDrawer(
    t("The same person as {person}", { person: person.name || person.key }),
    h("p", {}, t("Both accounts are listed as one person. What each of them may do and see stays as it is.")),
    h("p", {}, other),
    h("p", { class: "deeds" }, button(t("List them as one"), join)),
  );
}

function limiting(person, hand) {
  const what = h("select", { "aria-label": t("What to limit") }, Object.entries(LIMITS).map(([value, text]) => h("option", { value }, text)));
  const most = h("input", { type: "number", min: "0", max: "1000000", required: true, "aria-label": t("At most; 0 for no limit"), placeholder: t("At most; 0 for no limit") });
  const submit = (event) => {
    event.preventDefault();
    hand.say(["/users", "limit", person.key, what.value, most.value].join(" "));
  };
  openDrawer(
    t("Limits of {person}", { person: person.name || person.key }),
    h("p", {}, person.quota),
    h("div", { class: "row wraps" }, what, most),
    h("p", { class: "deeds" }, button(t("Save"), submit), button(t("Back to the usual ones"), () => hand.say(["/users", "limit", person.key, "default"].join(" ")))),
  );
}

/** A link for a guest of this page, and one for whoever has another platform. */
function inviting(hand) {
  const name = h("input", { "aria-label": t("Name of a guest"), placeholder: t("Name of a guest"), maxlength: "31" });
  const forPage = async (event) => {
    event.preventDefault();
    if (!name.value.trim()) return;
    try {
      const { address } = await post("/guest", { name: name.value });
      name.value = "";
      showLink(`${location.origin}${address}`);
      await hand.after();
    } catch (error) {
      toast(error.message, { failed: true });
    }
  };
  const elsewhere = () => name.value.trim() && hand.open(t("Invitation"), ["/invite", name.value.trim()].join(" "), { done: () => (name.value = "") });
  return h("form", { class: "row wraps", onsubmit: forPage }, name, h("button", {}, t("Link to this page")), button(t("Link to a chat"), elsewhere));
}

function showLink(link) {
  openDrawer(t("A link for your guest"), h("p", {}, t("It works once, within 15 minutes. Send it to nobody else.")), h("p", {}, h("code", { class: "link-text" }, link)), h("p", { class: "deeds" }, button(t("Copy"), () => copy(link))));
}

function invited(invitations, hand) {
  const line = ({ id, name, expires_at: end }) => h("li", {}, h("b", {}, name || String(id)), " ", when(end), " ", button(t("Withdraw"), () => hand.say(["/invite", "withdraw", id].join(" "))));
  return h("section", { class: "card" }, h("h2", {}, t("Invited, until")), h("ul", { class: "plainlist waits" }, invitations.map(line)));
}

function asking(people, hand) {
  const code = h("input", { "aria-label": t("The code they gave you"), placeholder: t("The code they gave you"), maxlength: "12" });
  const decide = (verb) => () => code.value.trim() && hand.say(`/users ${verb} ${code.value.trim()}`, { done: () => (code.value = "") });
  const submit = (event) => {
    event.preventDefault();
    decide("approve")();
  };
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("Waiting to be let in")),
    h("ul", {}, people.map((each) => h("li", {}, each.name || each.key, " ", h("code", {}, each.key)))),
    h("form", { class: "row wraps", onsubmit: submit }, code, h("button", {}, t("Let in")), button(t("Turn away"), decide("deny"))),
  );
}
