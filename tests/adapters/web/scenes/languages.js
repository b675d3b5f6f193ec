// The page in a language that is written from right to left, and in those whose words are the longest.
const assert = require("node:assert/strict");

const PAGES = ["documents", "memory", "search", "people", "usage", "health", "settings"];

/** A page of the owner whose browser asks for another language: an Egyptian's for Arabic. */
async function speaking(locale, signedIn, origin, viewport) {
  const english = await signedIn();
  const storageState = await english.context().storageState();
  const context = await english.context().browser().newContext({ locale, viewport, storageState, reducedMotion: "reduce" });
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

/** Whether an open drawer and the page share no place. */
async function standsBeside(page) {
  await page.evaluate(async () => (await import("/static/drawer.js")).openDrawer("", document.createElement("p")));
  const [drawer, main] = [await page.locator("#drawer").boundingBox(), await page.locator("main").boundingBox()];
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog[open]", { state: "detached" });
  return drawer.x + drawer.width <= main.x + 1 || main.x + main.width <= drawer.x + 1;
}

/** The languages in which all that the page says is the widest, and in which one word is, among those with spaces. */
async function findWidest(page, codes) {
  return page.evaluate(async (codes) => {
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.font = getComputedStyle(document.body).font;
    const wide = (text) => canvas.measureText(text).width;
    const measured = [];
    for (const code of codes) {
      const { plain } = await (await fetch(`/sentences/${code}`)).json();
      const said = Object.values(plain);
      measured.push({ code, all: said.reduce((sum, each) => sum + wide(each), 0), word: Math.max(...said.flatMap((each) => each.split(/[\s-]+/)).map(wide)) });
    }
    const most = (by) => measured.filter(({ code }) => by === "all" || !/^(ja|zh)/.test(code)).toSorted((a, b) => b[by] - a[by])[0].code;
    return [...new Set([most("all"), most("word")])];
  }, codes);
}

/** In the page: texts that are cut, or that stand beyond an edge of the window. */
function findCut() {
  const wrong = [];
  const canvas = document.createElement("canvas").getContext("2d");
  const inside = (each, style) => each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  for (const each of document.querySelectorAll("body *")) {
    if (!each.checkVisibility({ visibilityProperty: true }) || each.closest(".unseen, .skip, svg, noscript, option, .excerpt, pre")) continue;
    const style = getComputedStyle(each);
    const box = each.getBoundingClientRect();
    const field = each.matches("select, input:not([type=file], [type=checkbox])");
    if (!field && ![...each.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.data.trim())) continue;
    const text = each.matches("select") ? each.selectedOptions[0]?.text ?? "" : field ? each.value || each.placeholder : each.innerText;
    const tell = (what) => wrong.push(`${what}: ${each.tagName.toLowerCase()} ${each.className}: ${text.trim().slice(0, 60)}`);
    if (box.right > innerWidth + 1 || box.left < -1) tell("outside");
    canvas.font = style.font;
    if (field && !each.value.includes("/") && canvas.measureText(text).width > inside(each, style) - (each.matches("select") ? 4 : 0)) tell(`cut, ${Math.round(canvas.measureText(text).width)} of ${Math.round(inside(each, style))} pixels`);
    else if (!field && style.display !== "inline" && each.scrollWidth > each.clientWidth + 1 && !/auto|scroll/.test(style.overflowX)) tell("cut");
  }
  return [...new Set(wrong)];
}

const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

/** Opens each view with its drawers and dialogs, one after the other; `look(name)` sees each. */
async function visitAll(page, { say, send, open }, look) {
  await look("welcome");
  await page.fill("#text", "/");
  await page.waitForSelector("#suggest li");
  await look("suggestions");
  await page.fill("#text", "");
  await page.setInputFiles("#files", file("lease.md", "# Lease\n\nThe rent is 850 euros a month. The notice period is three months.\n"));
  await page.waitForSelector("#readers:not([hidden])");
  await look("composer");
  await page.setInputFiles("#files", []).catch(() => {});
  await send(page, file("rent.md", "# Rent\n\nThe rent is 850 euros a month. The notice period is three months.\n"));
  const answer = await say(page, "How much is the rent?");
  await look("chat");
  await answer.locator(".cite").first().click();
  await inDrawer(page, ".cited", () => look("passage"));
  await page.evaluate(async () => (await import("/static/why.js")).openWhy({ sources: [] }, "How much is the rent?"));
  await inDrawer(page, ".shares", () => look("why"));
  await page.locator("#conversations").click();
  await inDrawer(page, ".card", () => look("conversations"));
  await page.locator("#clear").click();
  await page.waitForSelector(".ask[open]");
  await look("question");
  await page.keyboard.press("Escape");
  for (const text of ["Jo likes green tea", "Green tea is what Jo drinks"]) await say(page, `/remember ${text}`);
  await open(page, "documents");
  for (const box of await page.locator("tbody input[type=checkbox]").all()) await box.check();
  await look("documents");
  await page.locator("tbody .name").first().click();
  await inDrawer(page, ".passages li", () => look("document"));
  await open(page, "memory");
  for (const box of await page.locator(".cards .withbox input").all()) await box.check();
  await look("memory");
  await page.locator(".cards .card").first().locator(".deeds button").nth(3).click();
  await inDrawer(page, ".steps li", () => look("history"));
  await page.locator(".cards .card").first().locator(".deeds button").first().click();
  await look("editor");
  await open(page, "search");
  await page.fill("#desk form input", "rent");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#desk .shares, #desk .cards li, #desk ol li");
  await look("search");
  await open(page, "people");
  await page.fill("#desk form input", "kim");
  await page.locator("#desk form button").first().click();
  await inDrawer(page, ".link-text", () => look("link"));
  await look("people");
  await page.locator("tr", { hasText: "web:kim" }).locator(".deeds button").nth(1).click();
  await inDrawer(page, "select", () => look("limits"));
  await open(page, "usage");
  await look("usage");
  await open(page, "health");
  await page.waitForSelector(".verdict");
  for (const part of await page.locator("#desk details > summary").all()) await part.click();
  await look("health");
  await open(page, "settings");
  await look("settings");
  await page.locator("#desk tbody button").first().click();
  await inDrawer(page, "form:not([method])", () => look("setting"));
}

async function inDrawer(page, waited, act) {
  await page.waitForSelector(`dialog.drawer[open] ${waited}`);
  await act();
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog.drawer[open]", { state: "detached" });
}

module.exports = ({ signedIn, say, send, open, answers, inspect, examine, given, WIDE, NARROW }) => ({
  async "in Arabic the page runs from right to left, on a phone too, and code does not"() {
    for (const [size, viewport] of [["wide", WIDE], ["narrow", NARROW]]) {
      const page = await speaking("ar-EG", signedIn, given.origin, viewport);
      assert.equal(await page.evaluate(() => document.documentElement.dir), "rtl");
      assert.ok((await middle(page.locator("nav a").first())) > (await middle(page.locator("nav a").nth(1))), "the first page is on the right");
      if (size === "wide") assert.ok(await standsBeside(page), "the drawer covers nothing");
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

  async "in the languages with the longest words nothing is cut on a phone, in no page, drawer or dialog"() {
    const english = await signedIn();
    const widest = await findWidest(english, given.languages);
    await english.context().close();
    const wrong = [];
    for (const code of [...widest, "ar"]) {
      const page = await speaking(code.split("_")[0], signedIn, given.origin, NARROW);
      await visitAll(page, { say, send, open }, async (name) => {
        const found = [...(await page.evaluate(findCut)), ...(await page.evaluate(inspect))];
        wrong.push(...found.map((each) => `${code}, ${name}: ${each}`));
        if (given.shots) await page.screenshot({ path: `${given.shots}/${name}-${code}-narrow.png` });
      });
      await page.context().close();
    }
    assert.deepEqual(wrong, []);
  },
});
