// The page in a real browser. Reads {origin, links, guide, shots} from stdin; tells one JSON line for
// each scenario: its name, how long it took, and what went wrong. Of several `parts`, each plays its
// share of the scenarios, in a browser and a home of its own.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const http = require("node:http");
const { chromium } = require("playwright-core");
const AXE = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const ARGUMENTS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", "--host-resolver-rules=MAP evil.example 127.0.0.1",
];
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 780 };
const EVIL = "<img src=x onerror=window.hacked=1>.txt";
const SCRIPT = "<script>window.hacked=1</script>";
// Scenes in which much depends on how wide the page is, beside those that name widths of their own.
const AT_EACH_WIDTH = new Set([
  "a file is sent, a question asked, and its source opened",
  "from one citation the arrows lead to the next, and more of the document is shown",
  "a document is given to other readers and deleted",
  "many documents are uploaded to the desk, filtered, chosen, deleted and restored",
  "a memory is edited, and the change taken back",
  "facts are ended, merged, deleted and restored, and their history has both deeds",
  "a score is shown with its parts",
  "a guest sees what is for everybody and none of the owner's pages",
  "a file comes back, and no address holds a secret",
  "what is said while the machine is away is said once it is back, and once",
  "what buttons of the desk do leaves the conversation alone, also after a reload",
  "clearing asks first and can be undone",
  "conversations are found, opened, renamed, pinned, exported and deleted",
  "an answer is copied and asked for again, a question edited, and code copied",
  "an arrow and Enter take a command, and Back closes the drawer",
  "settings tell what they mean, and health says in one line how it is",
  "an answer says why, takes an opinion, and opens a link after a question",
  "everything can be done with the keyboard",
  "a setting is changed on the desk, and one that needs a restart says so",
  "a voice message is recorded, discarded or sent, where voice is set up",
  "each chart has its figures in a table",
  "without a network the page opens with what was typed, and keeps nothing private",
  "files are dropped, pasted and picked, and an answer is read aloud",
  "documents are found by each filter, sorted, and led through page by page",
  "a citation of a PDF opens its page with the passage marked",
  "a citation of a text opens with headings and tables, each paragraph once",
  "older entries come by scrolling up, to the very first, and the place is kept",
  "the usage of a model is told in its currency, with as many digits as it needs, and its bars are not flattened",
]);
const OF_ALL = "no request has left the machine"; // asked after whatever was played
const PAGES = ["documents", "memory", "search", "people", "usage", "health", "settings"];

const given = JSON.parse(fs.readFileSync(0, "utf8"));
const asked = new Set();
let browser;
let ready = null; // seconds
let figures = null; // of the scenario that is played
let width = given.width; // of pages that name none; 0: wide

/** Keeps what a scenario has measured, for whoever reads its line. */
const measured = (all) => (figures = all);

const SIGN_INS = 19; // that the page allows in a minute, and a little fewer
const entered = [];

/** Waits while more people would sign in than the page allows in a minute. */
async function admitted() {
  while (entered.length >= SIGN_INS && Date.now() - entered.at(-SIGN_INS) < 61_000) await new Promise((done) => setTimeout(done, 500));
  entered.push(Date.now());
}

let usual = null; // the session of most scenarios

/** A page of the owner: in the usual session, or in one of its own by `link`. */
async function signedIn(options = {}, link = usual ? null : given.links.pop(), mine = true) {
  if (link) await admitted();
  const context = await browser.newContext({ viewport: width ? { width, height: 780 } : WIDE, ...(link ? {} : { storageState: usual }), ...options });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  page.on("request", (request) => asked.add(new URL(request.url()).host));
  page.on("dialog", () => assert.fail("a dialog opened"));
  await page.goto(link ? `${given.origin}/enter#${link}` : given.origin);
  await page.waitForSelector("html[data-ready]");
  if (mine) usual ??= await context.storageState();
  await beginNew(page); // all scenarios are one person's
  return page;
}

const signedInAsGuest = (options = {}) => signedIn(options, given.guests.pop(), false);

async function beginNew(page) {
  await press(page, "/new");
  const told = page.locator(".toast", { hasText: "New conversation." });
  await told.waitFor();
  await told.evaluateAll((toasts) => toasts.forEach((each) => each.querySelector("[aria-label=Dismiss]").click())); // it goes by itself too
  await page.waitForSelector("#welcome");
}

/** Says a command as a button of the desk does. */
async function press(page, text) {
  await page.evaluate(async (text) => {
    const { DESK, newKey, say } = await import("/static/api.js");
    await say({ key: DESK + newKey(), text });
  }, text);
}

const answers = (page) => page.locator(".turn.multis:not(.waiting)");

async function say(page, words) {
  const before = await answers(page).count();
  await page.fill("#text", words);
  await page.keyboard.press("Enter");
  await answers(page).nth(before).waitFor();
  return answers(page).nth(before);
}

