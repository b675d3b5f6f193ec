// A view of the desk that is shown again while somebody uses it: nothing that they are at is lost.
const assert = require("node:assert/strict");

const TABLET = { width: 820, height: 1100 };

module.exports = ({ signedIn, say, send, open, textFile, inspect, examine, WIDE, NARROW }) => {
  /** Plays `act` at three widths. */
  async function everywhere(act) {
    for (const viewport of [WIDE, TABLET, NARROW]) {
      const page = await signedIn({ viewport, reducedMotion: "reduce" });
      await act(page, `-${viewport.width}`);
      await page.context().close();
    }
  }

  /** Presses a button where it is, as a deed that ends while the keyboard is elsewhere. */
  const press = (found) => found.evaluate((button) => button.click());

  /** Holds what is sent to `path` until the function that is returned is called. */
  async function hold(page, path) {
    let go;
    const released = new Promise((done) => (go = done));
    await page.route(path, async (route) => {
      await released;
      await route.continue();
    });
    return go;
  }

  return {
    async "a fact that is corrected, and others that are chosen, stay so while another deed is done"() {
      await everywhere(async (page, width) => {
        for (const text of ["Mia plays chess", "Chess is played by Mia", "The attic is dry", "The rope is new"]) await say(page, `/remember ${text}${width}`);
        await open(page, "memory");
        const card = (text) => page.locator(".cards > .card:has(.text)", { hasText: text + width });
        await card("rope is new").getByRole("button", { name: "Delete" }).click();
        await card("rope is new").waitFor({ state: "detached" });
        await page.getByText("Deleted in the last 30 days").click();
        await card("played by Mia").locator("input").check();
        await card("plays chess").locator("input").check();
        await page.getByLabel("Something to remember").fill(`Half a${width}`);
        const attic = page.locator(".cards > .card", { hasText: `attic is dry${width}` });
        await attic.getByRole("button", { name: "Edit" }).click();
        const words = page.getByLabel("How it should read");
        await words.fill(`The attic is damp${width}`);
        await words.press("Home");
        await card("plays chess").getByRole("button", { name: "Unpin" }).scrollIntoViewIfNeeded();
        const place = () => page.evaluate(() => document.querySelector("#desk").scrollTop);
        await page.evaluate(() => (document.querySelector("#desk").scrollTop += 5));
        const before = await place();
        await press(card("plays chess").getByRole("button", { name: "Unpin" }));
        await card("plays chess").getByRole("button", { name: "Pin", exact: true }).waitFor();
        assert.equal(await place(), before);
        await page.keyboard.type("Now: "); // which scrolls to the field
        assert.equal(await words.inputValue(), `Now: The attic is damp${width}`);
        assert.equal(await page.getByLabel("Something to remember").inputValue(), `Half a${width}`);
        await page.locator("details[open]", { hasText: `rope is new${width}` }).waitFor();
        await page.getByText("Keep the first, delete the others").click();
        await card("plays chess").waitFor({ state: "detached" });
        assert.equal(await card("played by Mia").count(), 1, "the first that was chosen stays");
        await page.getByRole("button", { name: "Save" }).click();
        await page.locator(".cards .text", { hasText: `Now: The attic is damp${width}` }).waitFor();
        assert.equal(await words.count(), 0);
        await page.getByLabel("Something to remember").press("Enter");
        await page.locator(".cards .text", { hasText: `Half a${width}` }).waitFor();
        assert.equal(await page.getByLabel("Something to remember").inputValue(), "", "what was sent is gone");
      });
    },

    async "documents that are looked through stay where they are when a file was read meanwhile"() {
      await everywhere(async (page, width) => {
        for (let n = 0; n < 12; n++) await send(page, textFile(`reef-${n}${width}.md`, `# Reef ${n}\n\nReef ${n} lies in the north${width}.\n`));
        await open(page, "documents");
        await page.getByLabel(`Choose reef-1${width}.md`).check();
        await page.locator(".chosen").getByRole("button", { name: "Delete" }).click();
        await page.locator("tr", { hasText: `reef-1${width}.md` }).waitFor({ state: "detached" });
        const go = await hold(page, "**/say");
        const sent = page.waitForRequest("**/say");
        await page.setInputFiles("#desk input[type=file]", textFile(`late${width}.md`, `# Late\n\nThis came later${width}.\n`));
        await sent;
        await page.getByText("Deleted in the last 30 days").click();
        await page.getByLabel("Part of a name").fill("ree");
        await page.evaluate(() => (document.querySelector("#desk").scrollTop = 100));
        go();
        await page.locator(".toast", { hasText: `late${width}.md` }).waitFor(); // it was read: the list is shown for the last time
        await page.locator("tr", { hasText: `late${width}.md` }).waitFor();
        await page.waitForSelector("#desk:not([aria-busy])");
        assert.equal(await page.evaluate(() => document.querySelector("#desk").scrollTop), 100, "the list does not jump to the field");
        assert.equal(await page.getByLabel("Part of a name").inputValue(), "ree");
        await page.locator("details[open]", { hasText: `reef-1${width}.md` }).waitFor();
        await page.getByLabel("Part of a name").press("Enter");
        await page.locator("tr", { hasText: `late${width}.md` }).waitFor({ state: "detached" });
        await page.evaluate(() => sessionStorage.clear());
      });
    },

    async "what was found, a name, a value and a limit that are half written stay while a file is read"() {
      await everywhere(async (page, width) => {
        await send(page, textFile(`buoys${width}.md`, "# Buoys\n\nThe buoys are painted in June.\n"));
        await open(page, "people");
        await page.getByLabel("Name of a guest").fill(`guest${width}`);
        await page.getByLabel("Name of a guest").press("Enter");
        await page.locator("dialog[open] .link-text").waitFor();
        await page.locator("tr", { hasText: `web:guest${width}` }).waitFor();
        assert.equal(await page.getByLabel("Name of a guest").inputValue(), "", "what was sent is gone");
        await page.keyboard.press("Escape");
        /** Adds a file on the desk, goes to `view`, does `act` there, and lets the file be read. */
        const meanwhile = async (view, act, check) => {
          await open(page, "documents");
          const go = await hold(page, "**/say");
          const sent = page.waitForRequest("**/say");
          await page.setInputFiles("#desk input[type=file]", textFile(`tar-${view}${width}.md`, `# Tar\n\nTar for ${view}.\n`));
          await sent;
          await open(page, view);
          await act();
          await page.evaluate(() => document.querySelector("#desk h1").classList.add("before"));
          go();
          await page.waitForSelector("#desk:not([aria-busy]) h1:not(.before)"); // it is shown again
          await check();
          await page.unrouteAll({ behavior: "wait" });
          await page.keyboard.press("Escape");
        };
        const search = page.getByRole("searchbox");
        await meanwhile("search", async () => {
          await search.fill("buoys painted");
          await search.press("Enter");
          await page.locator("#desk .shares").first().waitFor();
          await search.fill("buoys");
        }, async () => {
          assert.equal(await search.inputValue(), "buoys");
          assert.ok(await page.locator("#desk .shares").count());
        });
        const guest = page.getByLabel("Name of a guest");
        await meanwhile("people", async () => {
          await guest.fill("Half");
          await page.locator("tr", { hasText: `web:guest${width}` }).getByRole("button", { name: "Limit" }).click();
          await page.locator("dialog[open] input").fill("77");
        }, async () => {
          assert.equal(await guest.inputValue(), "Half");
          assert.equal(await page.locator("dialog[open] input").inputValue(), "77");
          assert.ok(await page.evaluate(() => document.activeElement.matches("dialog input")), "the keyboard is still there");
        });
        await meanwhile("settings", async () => {
          await page.getByLabel("Change memory.context_budget").click();
          await page.locator("dialog[open] form:not([method]) input").fill("99");
        }, async () => assert.equal(await page.locator("dialog[open] form:not([method]) input").inputValue(), "99"));
        await meanwhile("health", async () => {
          await page.locator("summary", { hasText: "What doctor found" }).click();
          await page.locator(".plot").first().getByText("In figures").click();
        }, async () => {
          await page.locator("details[open]", { hasText: "What doctor found" }).waitFor();
          await page.locator(".plot details[open]").first().waitFor();
        });
        await page.evaluate(() => sessionStorage.clear());
      });
    },

    async "what comes of a deed in the drawer is read and pressed there"() {
      await everywhere(async (page, width) => {
        await say(page, `Where do newts sleep${width}?`);
        await page.click("#conversations");
        const card = page.locator("#drawer .card", { hasText: `newts sleep${width}` });
        await card.getByRole("button", { name: "Delete" }).click();
        await card.waitFor({ state: "detached" });
        await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
        await card.waitFor();
        await page.keyboard.press("Escape");
        await open(page, "settings");
        await page.getByLabel("Change memory.context_budget").click();
        await page.locator("dialog[open] form:not([method]) input").fill("nonsense");
        await page.locator("dialog[open]").getByText("Save").click();
        await page.locator(".toast.failed").getByLabel("Dismiss").click();
        await page.keyboard.press("Escape");
        await page.getByRole("link", { name: "Chat", exact: true }).click();
        const answer = await say(page, "Where do newts sleep?");
        await answer.getByLabel("A good answer").click();
        await page.locator(".toast", { hasText: "Thank you" }).getByLabel("Dismiss").click();
      });
    },

    async "a drawer that is opened while the one before still closes stays open, and Back closes it"() {
      const page = await signedIn();
      await page.evaluate(async () => {
        const { openDrawer } = await import("/static/drawer.js");
        const drawer = document.querySelector("#drawer");
        const told = new Promise((done) => addEventListener("popstate", done, { once: true }));
        openDrawer("the first", document.createElement("p"));
        drawer.addEventListener("close", () => openDrawer("the second", document.createElement("p")), { once: true });
        drawer.close();
        await told;
      });
      assert.equal(await page.locator("dialog[open] #drawer-title").innerText(), "the second");
      await page.goBack();
      await page.waitForSelector("dialog[open]", { state: "detached" });
      assert.ok(await page.locator("#text").isVisible());
    },

    async "when a view cannot be shown again, what is there stays"() {
      const page = await signedIn();
      await say(page, "/remember The winch is greased");
      await open(page, "memory");
      await page.getByLabel("Something to remember").fill("Half a");
      await page.route("**/look/facts*", (route) => route.abort());
      await page.getByRole("button", { name: "Unpin" }).first().click();
      await page.locator(".toast.failed", { hasText: "multis does not answer" }).waitFor();
      assert.equal(await page.getByLabel("Something to remember").inputValue(), "Half a");
      await page.unrouteAll({ behavior: "wait" });
    },

    async "words that are not sent yet come back once another message was edited, or is not"() {
      await everywhere(async (page) => {
        await say(page, "Where do shrews sleep?");
        const own = page.locator(".you").last();
        const field = () => page.inputValue("#text");
        await page.fill("#text", "Half a thought");
        await own.getByRole("button", { name: "Edit" }).click();
        assert.equal(await field(), "Where do shrews sleep?");
        await page.reload();
        await page.waitForSelector("html[data-ready]");
        assert.equal(await field(), "Where do shrews sleep?");
        assert.deepEqual([...(await page.evaluate(inspect)), ...(await examine(page))], []);
        await page.locator("#aside").getByRole("button", { name: "Cancel" }).click();
        assert.equal(await field(), "Half a thought");
        assert.ok(await page.locator("#aside").isHidden());
        await own.getByRole("button", { name: "Edit" }).click();
        await page.keyboard.press("Escape");
        assert.equal(await field(), "Half a thought");
        await own.getByRole("button", { name: "Edit" }).click();
        await say(page, "Where do shrews live?");
        await page.waitForFunction(() => document.getElementById("text").value === "Half a thought");
        await page.fill("#text", "");
      });
    },

    async "a conversation's title that is half written stays while another is pinned, and so does the keyboard"() {
      await everywhere(async (page, width) => {
        await say(page, `Where do stoats sleep${width}?`);
        await page.keyboard.press("Alt+N");
        await page.waitForSelector("#welcome");
        await say(page, `Where do moles sleep${width}?`);
        await page.click("#conversations");
        const card = (text) => page.locator("#drawer .card", { hasText: text + width });
        const title = page.locator("#drawer").getByLabel("Title");
        await card("stoats sleep").getByRole("button", { name: "Rename" }).click();
        await title.fill(`Half a title${width}`);
        const pin = card("moles sleep").getByRole("button", { name: "Pin" });
        await pin.focus();
        await page.keyboard.press("Enter");
        await card("moles sleep").getByRole("button", { name: "Unpin" }).waitFor();
        assert.equal(await title.inputValue(), `Half a title${width}`);
        assert.ok(await page.evaluate(() => document.activeElement.matches("#drawer .card button")), "the keyboard is still there");
        await title.press("Enter");
        await card("Half a title").waitFor();
        assert.equal(await title.count(), 0);
        await card("moles sleep").getByRole("button", { name: "Unpin" }).click();
        await card("moles sleep").getByRole("button", { name: "Pin", exact: true }).waitFor();
      });
    },
  };
};
