// The page inside Telegram, in a real browser: reads {origin, launches, chromium} from stdin; tells one
// JSON line for each scenario, as e2e.js does. `launches` are what Telegram signed.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const { chromium } = require("playwright-core");

const given = JSON.parse(fs.readFileSync(0, "utf8"));
// The page has an address on the internet where Telegram opens it, and one of this machine here.
const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-features=LocalNetworkAccessChecks"];
const PHONE = { width: 390, height: 780 };
const fragment = (launch) => `#${new URLSearchParams({ tgWebAppData: launch, tgWebAppVersion: "8.0", tgWebAppPlatform: "weba" })}`;
let browser;

/** A page of `site` that has the page in a frame, as Telegram's web client does. */
async function framed(site, launch) {
  const context = await browser.newContext({ viewport: PHONE });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const html = `<!doctype html><script>window.told = []; addEventListener("message", (event) => told.push([event.origin, JSON.parse(event.data).eventType]));</script><iframe src="${given.origin}/mini${fragment(launch)}" width="390" height="760"></iframe>`;
  await page.route(`${site}/**`, (route) => route.fulfill({ contentType: "text/html", body: html }));
  await page.goto(`${site}/k/`);
  return page;
}

async function opened(launch) {
  const page = await framed("https://web.telegram.org", launch);
  const frame = page.frames().find((each) => each !== page.mainFrame());
  await frame.waitForSelector("html[data-ready]");
  return { page, frame };
}

const scenarios = {
  async "in Telegram's frame its person is signed in, asks, and loads the page again"() {
    const { page, frame } = await opened(given.launches.pop());
    assert.equal(await frame.evaluate(() => location.href), `${given.origin}/mini`);
    assert.deepEqual(await page.evaluate(() => window.told), [[given.origin, "web_app_ready"], [given.origin, "web_app_expand"]]);
    assert.deepEqual(await frame.locator("nav a").allInnerTexts(), ["Chat", "Documents", "Memory", "Search", "Usage"]);
    await frame.fill("#text", "/help");
    await frame.press("#text", "Enter");
    await frame.locator(".turn.multis:not(.waiting)").waitFor();
    await frame.evaluate(() => location.reload());
    await frame.locator(".turn.multis").waitFor();
    assert.deepEqual(await page.context().storageState().then(({ origins }) => origins.flatMap((each) => each.localStorage.map(({ name }) => name))), []);
  },

  async "the same launch lets in nobody else, and says so"() {
    const launch = given.launches.pop();
    await opened(launch);
    const page = await framed("https://web.telegram.org", launch);
    const frame = page.frames().find((each) => each !== page.mainFrame());
    await frame.getByText("was already used or is too old").waitFor();
  },

  async "another site gets an empty frame"() {
    const page = await framed("https://evil.example", given.launches.pop());
    await page.waitForTimeout(1000);
    const frame = page.frames().find((each) => each !== page.mainFrame());
    assert.equal(await frame.locator("#composer").count(), 0);
  },

  async "above a phone's keyboard the field and the end of the talk stay in view"() {
    const { frame } = await opened(given.launches.pop());
    await frame.fill("#text", "/help");
    await frame.press("#text", "Enter");
    await frame.locator(".turn.multis:not(.waiting)").waitFor();
    const end = () => frame.evaluate(() => document.getElementById("log").scrollHeight - document.getElementById("log").scrollTop - document.getElementById("log").clientHeight);
    assert.ok((await end()) < 2);
    await frame.evaluate(() => {
      Object.defineProperty(visualViewport, "height", { configurable: true, value: 400 });
      visualViewport.dispatchEvent(new Event("resize"));
    });
    const bottom = () => frame.evaluate(() => document.getElementById("composer").getBoundingClientRect().bottom);
    assert.ok((await bottom()) <= 401, `${await bottom()}`);
    // It is scrolled to before the next picture.
    await frame.waitForFunction(() => {
      const log = document.getElementById("log");
      return log.scrollHeight - log.scrollTop - log.clientHeight < 2;
    });
    await frame.evaluate(() => {
      delete visualViewport.height;
      visualViewport.dispatchEvent(new Event("resize"));
    });
    assert.ok((await bottom()) > 700);
  },
};

(async () => {
  browser = await chromium.launch({ executablePath: given.chromium, args: ARGUMENTS });
  for (const [name, play] of Object.entries(scenarios)) {
    let wrong = "";
    try {
      await play();
    } catch (error) {
      wrong = error.stack;
    }
    for (const context of browser.contexts()) await context.close();
    console.log(JSON.stringify({ name, wrong }));
  }
  await browser.close();
})();
