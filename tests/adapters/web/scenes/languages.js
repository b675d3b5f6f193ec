// The page in a language that is written from right to left.
const assert = require("node:assert/strict");

const PAGES = ["documents", "memory", "search", "people", "usage", "health", "settings"];

/** A page of the owner whose browser, an Egyptian's, asks for Arabic. */
async function inArabic(signedIn, origin, viewport) {
  const english = await signedIn();
  const storageState = await english.context().storageState();
  const context = await english.context().browser().newContext({ locale: "ar-EG", viewport, storageState, reducedMotion: "reduce" });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  await page.goto(origin);
  await page.waitForSelector("html[data-ready]");
  await english.context().close();
  return page;
}

async function middle(found) {
  const box = await found.boundingBox();
  return box.x + box.width / 2;
}

const direction = (found) => found.evaluate((each) => getComputedStyle(each).direction);

module.exports = ({ signedIn, open, answers, inspect, examine, given, WIDE, NARROW }) => ({
  async "in Arabic the page runs from right to left, on a phone too, and code does not"() {
    for (const [size, viewport] of [["wide", WIDE], ["narrow", NARROW]]) {
      const page = await inArabic(signedIn, given.origin, viewport);
      assert.equal(await page.evaluate(() => document.documentElement.dir), "rtl");
      assert.ok((await middle(page.locator("nav a").first())) > (await middle(page.locator("nav a").nth(1))), "the first page is on the right");
      await page.fill("#text", "/status");
      await page.keyboard.press("Enter");
      await answers(page).first().waitFor();
      assert.ok((await middle(page.locator(".turn.you").first())) < (await middle(answers(page).first())), "who asks is on the left");
      for (const name of ["chat", ...PAGES]) {
        if (name !== "chat") await open(page, name);
        for (const code of await page.locator("main code").all()) assert.equal(await direction(code), "ltr");
        for (const label of await page.locator("svg text").all()) assert.equal(await direction(label), "ltr");
        const wrong = [...(await page.evaluate(inspect)), ...(await examine(page))];
        assert.deepEqual(wrong, [], `${name}, ${size}`);
        assert.doesNotMatch(await page.innerText("main"), /[٠-٩]/, "one kind of digits");
        if (given.shots) await page.screenshot({ path: `${given.shots}/${name}-arabic-${size}.png` });
      }
      await page.context().close();
    }
  },
});
