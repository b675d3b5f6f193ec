// On a phone the keyboard covers the page instead of making it lower: the page is made as high as
// what is seen of it, so that what is written and the last answer stay in view.
const seen = globalThis.visualViewport;

function fit() {
  if (seen.scale !== 1) return; // enlarged by its reader, who sees a part of it
  const covered = Math.abs(innerHeight - seen.height) > 1;
  const root = document.documentElement.style;
  if (covered) root.setProperty("--seen", `${seen.height}px`);
  else root.removeProperty("--seen");
  if (covered) scrollTo(0, 0);
}

/** `changed` hears of it when the height of the page has changed. */
export function fitViewport(changed) {
  seen?.addEventListener("resize", () => {
    fit();
    changed();
  });
}
