// Answers of a model, as they grow: stopped half way, and with all the marks a model writes.
const assert = require("node:assert/strict");

const { countRows } = require("../charts.js");

const TABLET = { width: 820, height: 1100 };

module.exports = ({ signedIn, open, answers, inspect, examine, given, measured, NARROW, WIDE }) => ({
  async "an answer that is stopped keeps what was written and says so, also after a reload"() {
    for (const viewport of [WIDE, TABLET, NARROW]) {
      const page = await signedIn({ viewport, reducedMotion: "reduce" });
      const high = () => page.locator("#text").evaluate((each) => each.offsetHeight);
      const before = await high();
      await page.fill("#text", "[half] Tell me of the sea");
      await page.keyboard.press("Enter");
      await page.locator(".waiting .body", { hasText: "the half that was written" }).waitFor();
      assert.deepEqual([...(await page.evaluate(inspect)), ...(await examine(page))], [], `growing, ${viewport.width}`);
      if (given.shots) await page.screenshot({ path: `${given.shots}/growing-${viewport.width}.png` });
      await page.getByRole("button", { name: "Stop", exact: true }).click();
      const check = async () => assert.match(await answers(page).last().innerText(), /the half that was written[^]*Stopped here/);
      await answers(page).last().waitFor();
      await check();
      assert.ok(await page.locator("#stop").isHidden());
      assert.equal(await high(), before, "the field is as it was, though its placeholder had little room");
      await page.reload();
      await answers(page).last().waitFor();
      await check();
      await page.context().close();
    }
  },

  async "mathematics, tables and tasks of an answer are whole, at three widths"() {
    for (const viewport of [WIDE, TABLET, NARROW]) {
      for (const colorScheme of ["light", "dark"]) {
        const page = await signedIn({ viewport, colorScheme, reducedMotion: "reduce" });
        await page.fill("#text", "[rich] What can you show me?");
        await page.keyboard.press("Enter");
        const answer = answers(page).last();
        await answer.locator(".inline .katex").waitFor();
        await answer.locator(".formula .katex").waitFor();
        assert.match(await answer.locator(".formula annotation").textContent(), /\\sum_\{n=1\}\^\\infty/, "backslashes are kept");
        assert.deepEqual(await answer.locator("td.to-right").allInnerTexts(), ["2", "120", "4", "95"]);
        assert.equal(await answer.locator("td.to-right").first().evaluate((cell) => getComputedStyle(cell).textAlign), "end");
        assert.deepEqual(await answer.locator(".box").allInnerTexts(), ["☑", "☐"]);
        await answer.locator(".code-keyword").first().waitFor();
        const table = await answer.locator("table").evaluate((each) => [each.scrollWidth, each.clientWidth, each.getBoundingClientRect().right]);
        assert.ok(table[2] <= viewport.width, "what is wider than the page scrolls in itself");
        if (viewport === WIDE) assert.ok(table[0] <= table[1] + 1, `the margins are used before a table scrolls: ${table}`);
        assert.deepEqual([...(await page.evaluate(inspect)), ...(await examine(page))], [], `${viewport.width}, ${colorScheme}`);
        if (given.shots) await page.screenshot({ path: `${given.shots}/rich-${colorScheme}-${viewport.width}.png` });
        await page.context().close();
      }
    }
  },

  async "the usage of a model is told in its currency, with as many digits as it needs, and its bars are not flattened"() {
    const page = await signedIn();
    await page.fill("#text", "How is the weather?");
    await page.keyboard.press("Enter");
    await answers(page).last().waitFor();
    await open(page, "usage");
    assert.match(await page.locator(".figures").innerText(), /€0\.\d*[1-9]/);
    assert.doesNotMatch(await page.innerText("#desk"), /€0\.00(?!\d)/);
    const plot = page.locator(".plot", { hasText: "Cost per day" });
    await plot.locator("canvas").waitFor();
    const high = (await countRows(plot.locator("canvas"))) / (await page.evaluate(() => devicePixelRatio));
    assert.ok(high > 30, `${high} pixels, though the budget is a thousand times as much`);
    assert.deepEqual(await examine(page), []);
  },

  async "what is spoken into the page is written down and answered"() {
    for (const viewport of [WIDE, TABLET, NARROW]) {
      const page = await signedIn({ viewport, permissions: ["microphone"], reducedMotion: "reduce" });
      await page.getByRole("button", { name: "Record a voice message" }).click();
      await page.locator(".recorded", { hasText: /0:0[1-9]|0:[1-5]\d/ }).waitFor();
      await page.getByRole("button", { name: "Send recording" }).click();
      await answers(page).last().waitFor();
      assert.match(await answers(page).last().innerText(), /You said: “How is the weather\?”[^]*The weather is fine\./);
      assert.deepEqual([...(await page.evaluate(inspect)), ...(await examine(page))], [], `${viewport.width}`);
      if (given.shots) await page.screenshot({ path: `${given.shots}/spoken-${viewport.width}.png` });
      await page.context().close();
    }
  },

  async "a picture that is picked with a question is seen by the model, and kept nowhere"() {
    const page = await signedIn();
    const shown = await page.evaluate(() => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 120, height: 80 });
      canvas.getContext("2d").fillRect(20, 20, 60, 30);
      return canvas.toDataURL("image/jpeg").split(",")[1];
    });
    await page.setInputFiles("#files", { name: "boat.jpg", mimeType: "image/jpeg", buffer: Buffer.from(shown, "base64") });
    await page.fill("#text", "[seen] What is on it?");
    await page.keyboard.press("Enter");
    await answers(page).last().waitFor();
    assert.match(await answers(page).last().innerText(), /A grey boat\./);
    assert.equal(await page.locator(".you").last().getByRole("button", { name: "Edit" }).count(), 0, "it cannot be sent again without its picture");
    await open(page, "documents");
    assert.equal(await page.locator("tr", { hasText: "boat.jpg" }).count(), 0);
  },

  async "ten guests who ask at once have their first words at once"() {
    const pages = [];
    for (const link of given.crowd) pages.push(await signedIn({}, link, false));
    const begun = Date.now();
    const took = await Promise.all(
      pages.map(async (page) => {
        await page.fill("#text", "How is the weather?");
        await page.keyboard.press("Enter");
        await page.locator(".turn.multis .body", { hasText: "fine" }).first().waitFor();
        return Date.now() - begun;
      }),
    );
    measured({ took });
    assert.ok(Math.max(...took) < 1000 * given.patience, `${took} ms`);
  },
});
