// Small plots, drawn as SVG. Every mark has a title, and every plot says in words what it shows.
import { h, svg } from "./dom.js";
import { decimal, list, moment, percent, short, t, tn } from "./words.js";

const WIDE = 640;
const HIGH = 150;
const LEFT = 44;
const BELOW = 22;
const RIGHT = WIDE - 8;

function ceiling(value) {
  if (value <= 0) return 1;
  const step = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((each) => each * step).find((each) => each >= value);
}

function frame(title, top, summary, marks, labels) {
  const y = (value) => HIGH - BELOW - (value / top) * (HIGH - BELOW - 10);
  const grid = [0, top / 2, top].flatMap((value) => [
    svg("line", { x1: LEFT, x2: RIGHT, y1: y(value), y2: y(value), class: "grid" }),
    svg("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, short(value)),
  ]);
  const axis = labels.map(([x, text, anchor]) => svg("text", { x, y: HIGH - 4, "text-anchor": anchor }, text));
  return h(
    "figure",
    { class: "plot" },
    h("figcaption", {}, title, h("span", {}, summary)),
    svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": t("{title}: {summary}", { title, summary }) }, ...grid, ...axis, ...marks(y)),
  );
}

const titled = (mark, text) => {
  mark.append(svg("title", {}, text));
  return mark;
};

/** A bar for each `{label, value}`; `limit` is a line to stay below. */
export function bars(title, values, limit = null) {
  const most = Math.max(...values.map((each) => each.value), limit ?? 0);
  const step = (RIGHT - LEFT) / values.length;
  const sum = values.reduce((total, each) => total + each.value, 0);
  const draw = (y) => [
    ...values.map(({ label, value }, at) =>
      titled(svg("rect", { x: LEFT + at * step + step * 0.15, width: step * 0.7, y: y(value), height: y(0) - y(value), rx: 2, class: "bar" }), t("{label}: {value}", { label, value: short(value) })),
    ),
    ...(limit === null ? [] : [titled(svg("line", { x1: LEFT, x2: RIGHT, y1: y(limit), y2: y(limit), class: "limit" }), t("limit: {value}", { value: short(limit) }))]),
  ];
  const ends = [[LEFT, values[0].label, "start"], [RIGHT, values.at(-1).label, "end"]];
  return frame(title, ceiling(most), tn("{sum} in {count} day", "{sum} in {count} days", values.length, { sum: short(sum) }), draw, ends);
}

const clock = (at, span) =>
  moment(new Date(at * 1000), span.to - span.from > 90_000 ? { day: "numeric", month: "short" } : { weekday: "short", hour: "2-digit", minute: "2-digit" });
const across = (at, span) => LEFT + ((at - span.from) / (span.to - span.from)) * (RIGHT - LEFT);
const ends = (span) => [[LEFT, clock(span.from, span), "start"], [RIGHT, clock(span.to, span), "end"]];

/** A line for each named series of `[at, value]`. */
export function lines(title, span, series) {
  const values = Object.values(series).flat().map((each) => each[1]);
  const draw = (y) =>
    Object.entries(series).flatMap(([name, found], at) => {
      if (!found.length) return [];
      const path = found.map(([when, value]) => `${across(when, span).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
      return [titled(svg("polyline", { points: path, class: `line c${at}` }), name)];
    });
  const names = Object.keys(series);
  const now = Object.entries(series).map(([name, found]) => `${short(found.at(-1)?.[1] ?? 0)} ${name}`);
  const drawn = frame(title, ceiling(Math.max(0, ...values)), values.length ? t("now {values}", { values: list(now) }) : t("nothing measured yet"), draw, ends(span));
  if (names.length > 1) drawn.append(h("p", { class: "legend" }, names.map((name, at) => h("span", {}, h("i", { class: `key c${at}` }), name))));
  return drawn;
}

const summarised = (count, half, most) =>
  tn("{count} answer, half within {half} s, {share} within {most} s", "{count} answers, half within {half} s, {share} within {most} s", count, {
    half: short(half),
    most: short(most),
    share: percent(0.95),
  });

/** A dot for each `[at, value]`. */
export function points(title, span, found) {
  const sorted = found.map((each) => each[1]).sort((a, b) => a - b);
  const share = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
  const summary = sorted.length ? summarised(sorted.length, share(0.5), share(0.95)) : t("nothing measured yet");
  const draw = (y) => found.map(([at, value]) => titled(svg("circle", { cx: across(at, span), cy: y(value), r: 3.5, class: "dot" }), t("{time}: {seconds} s", { time: clock(at, span), seconds: short(value) })));
  return frame(title, ceiling(Math.max(0, ...sorted)), summary, draw, ends(span));
}

/** One score as a bar of its parts; what takes away is written beside it. */
export function shares(names, parts, most) {
  let x = 0;
  const told = names.filter((name) => name in parts).map((name) => `${name} ${decimal(parts[name], 3)}`);
  const marks = names.flatMap((name, at) => {
    const part = parts[name] ?? 0;
    if (part <= 0 || most <= 0) return [];
    const width = (part / most) * 100;
    const mark = titled(svg("rect", { x, width, y: 0, height: 10, class: `fill c${at % 6}` }), `${name} ${decimal(part, 3)}`);
    x += width;
    return [mark];
  });
  return h("div", { class: "shares" }, svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img", "aria-label": told.join(", ") }, ...marks), h("small", {}, told.join(" + ")));
}
