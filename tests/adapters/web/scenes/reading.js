// Citations open where they stand: a PDF at its page, a text with its headings and tables.
const assert = require("node:assert/strict");
const { pdf } = require("./making.js");

const FERRY = ["Ferries to the outer skerries", "The last ferry to Grindholm leaves at quarter past nine", "in the evening, from the northern pier.", "Bicycles travel free of charge on weekdays."];
const FILLER = Array.from({ length: 30 }, (_, at) => `Paragraph ${at + 1} tells of harbours and of herring.`);
const timetable = (name) => ({ name, mimeType: "application/pdf", buffer: pdf([FILLER, FERRY, FILLER]) });

module.exports = ({ signedIn, signedInAsGuest, say, send, textFile, examine, given }) => ({
  async "a citation of a PDF opens its page with the passage marked"() {
    const page = await signedIn();
    const wrong = [];
    page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
    page.on("pageerror", (error) => wrong.push(String(error)));
    await send(page, timetable("ferries.pdf"));
    const answer = await say(page, "When does the last ferry to Grindholm leave?");
    await answer.locator(".cite").first().click();
    const marked = page.locator("dialog[open] .sheet mark");
    await marked.first().waitFor();
    const sheet = page.locator(".sheet", { has: page.locator("mark") });
    assert.equal(await sheet.getAttribute("aria-label"), "Page 2 of 3");
    assert.match((await marked.allTextContents()).join(" "), /The last ferry to Grindholm leaves at quarter past nine in the evening, from the northern pier\./);
    assert.doesNotMatch((await marked.allTextContents()).join(" "), /herring/);
    const box = await marked.first().boundingBox();
    const drawer = await page.locator("#drawer-body").boundingBox();
    assert.ok(box.y > drawer.y && box.y < drawer.y + drawer.height, "the mark is in view");
    const dark = await sheet.locator("canvas").evaluate((canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.filter((value, at) => at % 4 === 0 && value < 100).length);
    assert.ok(dark > 200, `${dark} dark points: the letters are drawn`);
    assert.deepEqual(await examine(page), []);
    if (given.shots) await page.screenshot({ path: `${given.shots}/citation-pdf-wide.png` });
    const wide = (await sheet.boundingBox()).width;
    await page.getByLabel("Larger").click();
    await page.waitForFunction((wide) => document.querySelector(".sheet").getBoundingClientRect().width > 1.3 * wide, wide);
    await page.getByText("As text").click();
    await page.locator("dialog .cited", { hasText: "quarter past nine" }).waitFor();
    await page.getByText("As it looks").click();
    await marked.first().waitFor();
    assert.deepEqual(wrong, []);
  },

  async "nothing but the page's own workers can be started"() {
    const page = await signedIn();
    const told = await page.evaluate(async () => {
      const { openWorker } = await import("/static/workers.js");
      const tries = {
        plain: () => new Worker("/static/libraries/pdfjs-6.5.438/pdf.worker.min.mjs"),
        foreign: () => openWorker("/files/x"),
        second: () => trustedTypes.createPolicy("workers", { createScriptURL: (any) => any }),
        other: () => trustedTypes.createPolicy("other", { createHTML: (any) => any }),
        compile: () => new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])),
      };
      return Object.fromEntries(Object.entries(tries).map(([name, act]) => {
        try {
          act();
          return [name, "done"];
        } catch (error) {
          return [name, error.name];
        }
      }));
    });
    assert.deepEqual(told, { plain: "TypeError", foreign: "TypeError", second: "TypeError", other: "TypeError", compile: "CompileError" });
  },

  async "a citation of a text opens with headings and tables, each paragraph once"() {
    const page = await signedIn();
    const rows = Array.from({ length: 12 }, (_, at) => `| Cabin ${at} | ${at + 3} | ${40 + at} |`).join("\n");
    const long = Array.from({ length: 60 }, (_, at) => `Sentence ${at} of the house rules speaks of lanterns and of ropes.`).join(" ");
    await send(page, textFile("cabins.md", `# Cabins\n\n## Prices of the gullwing cabins\n\n| Name | Beds | Price |\n| - | -: | -: |\n${rows}\n\n## Rules\n\n${long}\n`));
    const answer = await say(page, "What is the price of gullwing Cabin 7?");
    await answer.locator(".cite").first().click();
    await page.locator("dialog[open] .cited table td", { hasText: "Cabin 7" }).waitFor();
    assert.deepEqual(await examine(page), []);
    if (given.shots) await page.screenshot({ path: `${given.shots}/citation-text-wide.png` });
    assert.match(await page.innerText("dialog .cited h3"), /Prices of the gullwing cabins/);
    await page.getByRole("button", { name: "Show more of the document" }).click();
    await page.locator("dialog .round", { hasText: "Sentence 59" }).waitFor();
    const read = await page.innerText("dialog .reading");
    for (const at of [0, 20, 28, 29, 30, 31, 32, 59]) assert.equal(read.split(`Sentence ${at} of`).length, 2, `sentence ${at}`);
  },

  async "a guest opens what everybody may see, and not the owner's file"() {
    const owner = await signedIn();
    await send(owner, { ...timetable("open-ferries.pdf"), buffer: pdf([["The cargo ferry to Westholm sails on Thursdays."]]) }, "kb");
    await send(owner, { name: "vault.pdf", mimeType: "application/pdf", buffer: pdf([["The canary sings in the strongroom of Grindholm."]]) }, "admin");
    const ids = await owner.evaluate(async () => {
      const { look } = await import("/static/api.js");
      const of = async (q, name) => (await look("search", { q })).found.find((each) => each.where.startsWith(name)).id;
      return [await of("cargo ferry Westholm", "open-ferries.pdf"), await of("canary strongroom", "vault.pdf")];
    });
    const guest = await signedInAsGuest();
    const told = await guest.evaluate(async (ids) => {
      const { original } = await import("/static/api.js");
      return Promise.all(ids.map((id) => original(id).then((blob) => blob.text(), (error) => error.message)));
    }, ids);
    assert.match(told[0], /^%PDF-/);
    assert.doesNotMatch(told[1], /canary|%PDF/);
  },
});
