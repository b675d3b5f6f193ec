// The desk as its owner reads it: short lists on a phone, and nothing in raw notation.
const assert = require("node:assert/strict");

const TABLET = { width: 820, height: 1100 };

module.exports = ({ signedIn, say, send, open, textFile, inspect, examine, given, NARROW, WIDE }) => ({
  async "a document takes few lines on a phone, and is named first"() {
    const page = await signedIn({ viewport: NARROW });
    await send(page, textFile("herrings.md", "# Herrings\n\nHerrings are smoked in May.\n"), "admin");
    await open(page, "documents");
    const row = page.locator("tr", { hasText: "herrings.md" });
    assert.ok((await row.boundingBox()).height < 120);
    const [box, name, type] = await Promise.all(["input", ".name", "td:nth-child(4)"].map((each) => row.locator(each).boundingBox()));
    assert.ok(box.x < name.x && Math.abs(box.y - name.y) < 20, "the box stands before the name");
    assert.ok(type.y > name.y, "and the rest below");
  },

  async "memory and settings are shown as people write them"() {
    const page = await signedIn();
    await say(page, "/remember The loft key hangs by the door");
    await open(page, "memory");
    await page.locator("section .card", { hasText: "loft key" }).last().waitFor();
    assert.doesNotMatch(await page.innerText("#desk"), /## |\d{4}-\d\d-\d\dT|\(pinned\)/);
    await open(page, "settings");
    await page.locator("#desk td:nth-child(2) code").nth(50).waitFor();
    const values = await page.locator("#desk td:nth-child(2) code").allInnerTexts();
    assert.ok(values.length > 50);
    assert.deepEqual(values.filter((each) => /^"|^\[\]$|^\{\}$/.test(each)), []);
  },

  async "on a tablet too, and with a drawer open, every control has a name and every text its contrast"() {
    for (const colorScheme of ["light", "dark"]) {
      const page = await signedIn({ viewport: TABLET, colorScheme, reducedMotion: "reduce" });
      await send(page, given.guide);
      const answer = await say(page, "When is check-out on Sundays?");
      const check = async (name) => assert.deepEqual([...(await page.evaluate(inspect)), ...(await examine(page))], [], `${name}, ${colorScheme}`);
      const inDrawer = async (name, waited, act) => {
        await act();
        await page.waitForSelector(`dialog[open] ${waited}`);
        await check(name);
        if (given.shots) await page.screenshot({ path: `${given.shots}/${name}-${colorScheme}-tablet.png` });
        await page.keyboard.press("Escape");
        await page.waitForSelector("dialog[open]", { state: "detached" });
      };
      await inDrawer("passage", ".cited", () => answer.locator(".cite").first().click());
      await inDrawer("why", ".shares", () => answer.getByText("Why").click());
      await inDrawer("conversations", ".card", () => page.click("#conversations"));
      for (const name of ["documents", "memory", "search", "people", "usage", "health", "settings"]) {
        await open(page, name);
        await check(name);
        if (given.shots) await page.screenshot({ path: `${given.shots}/${name}-${colorScheme}-tablet.png` });
      }
      await inDrawer("setting", "form:not([method])", () => page.locator("#desk tbody button").first().click());
      await open(page, "documents");
      await inDrawer("document", ".passages li", () => page.locator("tbody .name").first().click());
      await page.context().close();
    }
  },

  async "why an answer leaves passages out is told, wide and on a phone"() {
    const page = await signedIn();
    const words = (n) => Array.from({ length: 150 }, (_, at) => `bulb${n}x${at}`).join(" ");
    await send(page, textFile("tulips.md", `# Tulips\n\n${Array.from({ length: 20 }, (_, n) => `Tulips are planted in bed ${n}, with ${words(n)}.`).join("\n\n")}\n`));
    const answer = await say(page, "Where are tulips planted?");
    for (const [viewport, size] of [[WIDE, "wide"], [NARROW, "narrow"]]) {
      await page.setViewportSize(viewport);
      await answer.getByText("Why").click();
      await page.getByText("found and left out").click();
      await page.locator("#drawer-body .reason", { hasText: "two passages of its section are better" }).first().waitFor();
      assert.deepEqual([...(await page.evaluate(inspect)), ...(await examine(page))], []);
      await page.locator("#drawer-body .reason").first().scrollIntoViewIfNeeded();
      if (given.shots) await page.screenshot({ path: `${given.shots}/left-out-${size}.png` });
      await page.keyboard.press("Escape");
    }
  },

  async "usage names each feature, readable wide and on a phone, light and dark"() {
    for (const [viewport, size] of [[WIDE, "wide"], [NARROW, "narrow"]]) {
      for (const colorScheme of ["light", "dark"]) {
        const page = await signedIn({ viewport, colorScheme, reducedMotion: "reduce" });
        await page.route("**/look/usage*", async (route) => {
          const told = await (await route.fetch()).json();
          const features = ["answer", "capture", "rewriting", "listening", ""].map((feature, at) => ({ feature, read: 90_000 / (at + 1), written: 1_200 / (at + 1), listened: feature === "listening" ? 754 : 0, money: 0.9 / (at + 1) }));
          return route.fulfill({ json: { ...told, features, currency: "EUR" } });
        });
        await open(page, "usage");
        const row = page.locator("tr", { hasText: "Understanding follow-up questions" });
        await row.waitFor();
        assert.match(await row.innerText(), /30,000[^]*€0\.30/);
        assert.deepEqual([...(await page.evaluate(inspect)), ...(await examine(page))], [], `${size}, ${colorScheme}`);
        if (given.shots) await page.screenshot({ path: `${given.shots}/features-${colorScheme}-${size}.png` });
        await page.context().close();
      }
    }
  },

  async "health tells how long each stage of an answer took"() {
    for (const [viewport, size] of [[WIDE, "wide"], [NARROW, "narrow"]]) {
      const page = await signedIn({ viewport });
      await send(page, given.guide);
      await say(page, "When is check-out on Sundays?");
      await open(page, "health");
      const stages = page.locator("#desk section", { hasText: "Seconds by stage of an answer" });
      await stages.locator("tr", { hasText: "Answer complete" }).waitFor();
      assert.deepEqual([...(await page.evaluate(inspect)), ...(await examine(page))], []);
      await stages.scrollIntoViewIfNeeded();
      if (given.shots) await page.screenshot({ path: `${given.shots}/stages-${size}.png` });
      await page.context().close();
    }
  },

  async "a document that was read in part says so, and what was lost"() {
    for (const [viewport, size] of [[WIDE, "wide"], [NARROW, "narrow"]]) {
      const page = await signedIn({ viewport });
      await send(page, textFile("atlas.md", "# Atlas\n\nThe maps of the coast.\n"), "kb");
      const change = (what) => async (route) => route.fulfill({ json: what(await (await route.fetch()).json()) });
      await page.route("**/look/documents*", change((told) => ({ ...told, rows: told.rows.map((row) => ({ ...row, in_part: row.name === "atlas.md" })) })));
      await page.route(/look\/document\?/, change((told) => ({ ...told, notices: ["I could hardly read the writing on pages 3–5."] })));
      await open(page, "documents");
      const row = page.locator("tr", { hasText: "atlas.md" });
      await row.getByText("read in part").waitFor();
      assert.deepEqual([...(await page.evaluate(inspect)), ...(await examine(page))], []);
      if (given.shots) await page.screenshot({ path: `${given.shots}/in-part-${size}.png` });
      await row.locator(".name").click();
      await page.locator("#drawer-body .lost", { hasText: "hardly read the writing" }).waitFor();
      assert.deepEqual([...(await page.evaluate(inspect)), ...(await examine(page))], []);
      if (given.shots) await page.screenshot({ path: `${given.shots}/lost-${size}.png` });
      await page.keyboard.press("Escape");
      const asked = page.waitForRequest((request) => request.url().includes("state=part"));
      await page.getByLabel("State").selectOption("part");
      await (await asked).response();
      await page.unrouteAll({ behavior: "wait" });
      await page.context().close();
    }
  },

  async "what could not be read is told with the reason, read again and dismissed, at three widths"() {
    const name = "torn.pdf";
    for (const viewport of [WIDE, TABLET, NARROW]) {
      const page = await signedIn({ viewport, reducedMotion: "reduce" });
      const told = await send(page, { name, mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 and no more of it") });
      await open(page, "documents");
      const failed = page.locator("#desk .waits > li", { hasText: name });
      assert.ok((await told.innerText()).includes(await failed.locator(".reason").innerText()), "the reason is the one of the chat");
      for (const colorScheme of ["dark", "light"]) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual([...(await page.evaluate(inspect)), ...(await examine(page))], [], `${viewport.width}, ${colorScheme}`);
        if (given.shots) await page.screenshot({ path: `${given.shots}/unread-${colorScheme}-${viewport.width}.png` });
      }
      await page.getByLabel("State").selectOption("failed");
      await page.waitForFunction(() => !document.querySelector("#desk tbody"));
      await failed.waitFor();
      await failed.getByRole("button", { name: "Read again" }).click();
      await page.locator(".toast.failed", { hasText: `${name} was not indexed` }).getByLabel("Dismiss").click();
      await failed.getByRole("button", { name: "Dismiss" }).click();
      await failed.waitFor({ state: "detached" });
      await page.evaluate(() => sessionStorage.clear());
      await page.context().close();
    }
  },

  async "what waits to be read is named, and gone once it is read, at three widths"() {
    for (const viewport of [WIDE, TABLET, NARROW]) {
      const page = await signedIn({ viewport, reducedMotion: "reduce" });
      let waiting = ["long-scan.pdf", "letters.pdf", "minutes-of-the-meeting-in-september.docx"];
      await page.route("**/look/documents*", async (route) => route.fulfill({ json: { ...(await (await route.fetch()).json()), waiting, waiting_count: waiting.length } }));
      await open(page, "documents");
      const section = page.locator("#desk section", { hasText: "3 files wait to be read" });
      await section.locator("li", { hasText: "long-scan.pdf" }).getByText("reading …").waitFor();
      assert.deepEqual([...(await page.evaluate(inspect)), ...(await examine(page))], []);
      if (given.shots) await page.screenshot({ path: `${given.shots}/waiting-${viewport.width}.png` });
      waiting = ["letters.pdf"];
      await page.locator("#desk section", { hasText: "1 file waits to be read" }).waitFor();
      waiting = [];
      await page.locator("#desk section", { hasText: "to be read" }).waitFor({ state: "detached" });
      await page.unrouteAll({ behavior: "wait" });
      await page.context().close();
    }
  },

  async "the owner reads the prompt of an answer as it was sent, and what it cost"() {
    const page = await signedIn({ viewport: WIDE });
    const prompt = { parts: [{ role: "system", text: "Answer from <passages>." }, { role: "user", text: "Where do bats sleep?" }], models: ["openai:small"], read: 1200, written: 34, money: 0.0042, currency: "EUR" };
    await page.route("**/look/prompt*", (route) => route.fulfill({ json: prompt }));
    const answer = await say(page, "Where do bats sleep?");
    await answer.getByText("Why").click();
    await page.getByText("The prompt as it was sent").click();
    const told = await page.innerText(".sent");
    assert.match(told, /openai:small[^]*1,200[^]*34[^]*€0\.0042[^]*Instructions[^]*Answer from <passages>\.[^]*You[^]*Where do bats sleep\?/);
    assert.deepEqual(await examine(page), []);
    if (given.shots) await page.screenshot({ path: `${given.shots}/prompt-wide.png` });
  },
});
