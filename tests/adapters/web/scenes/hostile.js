// PDFs made against whoever looks at them: the passage is read all the same, and the next file too.
const assert = require("node:assert/strict");
const { build, pdf } = require("./making.js");

const stream = (words, more = "") => `<< ${more} /Length ${words.length} >>\nstream\n${words}\nendstream`;
const text = (words) => stream(`BT /F 12 Tf 72 700 Td (${words}) Tj ET`);
const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
const page = (parent, contents, box = "0 0 595 842", more = "") => `<< /Type /Page /Parent ${parent} 0 R /MediaBox [${box}] /Contents ${contents} 0 R /Resources << /Font << /F 3 0 R >> ${more} >> >>`;

/** Two pages, and a word that there are millions. */
function manyPages(words) {
  const many = 5_000_000;
  return build([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${many} /Kids [6 0 R 4 0 R] >>`,
    FONT,
    page(2, 5),
    text(words),
    `<< /Type /Pages /Parent 2 0 R /Count ${many - 1} /Kids [7 0 R] >>`,
    page(6, 5),
  ]);
}

/** What is made of two of what is made of two, and so on: a page of a few kilobytes that is drawn for ever. */
const DEPTH = 30;
const doubled = (build) => Array.from({ length: DEPTH }, (_each, at) => build(`${at + 7} 0 R`));
const one = (contents, own, box) => ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 1 /Kids [4 0 R] >>", FONT, page(2, 5, box, own), contents];

function patterns(words) {
  const pattern = (drawn, own) => stream(drawn, `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << ${own} >>`);
  const within = doubled((next) => pattern("/Pattern cs /A scn 0 0 9 9 re f /B scn 0 0 9 9 re f", `/Pattern << /A ${next} /B ${next} >>`));
  const contents = stream(`BT /F 12 Tf 72 700 Td (${words}) Tj ET /Pattern cs /A scn 0 0 500 500 re f`);
  return build([...one(contents, "/Pattern << /A 6 0 R >>"), ...within, pattern("0 0 9 9 re f", "")]);
}

const shaped = (box) => (words) => build(one(text(words), "", box));

const HOSTILE = {
  "millions of pages": manyPages,
  "patterns of patterns": patterns,
  "a page like a thread": shaped("0 0 0.01 14400"),
  "a page like a beam": shaped("0 0 14400000 1"),
};

module.exports = ({ signedIn, say, send }) => {
  /** Asks for what a PDF says, and opens it. */
  async function cite(page, name, about, made) {
    await send(page, { name: `${name}.pdf`, mimeType: "application/pdf", buffer: made });
    const answer = await say(page, `What is the ${about} about?`);
    await answer.locator(".cite").first().click();
  }

  return {
    async "a PDF that would be drawn for ever is shown as text, and the next one as it looks"() {
      for (const [at, [name, make]] of Object.entries(HOSTILE).entries()) {
        const page = await signedIn();
        await cite(page, name, `quarrel${at}`, make(`The quarrel${at} of the gatekeeper is about lanterns.`));
        await page.locator("dialog[open] .note", { hasText: "Shown as text: Drawing it would take too long." }).waitFor();
        await page.locator("dialog[open] .cited", { hasText: "lanterns" }).waitFor();
        assert.equal(await page.locator(".sheet").count(), 0, name);
        await page.keyboard.press("Escape");
        await cite(page, `after ${name}`, `peace${at}`, pdf([[`The peace${at} of the gatekeeper is about bread.`]]));
        await page.locator("dialog[open] .sheet mark", { hasText: "bread" }).waitFor();
        await page.context().close();
      }
    },
  };
};