async function send(page, file, scope = "kb") {
  await page.setInputFiles("#files", file);
  await page.selectOption("#scope", scope);
  const before = await answers(page).count();
  await page.click("#send");
  await answers(page).nth(before).waitFor();
  return answers(page).nth(before);
}

async function open(page, name) {
  await page.click(`nav a[data-page="${name}"]`);
  await page.waitForSelector(`nav a[data-page="${name}"][aria-current]`); // only then is the desk busy with it
  await page.waitForSelector("#desk:not([aria-busy]) h1");
}

/** The cookies that a program hears which serves another port of this machine. */
async function heardOnAnotherPort(page) {
  let cookies = "";
  const neighbour = http.createServer((request, response) => {
    cookies = request.headers.cookie ?? "";
    response.end("a harmless page");
  });
  await new Promise((done) => neighbour.listen(0, "127.0.0.1", done));
  const visit = await page.context().newPage();
  await visit.goto(`http://127.0.0.1:${neighbour.address().port}/`);
  assert.equal(await visit.evaluate(() => localStorage.length), 0);
  await visit.close();
  await new Promise((done) => neighbour.close(done) ?? neighbour.closeAllConnections());
  return cookies;
}

const textFile = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

const WITH_MODEL = () => require("./scenes/model.js")({ signedIn, open, answers, inspect, examine, given, measured, NARROW, WIDE });

