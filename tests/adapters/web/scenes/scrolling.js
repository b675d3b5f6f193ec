// A conversation of thousands of entries, as real ones are, from its end to its beginning.
const assert = require("node:assert/strict");
const { calibrate, traceTasks } = require("../tasks.js");

const PAGE = 100; // entries that come at once
const LONGEST = 100; // milliseconds of one task

const WORDS = "The ferry leaves at noon from the northern pier and the herring is smoked in May by those who stay".split(" ");
const sentence = (n) => Array.from({ length: 8 + (n % 17) }, (_each, at) => WORDS[(n * 7 + at * 3) % WORDS.length]).join(" ");

/** A question or an answer: with paragraphs, lists, citations, and now and then a table or code. */
function entryOf(id) {
  const at = 1_700_000_000 + id;
  if (id % 2 === 0) return { id, key: `key-${id}`, side: "asked", at, conversation: "c", text: `entry ${id}: ${sentence(id)}?`, files: [], pressed: false };
  const sources = [1, 2].map((n) => ({ n, id: `doc:${id}-${n}`, file: "guide.md", first: 0, last: 0 }));
  const tree = [["p", `entry ${id}: ${sentence(id)}`, ["cite", "1"], "."], ["p", sentence(id + 5), ["cite", "2"], "."]];
  if (id % 5 === 0) tree.push(["ul", ...[1, 2, 3].map((n) => ["li", ["p", ["strong", sentence(id + n)]]])]);
  if (id % 21 === 0) tree.push(["table", ["tbody", ...[1, 2, 3, 4].map((n) => ["tr", ["td", `${n}`], ["td", sentence(n)]])]]);
  if (id % 33 === 0) tree.push(["pre", "def f(x):\n    return x + 1", "python"]);
  return { id, key: `key-${id - 1}`, side: "told", at, conversation: "c", tree, files: [], choices: [], sources, text: sentence(id) };
}

/** Gives the history of a long conversation in place of the page's own. */
async function haveMuchToSay(page, entries) {
  await page.route("**/history?*", (route) => {
    const asked = Number(new URL(route.request().url()).searchParams.get("before"));
    const before = Math.min(asked, entries);
    const first = Math.max(before - PAGE, 0);
    return route.fulfill({ json: { entries: Array.from({ length: before - first }, (_each, n) => entryOf(first + n)) } });
  });
}

/** Scrolls up until an entry is there: what a command tells may be so long that older ones are not near. */
const reach = (page, id) =>
  page.waitForFunction((id) => {
    document.getElementById("log").scrollTop = 0;
    return [...document.querySelectorAll("#log .turn")].some((each) => each.textContent.includes(`entry ${id}:`));
  }, id);

const countShown = (page) => page.evaluate(() => document.querySelectorAll("#log .turn").length);

