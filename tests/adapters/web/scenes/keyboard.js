// The keyboard alone: every view is reached and used without a mouse; and files by other ways than the button.
const assert = require("node:assert/strict");

const MOST = 160; // steps from one control to another

/** Presses Tab until the focused control has this name. */
async function tabTo(page, name, key = "Tab") {
  for (let n = 0; n < MOST; n++) {
    await page.keyboard.press(key);
    const found = await page.evaluate(() => {
      const at = document.activeElement;
      return at.getAttribute("aria-label") || at.labels?.[0]?.innerText || at.innerText?.trim() || "";
    });
    if (name instanceof RegExp ? name.test(found) : name === found) return;
  }
  assert.fail(`Tab does not lead to ${name}`);
}

async function goTo(page, view, title) {
  await tabTo(page, title);
  await page.keyboard.press("Enter");
  await page.waitForSelector(`#nav a[data-page=${view}][aria-current]`);
  await page.locator("#desk h1", { hasText: title }).waitFor();
}

/** Opens the drawer with Enter, looks at it with axe, and leaves it with Escape. */
async function lookInside(page, waited, examine) {
  await page.keyboard.press("Enter");
  await page.locator(`dialog[open] ${waited}`).first().waitFor();
  assert.deepEqual(await examine(page), [], waited);
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog[open]", { state: "detached" });
}

module.exports = ({ signedIn, send, answers, textFile, examine, given }) => ({
  async "by keyboard alone each view is reached and something is done in it, light and dark"() {
    for (const colorScheme of ["light", "dark"]) {
      const page = await signedIn({ colorScheme, reducedMotion: "reduce" });
      await send(page, given.guide);
      await send(page, textFile("oars.md", "# Oars\n\nThe oars hang in the shed.\n"), "admin");
      await page.focus("#text");
      await page.keyboard.type("When is check-out on Sundays?");
      await page.keyboard.press("Enter");
      await answers(page).locator(".cite").first().waitFor();
      await tabTo(page, "Why", "Shift+Tab");
      await lookInside(page, ".shares", examine);
      assert.equal(await page.evaluate(() => document.activeElement.innerText), "Why");
      await tabTo(page, "Conversations");
      await lookInside(page, ".card", examine);
      await page.focus("#text");
      const before = await answers(page).count();
      await page.keyboard.type("/remember The oars are varnished in April");
      await page.keyboard.press("Enter");
      await answers(page).nth(before).waitFor();

      await page.keyboard.press("Control+Home");
      await goTo(page, "documents", "Documents");
      await tabTo(page, "oars.md");
      await lookInside(page, ".passages li", examine);
      await tabTo(page, "Choose oars.md", "Shift+Tab");
      await page.keyboard.press("Space");
      await tabTo(page, "Make it kb", "Shift+Tab");
      await page.keyboard.press("Enter");
      await page.locator("tr", { hasText: /oars\.md.*kb: everyone/s }).waitFor();

      await goTo(page, "memory", "Memory");
      await tabTo(page, "Edit");
      await page.keyboard.press("Enter");
      await page.getByLabel("How it should read").waitFor();
      assert.deepEqual(await examine(page), [], "editing a fact");
      await page.keyboard.press("Escape");
      assert.equal(await page.evaluate(() => document.activeElement.innerText), "Edit");
      await tabTo(page, /^(Pin|Unpin)$/);
      const pinned = () => page.getByRole("button", { name: "Unpin", exact: true }).count();
      const held = await pinned();
      await page.keyboard.press("Enter");
      await page.waitForFunction((held) => [...document.querySelectorAll("#desk button")].filter((each) => each.innerText === "Unpin").length !== held, held);
      assert.ok(await page.evaluate(() => document.activeElement.matches("#desk button")), "the keyboard is still there");

      await goTo(page, "search", "Search");
      await page.keyboard.type("check-out sundays");
      await page.keyboard.press("Enter");
      await page.locator("#desk .shares").first().waitFor();
      await tabTo(page, /^1\. guesthouse\.md/);
      await lookInside(page, ".cited", examine);

      await goTo(page, "people", "People");
      await tabTo(page, /name/i);
      await page.keyboard.type(`ada-${colorScheme}`);
      await page.keyboard.press("Enter");
      await page.locator("dialog[open] .link-text").waitFor();
      await page.waitForSelector("#desk:not([aria-busy])"); // dim while it is shown again
      assert.deepEqual(await examine(page), [], "a guest's link");
      await page.keyboard.press("Escape");
      await tabTo(page, "Limit");
      await lookInside(page, "input", examine);

      await goTo(page, "usage", "Usage");
      assert.deepEqual(await examine(page), [], "usage");

      await goTo(page, "health", "Health");
      await page.locator("summary", { hasText: "What doctor found" }).waitFor();
      await tabTo(page, /^What doctor found/);
      await page.keyboard.press("Enter");
      await page.locator("td", { hasText: "database" }).first().waitFor();

      await goTo(page, "settings", "Settings");
      await tabTo(page, /^Change/);
      await lookInside(page, "form:not([method])", examine);
      await page.context().close();
    }
  },

  async "files are dropped, pasted and picked, and an answer is read aloud"() {
    const page = await signedIn();
    await page.evaluate(() => {
      window.read = [];
      SpeechSynthesis.prototype.speak = (said) => window.read.push(said.text);
    });
    await page.evaluate(() => {
      const carried = new DataTransfer();
      carried.items.add(new File(["# Sails\n\nThe sails are red.\n"], "sails.md", { type: "text/markdown" }));
      dispatchEvent(new DragEvent("dragenter", { dataTransfer: carried, bubbles: true }));
      window.carried = carried;
    });
    assert.ok(await page.locator("#drop").isVisible());
    assert.deepEqual(await examine(page), [], "the place to drop files");
    await page.evaluate(() => document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: window.carried, bubbles: true, cancelable: true })));
    await page.getByLabel("Do not send sails.md").waitFor();
    assert.ok(await page.locator("#drop").isHidden());
    await page.evaluate(() => {
      const pasted = new DataTransfer();
      pasted.items.add(new File(["The mast is of pine."], "mast.txt", { type: "text/plain" }));
      document.getElementById("text").dispatchEvent(new ClipboardEvent("paste", { clipboardData: pasted, bubbles: true, cancelable: true }));
    });
    await page.getByLabel("Do not send mast.txt").waitFor();
    await page.evaluate(() => {
      const pasted = new DataTransfer();
      pasted.items.add(new File([new Uint8Array(70)], "image.png", { type: "image/png" }));
      document.getElementById("text").dispatchEvent(new ClipboardEvent("paste", { clipboardData: pasted, bubbles: true, cancelable: true }));
    });
    await page.getByLabel(/^Do not send picture .*\.png$/).click(); // a picture that was copied by mistake
    await page.setInputFiles("#files", textFile("keel.md", "# Keel\n\nThe keel is of lead.\n"));
    await page.getByLabel("Do not send keel.md").waitFor();
    assert.deepEqual(await examine(page), [], "files to be sent");
    const before = await answers(page).count();
    await page.focus("#text");
    await page.keyboard.press("Enter");
    const told = answers(page).nth(before);
    await told.waitFor();
    for (const name of ["sails.md", "mast.txt", "keel.md"]) assert.ok((await told.innerText()).includes(name), name);
    await tabTo(page, "Read aloud", "Shift+Tab");
    await page.keyboard.press("Enter");
    assert.match((await page.evaluate(() => window.read)).join(" "), /sails\.md/);
  },
});