const scenarios = {
  async "a file is sent, a question asked, and its source opened"() {
    const page = await signedIn();
    assert.match(await (await send(page, given.guide)).innerText(), /Indexed guesthouse\.md|guesthouse\.md has not changed/);
    const answer = await say(page, "When is check-out on Sundays?");
    assert.match(await answer.innerText(), /on Sundays it is at noon/);
    await answer.locator(".cite").first().click();
    await page.waitForSelector("dialog[open] .cited");
    assert.match(await page.innerText("dialog .cited"), /the first ferry to the mainland/);
    assert.match(await page.innerText("#drawer-title"), /guesthouse\.md/);
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog[open]", { state: "detached" });
  },

  async "from one citation the arrows lead to the next, and more of the document is shown"() {
    const page = await signedIn();
    await send(page, given.guide);
    await page.evaluate(async () => {
      const { look } = await import("/static/api.js");
      const { openPassage } = await import("/static/passage.js");
      const ids = (await look("search", { q: "breakfast check-out" })).found.slice(0, 2).map((each) => each.id);
      await openPassage(ids[0], ids);
    });
    const cited = () => page.innerText("dialog[open] .cited");
    const first = await cited();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((first) => document.querySelector("dialog[open] .cited").innerText !== first, first);
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((first) => document.querySelector("dialog[open] .cited").innerText === first, first);
    const around = await page.locator("dialog .round").count();
    await page.getByRole("button", { name: "Show more of the document" }).click();
    await page.waitForFunction((around) => document.querySelectorAll("dialog .round").length > around, around);
    assert.equal(await cited(), first);
  },

  async "a document is given to other readers and deleted"() {
    const page = await signedIn();
    await send(page, textFile("plan.md", "# Plan\n\nThe boat is painted in May.\n"));
    await open(page, "documents");
    const row = page.locator("tr", { hasText: "plan.md" });
    assert.match(await row.innerText(), /kb: everyone/);
    await row.getByText("plan.md").click();
    await page.waitForSelector("dialog[open] .passages li");
    assert.match(await page.innerText("dialog .passages"), /The boat is painted in May/);
    await page.locator("dialog").getByText("Make it admin").click();
    await page.locator("tr", { hasText: "plan.md" }).getByText("admin: only you").waitFor();
    await page.locator("dialog").getByText("Make it kb").waitFor();
    assert.match(await page.evaluate(() => document.activeElement.textContent), /Make it kb/, "the keyboard is where it was");
    await page.locator("dialog").getByText("Delete").click();
    await row.waitFor({ state: "detached" });
    await page.waitForSelector("dialog[open]", { state: "detached" });
    await page.locator(".toast", { hasText: "deleted" }).getByRole("button", { name: "Undo" }).click();
    await row.waitFor();
  },

  async "many documents are uploaded to the desk, filtered, chosen, deleted and restored"() {
    const page = await signedIn();
    await open(page, "documents");
    const files = [1, 2, 3].map((n) => textFile(`many-${n}.md`, `# Many ${n}\n\nThis is paper ${n} of a pile.\n`));
    const other = `other-${page.viewportSize().width}.txt`;
    await page.setInputFiles("#desk input[type=file]", [...files, textFile(other, `Something else: ${other}.`)]);
    await page.locator("tr", { hasText: other }).waitFor();
    await page.fill(".filters input", "many-");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll("#desk tbody tr").length === 3);
    await page.evaluate(() => document.querySelector("#desk tbody").classList.add("before"));
    await page.selectOption(".filters select >> nth=4", "indexed");
    await page.waitForSelector("#desk tbody:not(.before)"); // the list in its new order
    await page.getByLabel("All on this page").check();
    await page.locator(".chosen").getByText("Make it admin").click();
    await page.waitForFunction(() => [...document.querySelectorAll("#desk tbody tr")].every((each) => each.innerText.includes("only you")));
    await page.getByLabel("Choose many-2.md").check();
    await page.locator(".chosen").getByText("1 chosen").waitFor();
    await page.locator(".chosen").getByText("Delete").click();
    await page.waitForFunction(() => document.querySelectorAll("#desk tbody tr").length === 2);
    await page.locator(".toast", { hasText: "deleted" }).getByText("Undo").click();
    await page.waitForFunction(() => document.querySelectorAll("#desk tbody tr").length === 3);
    await page.getByLabel("Choose many-2.md").check();
    await page.setInputFiles("#desk input[type=file]", textFile("many-4.md", "# Many 4\n\nThis paper came later.\n"));
    await page.locator("tr", { hasText: "many-4.md" }).waitFor(); // the list was shown again, with what was chosen
    await page.locator(".chosen").getByText("1 chosen").waitFor();
    assert.ok(await page.getByLabel("Choose many-2.md").isChecked());
    await page.getByLabel("All on this page").check();
    await page.locator(".chosen").getByText("4 chosen").waitFor();
    await page.locator(".chosen").getByText("Delete").click();
    await page.getByText("No document matches.").waitFor();
    await page.evaluate(() => sessionStorage.clear());
  },

  async "a memory is edited, and the change taken back"() {
    const page = await signedIn();
    await say(page, "/remember The boiler code is 4711");
    await open(page, "memory");
    const card = () => page.locator(".card", { hasText: "boiler" });
    await card().getByText("Edit").click();
    await page.fill(".card textarea", "The boiler code is 4712");
    await page.click(".card form button:has-text('Save')");
    await page.locator(".card .text", { hasText: "4712" }).waitFor();
    await card().getByText("History").click();
    await page.waitForSelector("dialog[open] .was");
    assert.match(await page.innerText("dialog .steps"), /was: The boiler code is 4711/);
    await page.keyboard.press("Escape");
    await page.getByText("Undo last change").click();
    await page.locator(".card .text", { hasText: "4711" }).waitFor();
  },

  async "facts are ended, merged, deleted and restored, and their history has both deeds"() {
    const page = await signedIn();
    for (const text of ["Jo likes green tea", "Green tea is what Jo always drinks", "The shed is let to Kim"]) await say(page, `/remember ${text}`);
    await open(page, "memory");
    const card = (text) => page.locator(".cards > .card:has(.text)", { hasText: text }); // of facts, not of notes
    await card("shed").getByText("No longer true").click();
    await card("shed").getByText("ended", { exact: true }).waitFor();
    await page.selectOption(".filters select >> nth=1", "ended");
    await card("likes green").waitFor({ state: "detached" });
    await page.selectOption(".filters select >> nth=1", "all");
    await card("likes green").locator("input").check();
    await card("always drinks").locator("input").check();
    await page.getByText("Keep the first, delete the others").click();
    await card("always drinks").waitFor({ state: "detached" });
    await page.getByText("Deleted in the last 30 days").click();
    await page.getByLabel("Restore Green tea is what Jo always drinks").click();
    await card("always drinks").getByText("History").click();
    await page.waitForSelector("dialog[open] .steps");
    assert.match(await page.innerText("dialog .steps"), /restored[^]*deleted[^]*added/);
    await page.keyboard.press("Escape");
    await page.fill(".filters input", "shed let");
    await page.keyboard.press("Enter");
    await card("always drinks").waitFor({ state: "detached" });
    await card("shed").waitFor();
    await page.evaluate(() => sessionStorage.clear());
  },

  async "a score is shown with its parts"() {
    const page = await signedIn();
    await send(page, given.guide);
    await open(page, "search");
    await page.fill("input[type=search]", "breakfast bread");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".shares svg rect");
    assert.match(await page.innerText(".shares small >> nth=0"), /words \d/);
  },

  async "a script in a name, a title, a text and an answer stays text everywhere"() {
    const page = await signedIn();
    const said = [];
    page.on("console", (message) => said.push(message.text()));
    const evil = textFile(EVIL, `# ${EVIL} ${SCRIPT}\n\nThe zebra says ${SCRIPT} ${EVIL} to everybody.\n`);
    assert.match(await (await send(page, evil)).innerText(), /<img src=x onerror/);
    const answer = await say(page, "What does the zebra say to everybody?");
    await say(page, `/remember ${EVIL} ${SCRIPT}`);
    await answer.locator(".cite").first().click();
    await page.waitForSelector("dialog[open] .cited");
    assert.match(await page.innerText("dialog .cited"), /<script>window/);
    await page.keyboard.press("Escape");
    for (const name of PAGES) await open(page, name);
    await open(page, "documents");
    await page.getByRole("button", { name: EVIL }).click();
    await page.waitForSelector("dialog[open]");
    await page.keyboard.press("Escape");
    await open(page, "search");
    await page.fill("input[type=search]", "zebra");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".shares");
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.locator("main img, dialog img").count(), 0);
    assert.deepEqual(said, []);
  },

  async "the browser itself refuses to take text for markup"() {
    const page = await signedIn();
    const refused = await page.evaluate(() => {
      try {
        document.body.innerHTML = "<p>no</p>";
        return "taken";
      } catch (error) {
        return error.name;
      }
    });
    assert.equal(refused, "TypeError");
  },

  async "a guest sees what is for everybody and none of the owner's pages"() {
    const owner = await signedIn();
    await send(owner, textFile("open.txt", "The garden gate is green."), "kb");
    await send(owner, textFile("closed.txt", "The cellar door is zanzibar."), "admin");
    const guest = await signedInAsGuest();
    assert.deepEqual(await guest.locator("nav a").allInnerTexts(), ["Chat", "Documents", "Memory", "Search", "Usage"]);
    await open(guest, "documents");
    const listed = await guest.innerText("#desk");
    assert.match(listed, /open\.txt/);
    assert.doesNotMatch(listed, /closed\.txt|Make it|Delete/);
    await open(guest, "search");
    await guest.fill("input[type=search]", "door gate");
    await guest.keyboard.press("Enter");
    await guest.waitForSelector(".shares");
    assert.doesNotMatch(await guest.content(), /zanzibar/);
    await guest.goto(`${given.origin}/#people`);
    await guest.getByText("That page is for the owner").waitFor();
  },

  async "under a foreign name there is nothing to see"() {
    const page = await signedIn();
    const port = new URL(given.origin).port;
    const answer = await page.goto(`http://evil.example:${port}/`);
    assert.equal(answer.status(), 403);
    assert.doesNotMatch(await page.content(), /composer/);
  },

  async "another site can neither read nor say anything, though the cookie is there"() {
    const page = await signedIn();
    const other = await page.context().newPage();
    await other.goto("about:blank");
    const told = await other.evaluate(async (origin) => {
      const tries = [
        fetch(`${origin}/look/documents`, { credentials: "include" }),
        fetch(`${origin}/say`, { method: "POST", credentials: "include", mode: "no-cors", body: '{"key":"12345678","text":"/docs"}' }).then((answer) => Promise.reject(answer.type)),
      ];
      return (await Promise.allSettled(tries)).map((each) => each.status);
    }, given.origin);
    assert.deepEqual(told, ["rejected", "rejected"]);
    await say(page, "/help"); // what was said before would stand before it
    assert.equal(await page.locator(".turn").count(), 2);
  },

  async "a program on another port gets the cookie and can do nothing with it"() {
    const page = await signedIn();
    await say(page, "/help");
    const got = await heardOnAnotherPort(page);
    assert.match(got, /multis=/);
    const tries = [["/look/me"], ["/look/documents"], ["/events"], ["/say", { key: "12345678", text: "/forget" }], ["/leave", {}]];
    for (const [path, body] of tries) {
      const headers = { Cookie: got, Origin: given.origin, "Content-Type": "application/json" };
      const answer = await fetch(given.origin + path, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) });
      assert.equal(answer.status, 401, path);
    }
    assert.equal(await page.locator(".turn.you").count(), 1);
    await say(page, "/help"); // its person is still signed in
  },

  async "a browser that has only the cookie is told so, once"() {
    const page = await signedIn();
    await page.evaluate(() => localStorage.clear());
    await page.goto(given.origin);
    await page.getByText("You are not signed in here.").waitFor();
    assert.equal(new URL(page.url()).pathname, "/locked");
  },

  async "a file comes back, and no address holds a secret"() {
    const page = await signedIn();
    const addresses = [];
    page.on("request", (request) => addresses.push(request.url()));
    await send(page, textFile("pier.txt", "The pier is closed in winter."));
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      say(page, "/docs pier.txt file").then((answer) => answer.locator("button.file").click()),
    ]);
    assert.equal(saved.suggestedFilename(), "pier.txt");
    assert.equal(fs.readFileSync(await saved.path(), "utf8"), "The pier is closed in winter.");
    const secrets = [await page.evaluate(() => localStorage.getItem("multis")), ...(await page.context().cookies()).map((each) => each.value)];
    assert.equal(secrets.length, 2);
    for (const secret of secrets) assert(!addresses.some((each) => each.includes(secret)));
  },

  async "a stolen cookie is worth nothing once its owner has signed out"() {
    const page = await signedIn({}, given.links.pop());
    const thief = await browser.newContext({ storageState: await page.context().storageState() });
    const stolen = await thief.newPage();
    await stolen.goto(given.origin);
    await stolen.waitForSelector("html[data-ready]");
    assert.equal(await stolen.evaluate(() => document.cookie), "");
    await page.click("#leave");
    await page.getByText("You are not signed in here.").waitFor();
    await stolen.getByText("You are not signed in here.").waitFor(); // its line was cut too
    assert.equal((await stolen.goto(`${given.origin}/look/documents`)).status(), 401);
  },

  async "what is said while the machine is away is said once it is back, and once"() {
    const page = await signedIn();
    await page.context().setOffline(true);
    await page.fill("#text", "/search nothing at all");
    await page.keyboard.press("Enter");
    assert.equal(await answers(page).count(), 0);
    await page.context().setOffline(false);
    await answers(page).first().waitFor();
    await say(page, "/help"); // what is said twice would stand before it
    assert.equal(await page.locator(".turn.you").count(), 2);
    assert.equal(await answers(page).count(), 2);
  },

  async "what buttons of the desk do leaves the conversation alone, also after a reload"() {
    const page = await signedIn();
    await say(page, "/help");
    for (let n = 0; n < 5; n++) await press(page, "/help");
    await say(page, "/status"); // what they said would stand before it
    assert.equal(await page.locator(".turn").count(), 4);
    await page.reload();
    await answers(page).nth(1).waitFor();
    assert.equal(await page.locator(".turn").count(), 4);
  },

  async "clearing asks first and can be undone"() {
    const page = await signedIn();
    await say(page, "/help");
    await page.click("#clear");
    await page.locator("dialog.ask").getByText("Cancel").click();
    assert.equal(await page.locator(".turn").count(), 2);
    await page.click("#clear");
    await page.locator("dialog.ask").getByRole("button", { name: "Clear" }).click();
    await page.waitForSelector("#welcome");
    await page.locator(".toast button", { hasText: "Undo" }).click();
    await page.locator(".turn.multis").waitFor();
    await page.reload();
    await page.locator(".turn.multis").waitFor();
    assert.equal(await page.locator(".turn").count(), 2);
  },

  async "conversations are found, opened, renamed, pinned, exported and deleted"() {
    const page = await signedIn();
    await say(page, "Where do quokkas sleep?");
    await page.keyboard.press("Alt+N");
    await page.waitForSelector("#welcome");
    await say(page, "/help");
    await page.click("#conversations");
    await page.locator("#drawer .card").first().waitFor();
    await page.locator("#drawer .card").evaluateAll((cards) => cards.forEach((each) => each.classList.add("before")));
    await page.fill("#drawer input[type=search]", "quokkas");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#drawer .card:not(.before)"); // what was found
    const row = (title) => page.locator("#drawer .card", { hasText: title });
    await row("quokkas").getByRole("button", { name: "Rename" }).click();
    await page.fill("#drawer form input", "Small animals quokkas");
    await page.keyboard.press("Enter");
    await row("Small animals").getByRole("button", { name: "Pin" }).click();
    await row("Small animals").getByRole("button", { name: "Unpin" }).waitFor();
    const saved = page.waitForEvent("download");
    await row("Small animals").getByRole("button", { name: "Export" }).click();
    const file = await saved;
    assert.equal(file.suggestedFilename(), "Small animals quokkas.md");
    const text = fs.readFileSync(await file.path(), "utf8");
    assert.match(text, /^# Small animals quokkas\n\n## You, .+\n\n> Where do quokkas sleep\?\n\n## multis, /);
    await row("Small animals").getByRole("button", { name: "Small animals" }).click();
    await page.locator(".you", { hasText: "quokkas" }).waitFor();
    assert.equal(await page.locator(".turn").count(), 2);
    await page.locator("#earlier").getByText("Back to the current one").click();
    await page.locator(".you", { hasText: "/help" }).waitFor();
    assert.ok(await page.locator("#earlier").isHidden());
    await page.click("#conversations");
    await row("Small animals").getByRole("button", { name: "Delete" }).click();
    await row("Small animals").waitFor({ state: "detached" });
    await page.locator(".toast button", { hasText: "Undo" }).click();
    await row("Small animals").waitFor();
    await row("Small animals").getByRole("button", { name: "Delete" }).click();
    await row("Small animals").waitFor({ state: "detached" });
    assert.equal(await page.locator(".you", { hasText: "/help" }).count(), 1);
  },

  async "an answer is copied and asked for again, a question edited, and code copied"() {
    const page = await signedIn({ permissions: ["clipboard-read", "clipboard-write"] });
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const answer = await say(page, "Where do wombats sleep?");
    await answer.getByRole("button", { name: "Copy", exact: true }).click();
    await page.locator(".toast", { hasText: "Copied." }).waitFor();
    assert.equal((await copied()).trim(), (await answer.locator(".body").innerText()).trim());
    await answer.getByRole("button", { name: "Ask again" }).click();
    await answers(page).nth(1).waitFor();
    assert.deepEqual(await page.locator(".you .said").allInnerTexts(), Array(2).fill("Where do wombats sleep?"));
    await page.locator(".you").last().getByRole("button", { name: "Edit" }).click();
    assert.equal(await page.inputValue("#text"), "Where do wombats sleep?");
    await page.evaluate(async () => {
      const { grow } = await import("/static/marks.js");
      document.getElementById("log").append(...grow([["pre", "print(1)", "python"]]));
    });
    assert.match(await page.locator(".code p").innerText(), /python/);
    await page.locator(".code button").click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()) === "print(1)");
  },

  async "what is typed survives a reload, an expired session and a lost network"() {
    const page = await signedIn({}, given.links.pop());
    await page.fill("#text", "a long question");
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    assert.equal(await page.inputValue("#text"), "a long question");
    await page.context().setOffline(true);
    await page.getByText("You are offline.").waitFor();
    assert.equal(await page.inputValue("#text"), "a long question");
    await page.context().setOffline(false);
    await page.context().clearCookies();
    await page.keyboard.press("Enter");
    await page.getByText("You are not signed in here.").waitFor();
    await admitted();
    await page.goto(`${given.origin}/enter#${given.links.pop()}`);
    await page.waitForSelector("html[data-ready]");
    assert.equal(await page.inputValue("#text"), "a long question");
    await page.fill("#text", "");
  },

  async "a network that goes while the line opens is told as gone"() {
    const page = await signedIn();
    await page.addInitScript(() => {
      const plain = window.fetch;
      window.fetch = async (address, ...rest) => {
        const answer = await plain(address, ...rest);
        if (String(address).startsWith("/events")) await new Promise((done) => (window.letThrough = done));
        return answer;
      };
    });
    await page.reload();
    await page.waitForFunction(() => window.letThrough);
    await page.context().setOffline(true);
    await page.getByText("You are offline.").waitFor();
    await page.evaluate(() => new Promise((done) => window.letThrough() ?? setTimeout(done)));
    assert.ok(await page.getByText("You are offline.").isVisible());
    await page.context().setOffline(false);
    await page.waitForFunction(() => window.letThrough() ?? document.getElementById("line").hidden);
  },

  async "an arrow and Enter take a command, and Back closes the drawer"() {
    const page = await signedIn();
    await page.fill("#text", "/st");
    await page.keyboard.press("ArrowDown");
    const name = await page.innerText("#suggest [aria-selected=true] b");
    await page.keyboard.press("Enter");
    assert.equal((await page.inputValue("#text")).trim(), name);
    assert.equal(await page.locator(".turn").count(), 0);
    await page.fill("#text", "");
    await say(page, "/help");
    await page.keyboard.press("ArrowUp");
    assert.equal(await page.inputValue("#text"), "/help");
    await page.fill("#text", "");
    await send(page, given.guide);
    const answer = await say(page, "When is check-out on Sundays?");
    await answer.locator(".cite").first().click();
    await page.waitForSelector("dialog[open] .cited");
    await page.goBack();
    await page.waitForSelector("dialog[open]", { state: "detached" });
    assert.ok(await page.locator("#text").isVisible());
  },

  async "a guest gets a link in one click, has limits, and the owner sees what they see"() {
    const page = await signedIn();
    await send(page, textFile("house.md", "# House\n\nThe stairs are swept on Mondays.\n"), "kb");
    await send(page, textFile("vault.md", "# Vault\n\nThe canary sits in the vault.\n"), "admin");
    await open(page, "people");
    await page.fill("#desk input", "kim");
    await page.getByRole("button", { name: "Link to this page" }).click();
    const link = await page.innerText("dialog[open] .link-text");
    await page.keyboard.press("Escape");
    const row = page.locator("tr", { hasText: "web:kim" });
    await row.getByRole("button", { name: "Limit" }).click();
    await page.fill("dialog[open] input", "3");
    await page.locator("dialog[open]").getByText("Save").click();
    await row.getByText("3 files").waitFor();
    await page.keyboard.press("Escape");
    await row.getByText("See as").click();
    await page.getByText("You see what web:kim sees.").waitFor();
    await page.locator("tr", { hasText: /^house\.md/ }).waitFor();
    assert.equal(await page.locator("tr", { hasText: "vault.md" }).count(), 0);
    await page.getByText("Back to my own view").click();
    await page.locator("tr", { hasText: "vault.md" }).waitFor();
    await admitted();
    const guest = await (await browser.newContext()).newPage();
    await guest.goto(link);
    await guest.waitForSelector("html[data-ready]");
    assert.equal(await guest.locator("nav a[data-page=people]").count(), 0);
    await page.context().close();
  },

  async "settings tell what they mean, and health says in one line how it is"() {
    const page = await signedIn();
    await open(page, "settings");
    await page.fill(".filters input", "platforms.web.port");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll("#desk tbody tr").length === 1);
    assert.match(await page.innerText("#desk tbody"), /on 127\.0\.0\.1[^]*MULTIS_PLATFORMS__WEB__PORT/i);
    await page.evaluate(() => sessionStorage.clear());
    await open(page, "health");
    await page.waitForSelector(".verdict");
    await page.getByText(/What doctor found: \d+ checks/).click();
    await page.locator("td", { hasText: "database" }).first().waitFor();
  },

  async "an answer says why, takes an opinion, and opens a link after a question"() {
    const page = await signedIn();
    await send(page, given.guide);
    const answer = await say(page, "When is check-out on Sundays?");
    await answer.getByText("Why").click();
    await page.waitForSelector("dialog[open] .shares svg");
    assert.match(await page.innerText("#drawer-body"), /\[1\] guesthouse\.md[^]*cited/);
    await page.keyboard.press("Escape");
    await answer.getByLabel("A good answer").click();
    await page.locator(".toast", { hasText: "Thank you" }).waitFor();
    assert.equal(await answer.getByLabel("A good answer").getAttribute("aria-pressed"), "true");
    await page.evaluate(async () => {
      const { grow } = await import("/static/marks.js");
      document.querySelector("#log").append(...grow([["p", ["a", "https://evil.example/path?q=1", "here"]]]));
    });
    await page.locator(".outside").click();
    assert.match(await page.innerText(".ask"), /https:\/\/evil\.example\/path\?q=1/);
    await page.locator(".ask").getByText("Cancel").click();
    assert.equal(page.context().pages().length, 1);
  },

  async "letters of charts are as large on a phone, and every page fits three widths"() {
    for (const width of [1280, 820, 390]) {
      const page = await signedIn({ viewport: { width, height: 800 }, deviceScaleFactor: width === 390 ? 3 : 1 });
      await page.addInitScript(noteLetters);
      await page.reload();
      await open(page, "health");
      await page.waitForSelector(".verdict"); // the last that comes
      await page.locator(".plot canvas").nth(4).waitFor();
      const high = await page.evaluate(() => Math.min(...globalThis.letters, ...[...document.querySelectorAll(".plot *")].map((each) => parseFloat(getComputedStyle(each).fontSize))));
      assert.ok(high >= 11 && high < 100, `${high} pixels`);
      assert.ok(await page.locator(".plot canvas").evaluateAll((all) => all.every((each) => Math.abs(each.width / devicePixelRatio - each.getBoundingClientRect().width) < 1)), "they are shown as large as they are drawn");
      const hidden = await page.evaluate(() => [...document.querySelectorAll("#nav a")].filter((each) => each.getBoundingClientRect().right > innerWidth).length);
      assert.equal(hidden, 0);
      for (const small of await page.locator(".tag, .cite, button").all()) {
        if (!(await small.isVisible())) continue; // in a part that is closed
        const box = await small.boundingBox();
        assert.ok(!box || box.height >= 23.9, await small.innerText());
      }
      await page.context().close();
    }
  },

  async "everything can be done with the keyboard"() {
    const page = await signedIn();
    await send(page, given.guide);
    await page.focus("#text");
    await page.keyboard.type("When is check-out on Sundays?");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".cite");
    for (let n = 0; n < 12; n++) {
      await page.keyboard.press("Shift+Tab");
      if (await page.evaluate(() => document.activeElement.className === "cite")) break;
    }
    await page.keyboard.press("Enter");
    await page.waitForSelector("dialog[open] .cited");
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.activeElement.className), "cite");
    await page.focus("#text");
    await page.keyboard.type("/sea");
    await page.waitForSelector("#suggest li");
    await page.keyboard.press("Tab");
    assert.equal(await page.inputValue("#text"), "/search ");
    await page.fill("#text", "/st");
    await page.keyboard.press("ArrowDown");
    assert.match(await page.innerText("#suggest [aria-selected=true]"), /\/status/);
    await page.keyboard.press("Escape");
    assert.ok(await page.locator("#suggest").isHidden());
    await page.fill("#text", "");
    await page.keyboard.press("Control+Home");
    await page.focus(".skip");
    assert.ok(await page.locator(".skip").isVisible());
  },

  async "every control has a name and every text its contrast, light and dark, wide and narrow"() {
    for (const [scheme, size, viewport] of [["light", "wide", WIDE], ["dark", "wide", WIDE], ["light", "narrow", NARROW], ["dark", "narrow", NARROW]]) {
      const page = await signedIn({ colorScheme: scheme, viewport, reducedMotion: "reduce" });
      await send(page, given.guide);
      await say(page, "When is check-out on Sundays?");
      await say(page, "/nonsense");
      await page.fill("#text", "/");
      for (const name of ["chat", ...PAGES]) {
        if (name !== "chat") await open(page, name);
        if (name === "health") await page.waitForSelector(".verdict");
        const wrong = [...(await page.evaluate(inspect)), ...(await examine(page))];
        assert.deepEqual(wrong, [], `${name}, ${scheme}, ${size}`);
        if (given.shots) await page.screenshot({ path: `${given.shots}/${name}-${scheme}-${size}.png` });
      }
      await page.context().close();
    }
  },

  async "the page is there within a second, and what it loads at first is light"() {
    const page = await signedIn();
    const sent = await page.evaluate(() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].filter((each) => !/\/(look|say|events)/.test(each.name)).map((each) => [each.name, each.transferSize]));
    const loaded = sent.reduce((sum, [, size]) => sum + size, 0);
    measured({ loaded });
    assert.ok(sent.some(([name, size]) => name.endsWith("/desk/health.js") && size > 0), "nothing was kept from before");
    assert.ok(loaded < 150_000, `${loaded} bytes`);
    await page.goto("about:blank");
    const begun = Date.now();
    await page.goto(given.origin);
    await page.waitForSelector("html[data-ready]");
    ready = (Date.now() - begun) / 1000;
    assert.ok(ready < given.patience, `${ready} s`);
  },

  ...require("./scenes/shell.js")({ signedIn, say, send, open, answers, examine, given }),
  ...require("./scenes/languages.js")({ signedIn, say, send, open, answers, inspect, examine, given, WIDE, NARROW }),
  ...require("./scenes/desk.js")({ signedIn, say, send, open, textFile, inspect, examine, given, NARROW, WIDE }),
  ...require("./scenes/keyboard.js")({ signedIn, send, answers, textFile, examine, given }),
  ...require("./scenes/again.js")({ signedIn, say, send, open, textFile, inspect, examine, WIDE, NARROW }),
  ...require("./scenes/views.js")({ signedIn, say, send, open, textFile, inspect, examine, given, NARROW, WIDE }),
  ...require("./scenes/meeting.js")({ signedIn, say, send, open, answers, admitted, textFile, inspect, examine, given, NARROW, WIDE }),
  ...require("./scenes/states.js")({ signedIn, say, open, inspect, examine, given, NARROW, WIDE }),
  ...require("./scenes/scrolling.js")({ signedIn, beginNew, say, given, measured }),
  ...require("./scenes/reading.js")({ signedIn, signedInAsGuest, say, send, open, textFile, examine, given }),
  ...require("./scenes/hostile.js")({ signedIn, say, send }),

  async "no request has left the machine"() {
    const own = new URL(given.origin).host;
    assert.deepEqual([...asked].filter((host) => host !== own && host !== `evil.example:${new URL(given.origin).port}`), []);
  },
};

