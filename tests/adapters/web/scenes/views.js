// What is seldom seen, at three widths, light and dark; and the deeds of the desk, each as its button sends it.
const assert = require("node:assert/strict");
const { pdf } = require("./making.js");

const TABLET = { width: 820, height: 1100 };
// A red square of 2 by 2 points.
const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5ErkJggg==", "base64");

module.exports = ({ signedIn, say, send, open, textFile, inspect, examine, given, NARROW, WIDE }) => {
  /** Plays `act` at three widths; what it checks is checked light and dark. */
  async function everywhere(act) {
    for (const viewport of [WIDE, TABLET, NARROW]) {
      const page = await signedIn({ viewport, reducedMotion: "reduce" });
      const check = async (name) => {
        for (const colorScheme of ["dark", "light"]) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual([...(await page.evaluate(inspect)), ...(await examine(page))], [], `${name}, ${viewport.width}, ${colorScheme}`);
          if (given.shots) await page.screenshot({ path: `${given.shots}/${name}-${colorScheme}-${viewport.width}.png` });
        }
      };
      await act(page, check);
      await page.unrouteAll({ behavior: "wait" });
      await page.context().close();
    }
  }

  /** Changes what a view of the desk is told. */
  const change = (page, view, more) => page.route(`**/look/${view}*`, async (route) => route.fulfill({ json: { ...(await (await route.fetch()).json()), ...more } }));

  /** What a button says to multis. */
  async function saidBy(page, press) {
    const said = page.waitForRequest((request) => request.url().endsWith("/say"));
    await page.evaluate(() => document.querySelector("#desk h1").classList.add("before"));
    await press();
    const { text } = (await said).postDataJSON();
    await page.waitForSelector("#desk:not([aria-busy]) h1:not(.before)"); // the view is shown again
    return text;
  }

  const close = async (page) => {
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog[open]", { state: "detached" });
  };

  return {
    async "a fact's history, and the questions before something is cleared or opened, have no fault"() {
      await everywhere(async (page, check) => {
        await say(page, "/remember The lamp of the pier is green");
        await page.click("#clear");
        await page.waitForSelector(".ask[open]");
        await check("question-clear");
        await page.keyboard.press("Escape");
        await page.waitForSelector(".ask", { state: "detached" });
        await page.evaluate(async () => {
          const { ask } = await import("/static/dialog.js");
          ask("Open this address?", `https://example.org/${"a-long-path/".repeat(20)}`, "Open");
        });
        await page.waitForSelector(".ask[open]");
        await check("question-link");
        await page.keyboard.press("Escape");
        await open(page, "memory");
        const card = page.locator(".cards > .card:has(.text)", { hasText: "lamp of the pier" }).first();
        await card.getByText("History").click();
        await page.waitForSelector("dialog[open] .steps li");
        await check("history");
        await close(page);
        await card.getByText("Delete", { exact: true }).click();
        await card.waitFor({ state: "detached" });
      });
    },

    async "the reader of PDFs, and a picture beside its text, have no fault"() {
      const lines = Array.from({ length: 30 }, (_, at) => `Paragraph ${at + 1} tells of lanterns and of quays.`);
      await everywhere(async (page, check) => {
        await send(page, { name: "lanterns.pdf", mimeType: "application/pdf", buffer: pdf([lines, ["The lantern of Vestholm burns from dusk until dawn."], lines]) });
        const answer = await say(page, "How long does the lantern of Vestholm burn?");
        await answer.locator(".cite").first().click();
        await page.locator("dialog[open] .sheet mark").first().waitFor();
        await check("reader-pdf");
        await page.getByLabel("Larger").click();
        await page.getByLabel("Smaller").click();
        await close(page);
        await page.route("**/passage?*", async (route) => route.fulfill({ json: { ...(await (await route.fetch()).json()), type: "image", name: "quay.png" } }));
        await page.route("**/original?*", (route) => route.fulfill({ body: PNG, contentType: "application/octet-stream" }));
        await answer.locator(".cite").first().click();
        await page.locator("dialog[open] canvas.picture").waitFor();
        await page.locator("dialog[open] .cited", { hasText: "lantern of Vestholm" }).waitFor();
        assert.equal(await page.evaluate(() => document.getElementById("drawer-body").scrollTop), 0, "it begins at its top, whatever was read before");
        await check("reader-picture");
        await close(page);
      });
    },

    async "citations of a mail, a saved page and a table open clean, with the passage marked"() {
      const mail = "From: Ann <ann@example.org>\r\nTo: Bo <bo@example.org>\r\nSubject: The gullwing hinge\r\nDate: Mon, 3 Mar 2025 10:00:00 +0000\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nThe gullwing hinge was greased by Torvald on Friday.\r\n";
      const html = "<!doctype html><html><head><title>Moorings</title><script>window.hacked=1</script></head><body><nav>Home</nav><main><h1>Moorings</h1><p>The mooring of the Halcyon costs <b>85 euros</b> a month.</p></main></body></html>";
      const csv = "Lamp,Height,Colour\nNorthlamp,12 m,green\nSouthlamp,9 m,amber\n";
      const files = [["hinge.eml", "message/rfc822", mail, "Who greased the gullwing hinge?", "greased by Torvald"], ["moorings.html", "text/html", html, "What does the mooring of the Halcyon cost?", "85 euros"], ["lamps.csv", "text/csv", csv, "What is the colour of the Southlamp?", "amber"]];
      await everywhere(async (page, check) => {
        for (const [name, mimeType, text, question, told] of files) {
          await send(page, { name, mimeType, buffer: Buffer.from(text) });
          const answer = await say(page, question);
          await answer.locator(".cite").first().click();
          await page.locator("dialog[open] .cited", { hasText: told }).waitFor();
          assert.doesNotMatch(await page.innerText("dialog[open] .cited"), /<b>|Content-Type|hacked/);
          if (name === "lamps.csv") assert.ok(await page.locator("dialog[open] .cited table").count(), "a table is a table");
          await check(`citation-${name}`);
          await close(page);
        }
      });
    },

    async "chosen documents are read again, a deleted fact comes back by undo, and each file shows its progress"() {
      await everywhere(async (page) => {
        const width = page.viewportSize().width;
        await page.setInputFiles("#files", [1, 2].map((n) => textFile(`spar-${n}-${width}.md`, `# Spar ${n}\n\nSpar ${n} of ${width} is of ash.\n`)));
        assert.equal(await page.locator("#staged progress").count(), 2);
        let go;
        const held = new Promise((done) => (go = done));
        await page.route("**/files?*", async (route) => (await held, route.continue()));
        await page.click("#send");
        await page.getByRole("progressbar", { name: `spar-1-${width}.md` }).waitFor();
        go();
        await page.locator(".turn.multis:not(.waiting)", { hasText: `spar-2-${width}.md` }).waitFor();
        await page.unrouteAll({ behavior: "wait" });
        await open(page, "documents");
        await page.fill(".filters input", "spar-"); // other scenes leave more than a page of them
        await page.keyboard.press("Enter");
        for (const n of [1, 2]) await page.getByLabel(`Choose spar-${n}-${width}.md`).check();
        await page.locator(".chosen").getByRole("button", { name: "Read again" }).click();
        await page.locator(".toast", { hasText: `spar-2-${width}.md` }).waitFor();
        await page.getByRole("link", { name: "Chat", exact: true }).click();
        await say(page, `/remember The spars of ${width} are oiled`);
        await open(page, "memory");
        const card = page.locator(".cards > .card:has(.text)", { hasText: `spars of ${width}` });
        await card.getByRole("button", { name: "Delete" }).click();
        await card.waitFor({ state: "detached" });
        await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
        await card.waitFor();
      });
    },

    async "documents are found by each filter, sorted, and led through page by page"() {
      const page = await signedIn();
      await send(page, textFile("barrels.md", "# Barrels\n\nThe barrels are of oak.\n"));
      await open(page, "documents");
      for (const [label, value, asked] of [["Who can read it", "kb", "scope=kb"], ["Type", "md", "type=md"], ["State", "whole", "state=whole"], ["Indexed", "7", "days=7"], ["Order", "size", "order=size"]]) {
        const request = page.waitForRequest((each) => each.url().includes(asked));
        await page.locator(".filters").getByLabel(label, { exact: true }).selectOption(value);
        await (await request).response();
        await page.waitForSelector("#desk:not([aria-busy])");
      }
      const down = page.waitForRequest((each) => each.url().includes("descending=1"));
      await page.getByLabel("Ascending").click();
      await (await down).response();
      await page.locator("tr", { hasText: "barrels.md" }).waitFor();
      await change(page, "documents", { total: 120 });
      await page.reload();
      const next = page.waitForRequest((each) => each.url().includes("offset=50"));
      await page.locator(".pager").getByText("Next").click();
      await (await next).response();
      assert.deepEqual(await examine(page), []);
      await page.unrouteAll({ behavior: "wait" });
      await page.evaluate(() => sessionStorage.clear());
    },

    async "a document has its outline, its passages and who was answered from it, and watched folders are named"() {
      await everywhere(async (page, check) => {
        await send(page, textFile("lease.md", "# Lease\n\n## Rent\n\nThe rent of the boathouse is 700 euros.\n\n## Notice\n\nNotice is given in writing.\n"));
        await say(page, "What is the rent of the boathouse?");
        await change(page, "documents", { watched: [{ folder: "/home/ann/Documents", scope: "kb" }] });
        await open(page, "documents");
        await page.getByText("Watched folders").click();
        await page.locator("code", { hasText: "/home/ann/Documents" }).waitFor();
        await page.locator("tbody .name", { hasText: "lease.md" }).click();
        await page.waitForSelector("dialog[open] .passages li");
        const cut = () => page.locator("#desk .scroll").evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
        assert.equal(await cut(), 0, "the list is whole beside the drawer");
        await page.locator("dialog[open]").getByText("Outline").click();
        await page.locator("dialog[open] .outline", { hasText: "Notice" }).waitFor();
        await page.locator("dialog[open]").getByText("Who was answered from it").click();
        await page.locator("dialog[open] li", { hasText: /passages? shown/ }).first().waitFor();
        await check("document");
        await close(page);
      });
    },

    async "what was proposed waits for the owner, who applies or discards it"() {
      await everywhere(async (page, check) => {
        const proposals = [1, 2].map((number) => ({ command: "tidy", offer: "o1", number, text: `Join the ${number}. pair of facts about tea.` }));
        await change(page, "facts", { proposals });
        await open(page, "memory");
        await page.getByText("Proposed, and waiting for you").waitFor();
        await check("proposals");
        assert.equal(await saidBy(page, () => page.getByRole("button", { name: "Apply" }).nth(1).click()), "/tidy apply o1 2");
        assert.equal(await saidBy(page, () => page.getByRole("button", { name: "Discard the rest" }).click()), "/tidy discard o1");
      });
    },

    async "people who ask are let in or turned away, and those who were let in are blocked and revoked"() {
      await everywhere(async (page, check) => {
        const quota = "3 of 20 files, 1.2 of 200 MB, 0 of 60 minutes today";
        const account = (key, name, role, person = key) => ({ key, person, name, role, quota: role === "owner" ? "" : quota });
        const known = [account("telegram:1", "", "owner"), account("web:owner", "", "owner", "telegram:1"), account("telegram:5", "Bea Blocked", "blocked"), account("telegram:4", "Ann Miller", "approved"), account("web:ann", "", "approved"), account("telegram:8", "Kim", "approved"), account("web:kim", "", "approved", "telegram:8")];
        await change(page, "people", { known, asking: [{ key: "telegram:6", name: "Cem" }], invited: [{ id: 7, name: "Dee", expires_at: 1_900_000_000 }] });
        await open(page, "people");
        await check("people-many");
        await page.getByLabel("The code they gave you").fill("ABC123");
        assert.equal(await saidBy(page, () => page.getByRole("button", { name: "Let in" }).click()), "/users approve ABC123");
        await page.getByLabel("The code they gave you").fill("ABC123");
        assert.equal(await saidBy(page, () => page.getByRole("button", { name: "Turn away" }).click()), "/users deny ABC123");
        assert.equal(await page.locator("header .tag").innerText(), "5", "of people");
        const deed = (name, person) => page.locator("tr", { hasText: person }).getByRole("button", { name, exact: true });
        assert.equal(await saidBy(page, () => deed("Block", "Ann Miller").click()), "/users block telegram:4");
        assert.equal(await saidBy(page, () => deed("Revoke", "Ann Miller").click()), "/users revoke telegram:4");
        assert.equal(await saidBy(page, () => deed("Unblock", "Bea").click()), "/users unblock telegram:5");
        assert.equal(await saidBy(page, () => page.getByRole("button", { name: "Withdraw" }).click()), "/invite withdraw 7");
        assert.equal(await saidBy(page, () => deed("List apart", "web:kim").click()), "/users part web:kim");
        await deed("Same person as …", "Ann Miller").click();
        const other = page.getByLabel("Another account of the same person");
        assert.ok(!(await other.innerText()).includes("web:owner"), "the owner is nobody else");
        await other.selectOption("web:ann");
        await check("same-person");
        assert.equal(await saidBy(page, () => page.getByRole("button", { name: "List them as one" }).click()), "/users join web:ann telegram:4");
      });
    },

    async "what was set aside is tried again or dropped"() {
      await everywhere(async (page, check) => {
        await change(page, "inbox", { waiting: 3, set_aside: [{ id: 12, text: "A message of Ann Miller, from 3 May, 14:05." }] });
        await open(page, "health");
        await page.locator(".verdict.fail", { hasText: "set aside" }).waitFor();
        await page.locator(".plot canvas").first().waitFor();
        await check("health-bad");
        assert.equal(await saidBy(page, () => page.getByRole("button", { name: "Try again" }).first().click()), "/inbox retry 12");
        assert.equal(await saidBy(page, () => page.getByRole("button", { name: "Drop" }).click()), "/inbox drop 12");
      });
    },

    async "lines of the log are shown from the latest on, older ones on demand, and filtered by level, words and reference"() {
      const line = (number, level, text, where = []) => ({ number, level, origin: "bot.turns.router", text, where });
      const all = Array.from({ length: 70 }, (_, at) => line(1_790_000_000_000_000 - at * 60_000_000, at % 2 ? "error" : "warning", `${at}: failed to answer a message (reference ref${at})`, at % 2 ? ["ValueError", "bot/commands/ask.py:7 ask"] : []));
      await everywhere(async (page, check) => {
        await open(page, "health");
        const card = page.locator("section.card", { hasText: "Log" });
        await card.getByLabel("Level").selectOption("info");
        await card.locator("li", { hasText: "serving web" }).first().waitFor(); // the daemon's own
        await card.getByLabel("Level").selectOption("warning");
        await page.route("**/look/log*", (route) => {
          const asked = new URL(route.request().url()).searchParams;
          const found = all.filter((each) => (asked.get("level") !== "error" || each.level === "error") && each.text.includes(asked.get("q")) && (asked.get("before") === "0" || each.number < asked.get("before")));
          return route.fulfill({ json: { lines: found.slice(0, asked.get("most")), more: found.length > asked.get("most") } });
        });
        await open(page, "usage");
        await open(page, "health");
        const lines = card.locator(".logged > li");
        assert.match(await lines.first().innerText(), /warning.*bot\.turns\.router\s+0: failed/s);
        const few = await lines.count();
        await card.getByRole("button", { name: "Older lines" }).click();
        await lines.nth(few + 49).waitFor();
        await card.getByRole("button", { name: "Older lines" }).click();
        await lines.nth(69).waitFor();
        assert.ok(await card.getByRole("button", { name: "Older lines" }).isHidden(), "there are no older ones");
        await card.getByLabel("Level").selectOption("error");
        await page.waitForFunction(() => document.querySelectorAll(".logged > li").length === 10);
        await card.getByLabel("Words or a reference").fill("ref7)");
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => document.querySelectorAll(".logged > li").length === 1);
        await lines.getByText("Where it came from").click();
        await lines.getByText("bot/commands/ask.py:7 ask").waitFor();
        await page.locator(".verdict").waitFor();
        await check("log");
        await card.getByLabel("Words or a reference").fill("nowhere");
        await page.keyboard.press("Enter");
        await card.getByText("No line of the log matches.").waitFor();
        await check("log-empty");
        await page.evaluate(() => sessionStorage.clear());
      });
    },
  };
};
