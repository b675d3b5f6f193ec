// One score as a bar of its parts.
import { h, svg } from "../dom.js";
import { decimal, tp } from "../words.js";

const NAMES = { words: tp("score", "words"), adjacent: tp("score", "words side by side"), meaning: tp("score", "meaning"), use: tp("score", "use"), speaker: tp("score", "speaker") };

/** What a part of a score is called. */
export const partName = (name) => NAMES[name] ?? name;

/** Whether a part of a score is more than nothing, as it is written. */
export const counts = (part = 0) => Math.abs(part) >= 0.0005;

/** One score as a bar of its parts; what takes away is written beside it. */
export function shares(names, parts, most) {
  let x = 0;
  const told = names.filter((name) => counts(parts[name])).map((name) => `${partName(name)} ${decimal(parts[name], 3)}`);
  const marks = names.flatMap((name, at) => {
    const part = parts[name] ?? 0;
    if (part <= 0 || most <= 0) return [];
    const width = (part / most) * 100;
    const mark = svg("rect", { x, width, y: 0, height: 10, class: `fill c${at % 6}` }, svg("title", {}, `${partName(name)} ${decimal(part, 3)}`));
    x += width;
    return [mark];
  });
  return h("div", { class: "shares" }, svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img", "aria-label": told.join(", ") }, ...marks), h("small", {}, told.join(" + ")));
}
