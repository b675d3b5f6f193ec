// What people meet: their access that ended, a picture they ask about, and a list of several pages.
const assert = require("node:assert/strict");

const TABLET = { width: 820, height: 1100 };

/** In the page: a picture with a line of large text, pasted into the field. */
async function pastePicture(text) {
  const canvas = Object.assign(document.createElement("canvas"), { width: 900, height: 160 });
  const brush = canvas.getContext("2d");
  brush.fillStyle = "white";
  brush.fillRect(0, 0, 900, 160);
  brush.fillStyle = "black";
  brush.font = "48px sans-serif";
  brush.fillText(text, 30, 95);
  const picture = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const clipboardData = new DataTransfer();
  clipboardData.items.add(new File([picture], "image.png", { type: "image/png" }));
  document.getElementById("text").dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}

module.exports = ({ signedIn, say, send, open, answers, admitted, textFile, inspect, examine, given, NARROW, WIDE }) => ({
  async "who is blocked while their page is open is told so, and sees nothing of it any more"() {
    for (const viewport of [WIDE, TABLET, NARROW]) {
      const page = await signedIn({ viewport });
      const name = `drew-${viewport.width}`;
      await open(page, "people");
      await page.fill("#desk input", name);
      await page.getByRole("button", { name: "Link to this page" }).click();
      const link = await page.innerText("dialog[open] .link-text");
      await page.keyboard.press("Escape");
      await admitted();
      const guest = await (await page.context().browser().newContext({ viewport, reducedMotion: "reduce" })).newPage();
      await guest.goto(link);
      await guest.waitForSelector("html[data-ready]");
      await guest.fill("#text", "/remember The shed key is under the stone");
      await guest.keyboard.press("Enter");
      await guest.locator(".turn.multis:not(.waiting)").waitFor();
      await page.locator("tr", { hasText: `web:${name}` }).getByRole("button", { name: "Block" }).click();
      await page.locator("tr", { hasText: `web:${name}` }).getByRole("button", { name: "Unblock" }).waitFor();
      await guest.fill("#text", "Are you there?");
      await guest.keyboard.press("Enter");
      for (const act of [async () => {}, () => guest.goto(given.origin)]) {
        await act();
        await guest.getByText("You can no longer talk to this assistant.").waitFor();
        assert.doesNotMatch(await guest.innerText("body"), /shed key|multis web/);
      }
      for (const colorScheme of ["dark", "light"]) {
        await guest.emulateMedia({ colorScheme });
        assert.deepEqual([...(await guest.evaluate(inspect)), ...(await examine(guest))], [], `${viewport.width}, ${colorScheme}`);
        if (given.shots) await guest.screenshot({ path: `${given.shots}/barred-${colorScheme}-${viewport.width}.png` });
      }
      await guest.context().close();
      await page.context().close();
    }
  },

  async "a picture that is pasted with a question is looked at, and one without words is kept"() {
    for (const viewport of [WIDE, TABLET, NARROW]) {
      const page = await signedIn({ viewport });
      await page.evaluate(pastePicture, "The gate code of the quay is 7391");
      await page.getByLabel(/^Do not send picture \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/).waitFor(); // of the clipboard: a name of its own
      assert.ok(await page.locator("#readers").isVisible(), "without words it is kept, for whom is asked");
      await page.fill("#text", "What is the gate code?");
      assert.ok(await page.locator("#readers").isHidden(), "with words nothing is kept");
      if (given.shots) await page.screenshot({ path: `${given.shots}/picture-${viewport.width}.png` });
      assert.deepEqual([...(await page.evaluate(inspect)), ...(await examine(page))], []);
      const said = page.waitForRequest((request) => request.url().endsWith("/say"));
      await page.keyboard.press("Enter");
      assert.equal((await said).postDataJSON().pictures, true);
      await answers(page).last().waitFor();
      const told = await answers(page).last().innerText();
      if (given.reads) assert.match(told, /7391/);
      assert.doesNotMatch(told, /Indexed/);
      await open(page, "documents");
      assert.equal(await page.locator("tr", { hasText: "picture 2" }).count(), 0);
      await page.context().close();
    }
  },

  async "the number of a page stands below its list, not inside the last item"() {
    const page = await signedIn();
    const files = Array.from({ length: 12 }, (_, n) => textFile(`page-of-${n}.md`, `# Page of ${n}\n\nNumber ${n} of a pile of papers.\n`));
    await send(page, files);
    const answer = await say(page, "/docs");
    const line = answer.getByText(/Page 1 of \d/);
    await line.waitFor();
    assert.equal(await answer.locator("li", { hasText: /Page 1 of \d/ }).count(), 0);
    assert.equal(await answer.locator("ol > li, ul > li").count(), 10);
  },
});