module.exports = ({ signedIn, beginNew, say, given, measured }) => ({
  async "older entries come by scrolling up, to the very first, and the place is kept"() {
    const page = await signedIn();
    await haveMuchToSay(page, 600);
    await say(page, "/help");
    await reach(page, 500);
    for (let before = 600; before > 0; before -= PAGE) {
      await page.locator("#log .turn", { hasText: `entry ${before - PAGE}:` }).waitFor({ state: "attached" });
      const seen = await page.evaluate(() => {
        const log = document.getElementById("log");
        log.scrollTop = 0;
        const first = document.querySelector("#log .turn");
        first.id = "seen";
        return first.getBoundingClientRect().top;
      });
      if (before > PAGE) await page.locator("#log .turn", { hasText: `entry ${before - 2 * PAGE}:` }).waitFor({ state: "attached" });
      const moved = await page.evaluate((seen) => {
        const first = document.getElementById("seen");
        first.removeAttribute("id");
        return first.getBoundingClientRect().top - seen;
      }, seen);
      assert.ok(Math.abs(moved) < 80, `moved by ${moved} pixels`);
    }
    await page.waitForFunction(() => !document.querySelector(".older"));
    await page.evaluate(() => (document.getElementById("log").scrollTop = 1e9));
    await page.locator("#log .turn", { hasText: "entry 599:" }).waitFor();
    await page.locator("#log .turn", { hasText: "entry 0:" }).waitFor({ state: "detached" });
    await page.focus("#text");
    for (let n = 0; n < 3; n++) await page.keyboard.press("ArrowUp");
    assert.match(await page.inputValue("#text"), /^entry 596:/, "what was said long ago is recalled");
    await page.fill("#text", "");
    await page.evaluate(() => (document.getElementById("log").scrollTop = 0));
    await page.locator("#log .turn", { hasText: "entry 0:" }).waitFor();
    const said = page.locator("#log > .turn.multis:not(.waiting)"); // beside the older ones, which come and go
    const before = await said.count();
    await page.fill("#text", "/help");
    await page.keyboard.press("Enter");
    await said.nth(before).waitFor();
    assert.ok(await page.locator(".you").last().isVisible(), "one's own message is scrolled to");
    assert.ok(await page.evaluate(() => document.getElementById("log").scrollHeight - document.getElementById("log").scrollTop - document.getElementById("log").clientHeight < 80));
  },

  async "a conversation shows what was before while the older entries of another are still on their way"() {
    const page = await signedIn();
    let goOn;
    const late = new Promise((done) => (goOn = done));
    await page.route("**/history?*", (route) => late.then(() => route.fulfill({ json: { entries: [] } })));
    const asking = page.waitForRequest("**/history?*");
    await say(page, "/docs");
    await page.evaluate(() => (document.getElementById("log").scrollTop = 0));
    await asking;
    await beginNew(page);
    await haveMuchToSay(page, 600);
    await say(page, "/help");
    await reach(page, 500);
    goOn();
  },

  async "the end stays in view when more comes before the page has scrolled"() {
    const page = await signedIn();
    await page.evaluate(() => {
      const log = document.getElementById("log");
      // As the browser does for the scroll before, when the next answer has come already.
      new MutationObserver(() => log.dispatchEvent(new Event("scroll"))).observe(log, { childList: true });
    });
    await say(page, "/help");
    await say(page, "/help");
    await page.waitForFunction(() => {
      const log = document.getElementById("log");
      return log.scrollHeight > log.clientHeight && log.scrollHeight - log.scrollTop - log.clientHeight < 2;
    });
  },

  async "thousands of entries are scrolled through, and no task takes long"() {
    const page = await signedIn();
    await haveMuchToSay(page, given.entries);
    await say(page, "/help");
    const loop = await calibrate(page);
    const up = await traceTasks(page, () => page.evaluate(goUp));
    assert.match(await page.locator("#log .turn").first().textContent(), /entry 0:/);
    const around = await traceTasks(page, () => page.evaluate(goAround));
    const tasks = [...up, ...around].toSorted((a, b) => b.cpu - a.cpu);
    const slow = (by) => tasks.filter((each) => each[by] > LONGEST).length;
    measured({ entries: given.entries, loop, shown: await countShown(page), longest: tasks[0], longestByClock: Math.max(...tasks.map((each) => each.wall)), slow: slow("cpu"), slowByClock: slow("wall") });
    if (process.env.PAGE_TRACE) console.error(JSON.stringify(tasks.toSorted((a, b) => b.wall - a.wall).slice(0, 12)));
    assert.equal(slow("cpu"), 0, JSON.stringify(tasks.slice(0, 3)));
  },
});

/** In the page: scrolls to the very first entry, as fast as they come. */
async function goUp() {
  const log = document.getElementById("log");
  while (document.querySelector(".older")) {
    log.scrollTop = 0;
    await new Promise((done) => setTimeout(done, 5));
  }
}

/** In the page: turns the wheel, and now and then pulls the bar. */
async function goAround() {
  const log = document.getElementById("log");
  for (let n = 0; n < 150; n++) {
    log.scrollTop += log.clientHeight * (n % 10 ? 0.5 : 60);
    await new Promise(requestAnimationFrame);
  }
}
