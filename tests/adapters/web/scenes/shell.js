// Code and mathematics, settings that are changed, and the page without a network.
const assert = require("node:assert/strict");
const { countRows } = require("../charts.js");

module.exports = ({ signedIn, say, open, answers, examine, given }) => ({
  async "code has its colours and mathematics is set, and what cannot be stays text"() {
    const page = await signedIn();
    const wrong = [];
    page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
    await page.evaluate(async () => {
      const { grow } = await import("/static/marks.js");
      const bubble = document.createElement("div");
      bubble.className = "turn multis";
      bubble.setAttribute("role", "article");
      bubble.append(
        ...grow([
          ["pre", 'def f(x):\n    return "<b>" + x  # a comment', "python"],
          ["pre", "no language of this name", "klingon"],
          ["p", "Let ", ["math", "x^2 + \\frac{1}{2}"], "."],
          ["formula", "\\sum_{n=1}^\\infty \\frac{1}{n^2} = \\frac{\\pi^2}{6}"],
          ["math", "\\frac{1"],
          ["math", "\\href{javascript:window.hacked=1}{x}"],
          ["math", "\\def\\a{\\a\\a}\\a"],
        ]),
      );
      document.getElementById("log").replaceChildren(bubble);
    });
    await page.locator(".code-keyword", { hasText: "def" }).waitFor();
    assert.equal(await page.innerText(".code pre >> nth=0"), 'def f(x):\n    return "<b>" + x  # a comment');
    assert.equal(await page.innerText(".code pre >> nth=1"), "no language of this name");
    await page.locator(".formula .katex").waitFor();
    await page.locator(".inline .katex").first().waitFor();
    assert.ok((await page.locator(".formula math").count()) > 0, "for screen readers too");
    const face = await page.evaluate(() => document.fonts.ready.then((fonts) => [...fonts].some((each) => each.family.startsWith("KaTeX") && each.status === "loaded")));
    assert.ok(face, "its letters are there");
    assert.ok((await page.locator("code.math").allInnerTexts()).includes("\\frac{1"));
    assert.equal(await page.locator("#log a[href]").count(), 0);
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.deepEqual(await examine(page), []);
    assert.deepEqual(wrong, []);
    if (given.shots) await page.screenshot({ path: `${given.shots}/code-and-math.png` });
  },

  async "a setting is changed on the desk, and one that needs a restart says so"() {
    const page = await signedIn();
    await open(page, "settings");
    const row = (key) => page.locator("tr", { has: page.getByText(key, { exact: true }) });
    const close = async () => {
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog[open]", { state: "detached" });
    };
    await row("memory.context_budget").getByRole("button", { name: "Change" }).click();
    await page.getByText("A change takes effect at once.").waitFor();
    await page.fill("dialog[open] form:not([method]) input", "nonsense");
    await page.locator("dialog[open]").getByText("Save").click();
    await page.locator(".toast.failed").waitFor();
    await page.fill("dialog[open] form:not([method]) input", "2777");
    await page.locator("dialog[open]").getByText("Save").click();
    await row("memory.context_budget").locator("code", { hasText: "2777" }).waitFor();
    await close(); // it lies over the list where there is little room
    await row("search.mode").getByRole("button", { name: "Change" }).click();
    await page.getByText("A change takes effect when multis is restarted.").waitFor();
    assert.deepEqual(await examine(page), []);
    await page.selectOption("dialog[open] select", "specification");
    await page.locator("dialog[open]").getByText("Save").click();
    await row("search.mode").getByText('after a restart: specification').waitFor();
    await close();
    assert.equal(await row("platforms.web.origin").getByRole("button").count(), 0);
    await row("search.mode").getByRole("button", { name: "Change" }).click();
    await page.locator("dialog[open]").getByText("Back to the default").click();
    await row("search.mode").getByText("after a restart").waitFor({ state: "detached" });
  },

  async "a voice message is recorded, discarded or sent, where voice is set up"() {
    const page = await signedIn({ permissions: ["microphone"] });
    assert.equal(await page.locator("#record button").count(), 0);
    await page.route("**/look/me*", async (route) => route.fulfill({ json: { ...(await (await route.fetch()).json()), listens: true } }));
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await page.fill("#text", "half a question");
    const record = page.getByRole("button", { name: "Record a voice message" });
    await record.click();
    await page.getByRole("button", { name: "Discard the recording" }).click();
    await record.click();
    await page.locator(".recorded", { hasText: /0:0[1-9]|0:[1-5]\d/ }).waitFor();
    assert.deepEqual(await examine(page), []);
    if (given.shots) await page.screenshot({ path: `${given.shots}/recording.png` });
    const said = page.waitForRequest((request) => request.url().endsWith("/say"));
    await page.getByRole("button", { name: "Send recording" }).click();
    const message = (await said).postDataJSON();
    assert.ok(message.spoken >= 1, `${message.spoken} seconds`);
    assert.match(message.files[0].name, /^voice\.(webm|ogg)$/);
    assert.ok(message.files[0].size > 500, `${message.files[0].size} bytes`);
    await answers(page).last().waitFor();
    assert.equal(await page.inputValue("#text"), "half a question");
    assert.equal(await page.locator(".you", { hasText: "voice." }).count(), 1);
    await record.waitFor();
    await page.fill("#text", "");
  },

  async "each chart has its figures in a table"() {
    const page = await signedIn({ colorScheme: "light" });
    await say(page, "/help");
    const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").filter((each) => each.name.includes("/uplot-")).length);
    assert.equal(await loaded(), 0, "charts are loaded where one is shown");
    await open(page, "health");
    const plot = page.locator(".plot", { hasText: "Seconds until the answer was complete" });
    await plot.getByText("In figures").click();
    assert.match(await plot.locator("details tbody tr").first().innerText(), /\d\.\d\d/);
    assert.match(await plot.getByRole("img").getAttribute("aria-label"), /^Seconds until the answer was complete: \d+ answers?, half within/);
    const canvas = plot.locator("canvas");
    await canvas.waitFor();
    assert.ok(await loaded());
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      assert.ok((await countRows(canvas)) > 2, `its dots have the colour of a ${colorScheme} page`);
    }
    const wide = (await canvas.boundingBox()).width;
    const { width, height } = page.viewportSize();
    await page.setViewportSize({ width: width - 60, height });
    await page.waitForFunction((wide) => document.querySelector(".plot canvas").getBoundingClientRect().width === wide - 60, wide);
    await open(page, "people"); // what is not shown is let go
    await open(page, "health");
    await canvas.waitFor();
    assert.deepEqual(await examine(page), []);
  },

  async "without a network the page opens with what was typed, and keeps nothing private"() {
    const page = await signedIn();
    await say(page, "Where do canaries sleep?");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload(); // now through the worker
    await page.waitForSelector("html[data-ready]");
    await answers(page).first().waitFor();
    await page.fill("#text", "half a question");
    await page.context().setOffline(true);
    await page.reload();
    await page.locator("#line", { hasText: "You are offline." }).waitFor();
    await page.context().setOffline(false);
    await page.waitForSelector("html[data-ready]");
    assert.equal(await page.inputValue("#text"), "half a question");
    await page.fill("#text", "");
    const kept = await page.evaluate(async () => {
      const all = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) all.push([new URL(request.url).pathname, await (await cache.match(request)).text()]);
      }
      return all;
    });
    assert.ok(kept.some(([path]) => path === "/static/main.js"));
    assert.deepEqual(kept.filter(([path]) => path !== "/" && !/^\/(static|sentences)\//.test(path)), []);
    assert.doesNotMatch(kept.map(([, text]) => text).join(""), /canaries/);
  },
});
