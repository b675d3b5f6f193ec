// What is shown where there is nothing, where something failed, and to whoever is not signed in.
const assert = require("node:assert/strict");

const TABLET = { width: 820, height: 1100 };

module.exports = ({ signedIn, say, open, inspect, examine, given, NARROW, WIDE }) => {
  /** Plays `act` at three widths; what it checks is checked light and dark. */
  async function everywhere(act) {
    for (const viewport of [WIDE, TABLET, NARROW]) {
      const page = await signedIn({ viewport, reducedMotion: "reduce" });
      const check = async (name, shown = page) => {
        for (const colorScheme of ["dark", "light"]) {
          await shown.emulateMedia({ colorScheme });
          assert.deepEqual([...(await shown.evaluate(inspect)), ...(await examine(shown))], [], `${name}, ${viewport.width}, ${colorScheme}`);
          if (given.shots) await shown.screenshot({ path: `${given.shots}/${name}-${colorScheme}-${viewport.width}.png` });
        }
      };
      await act(page, check);
      await page.unrouteAll({ behavior: "wait" });
      await page.context().close();
    }
  }

  const find = async (page, field, words) => {
    await page.locator(field).fill(words);
    await page.keyboard.press("Enter");
  };

  return {
    async "where nothing is found, each list says so, and has no fault"() {
      await everywhere(async (page, check) => {
        await check("nothing-said");
        for (const [name, field, told] of [["documents", ".filters input", "No document matches."], ["memory", ".filters input", "No fact matches."], ["search", "input[type=search]", "Nothing found. Try other words."]]) {
          await open(page, name);
          await find(page, `#desk ${field}`, "zyzzyva quux");
          await page.getByText(told).waitFor();
          await check(`nothing-${name}`);
        }
        await page.getByRole("link", { name: "Chat", exact: true }).click();
        await page.click("#conversations");
        await page.waitForSelector("#drawer input[type=search]");
        await find(page, "#drawer input[type=search]", "zyzzyva quux");
        await page.locator("#drawer", { hasText: "Nothing found." }).waitFor();
        await check("nothing-conversations");
        await page.evaluate(() => sessionStorage.clear());
      });
    },

    async "a view that cannot be shown says why and is tried again, and no error has a fault"() {
      await everywhere(async (page, check) => {
        await page.route("**/look/usage*", (route) => route.abort());
        await page.click('nav a[data-page="usage"]');
        await page.locator("#desk", { hasText: "multis does not answer" }).waitFor();
        assert.equal(await page.innerText("#desk h1"), "Usage");
        await check("error-view");
        await page.unrouteAll({ behavior: "wait" });
        await page.getByRole("button", { name: "Try again" }).click();
        await page.locator("#desk .figures").waitFor();
        await page.getByRole("link", { name: "Chat", exact: true }).click();
        await say(page, "/nonsense");
        await page.evaluate(async () => {
          const { toast } = await import("/static/toast.js");
          const { h } = await import("/static/dom.js");
          toast(h("div", {}, "Done with ", h("code", {}, "telegram:4")), { lasting: true });
          for (const n of [1, 2, 3, 4]) toast(`Done with ${n}`);
        });
        assert.deepEqual((await page.locator(".toast").allInnerTexts()).map((each) => each.replace(/\s*✕/, "")), ["Done with telegram:4", "Done with 2", "Done with 3", "Done with 4"]);
        const [lowest, field] = await Promise.all([".toast:last-child", "#text"].map((each) => page.locator(each).boundingBox()));
        assert.ok(lowest.y + lowest.height <= field.y, "the field stays in use");
        await page.evaluate(async () => (await import("/static/toast.js")).toast("Not done", { failed: true, again: () => {} }));
        await check("error-toasts");
        await page.context().setOffline(true);
        await page.locator("#line", { hasText: "You are offline." }).waitFor();
        await check("error-offline");
        await page.context().setOffline(false);
        await page.locator("#line").waitFor({ state: "hidden" });
      });
    },

    async "the pages of whoever is not signed in have no fault"() {
      await everywhere(async (page, check) => {
        const stranger = await (await page.context().browser().newContext({ viewport: page.viewportSize() })).newPage();
        await stranger.goto(`${given.origin}/`);
        await stranger.getByText("You are not signed in here.").waitFor();
        await check("locked", stranger);
        await stranger.goto(`${given.origin}/enter#of-no-use-${"x".repeat(30)}`);
        await stranger.locator("#told:not(:text('Signing you in'))").waitFor();
        await check("not-entered", stranger);
        await stranger.context().close();
      });
    },
  };
};
