// What a chart looks like: a canvas has no elements to ask.

/** How many rows of the canvas have the colour of bars and dots, as the page has it now. */
const countRows = (canvas) =>
  canvas.evaluate((node) => {
    const one = new OffscreenCanvas(1, 1).getContext("2d");
    one.fillStyle = getComputedStyle(document.body).getPropertyValue("--c0").trim();
    one.fillRect(0, 0, 1, 1);
    const colour = one.getImageData(0, 0, 1, 1).data.join();
    const { data } = node.getContext("2d").getImageData(0, 0, node.width, node.height);
    const rows = new Set();
    for (let at = 0; at < data.length; at += 4) if (data.slice(at, at + 4).join() === colour) rows.add(Math.floor(at / 4 / node.width));
    return rows.size;
  });

module.exports = { countRows };