/** In the page: keeps how high the letters are that are drawn from now on, in pixels of the page. */
function noteLetters() {
  const letters = (globalThis.letters = []);
  const draw = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (...text) {
    letters.push(parseFloat(this.font.match(/([\d.]+)px/)[1]) / devicePixelRatio);
    draw.apply(this, text);
  };
}

/** What axe finds wrong. */
async function examine(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => axe.run());
  return violations.flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 120)}`));
}

/** In the page: controls without a name, texts without contrast, and anything wider than the window. */
function inspect() {
  const wrong = [];
  if (document.scrollingElement.scrollWidth > innerWidth) wrong.push(`wider than the window: ${document.scrollingElement.scrollWidth}`);
  for (const control of document.querySelectorAll("button, input, select, textarea, a")) {
    if (!control.checkVisibility()) continue;
    const name = control.getAttribute("aria-label") || control.innerText?.trim() || control.labels?.[0]?.innerText || "";
    if (!name) wrong.push(`no name: ${control.outerHTML.slice(0, 80)}`);
  }
  for (const small of document.querySelectorAll("button:not(.outside), select, input:not([type=file]), textarea, summary, .tag, .cite, nav a")) {
    const { height } = small.getBoundingClientRect();
    if (small.checkVisibility() && height < 23.9) wrong.push(`${height.toFixed(1)} pixels high: ${small.outerHTML.slice(0, 80)}`);
  }
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => {
    const part = (value) => ((value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const ground = (node) => {
    for (; node; node = node.parentElement) {
      const color = rgba(getComputedStyle(node).backgroundColor);
      if (color[3] === 255) return color;
    }
    return rgba(getComputedStyle(document.body).backgroundColor);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !node.checkVisibility() || node.closest("svg title, noscript, .unseen, .skip")) continue;
    const style = getComputedStyle(node);
    const [a, b] = [light(rgba(node.closest("svg") ? style.fill : style.color)), light(ground(node))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5 && !node.closest(":disabled")) wrong.push(`contrast ${contrast.toFixed(2)}: ${walker.currentNode.data.trim().slice(0, 40)}`);
  }
  return [...new Set(wrong)];
}

(async () => {
  browser = await chromium.launch({ executablePath: given.chromium, args: ARGUMENTS });
  for (const [place, [name, play]] of Object.entries(given.model ? WITH_MODEL() : scenarios).entries()) {
    if (place % given.parts !== given.part && name !== OF_ALL) continue;
    if (given.only && given.only.split("|").every((each) => !name.includes(each))) continue;
    const begun = Date.now();
    let wrong = "";
    figures = null;
    for (width of AT_EACH_WIDTH.has(name) && !given.width ? [0, 820, 390] : [given.width]) {
      wrong ||= await play().then(() => "", (error) => `${width || "wide"}: ${error.stack}`);
      for (const context of browser.contexts()) await context.close();
    }
    console.log(JSON.stringify({ name, seconds: (Date.now() - begun) / 1000, wrong, figures }));
  }
  console.log(JSON.stringify({ ready }));
  await browser.close();
})();
