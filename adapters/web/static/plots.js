// Small plots, drawn as SVG. Every mark has a title, and every plot says in words what it shows.
import { h, svg, table } from "./dom.js";
import { decimal, list, moment, number, percent, short, t, tn } from "./words.js";

const HIGH = 150;
const LEFT = 44;
const BELOW = 22;
const USUAL = 640; // pixels, until its place is known

// A pixel of a plot is one of the page: its letters are as large on a phone.
const redraws = new WeakMap(); // plot -> draws it as wide as that
const sizes = new ResizeObserver((seen) => {
  for (const { target, contentRect } of seen) if (contentRect.width) redraws.get(target)(contentRect.width);
});

function ceiling(value) {
  if (value <= 0) return 1;
  const step = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((each) => each * step).find((each) => each >= value);
}

const MOST = 500; // rows of the table below a plot, the last ones

/** What a plot shows, in figures. */
function figures(title, heads, rows) {
  return h("details", {}, h("summary", {}, t("In figures")), table(title, heads, rows.slice(-MOST)));
}

/** `marks(y, x)` draws on the scales, `labels` are `[share of the width, text, anchor]`. */
function frame(title, top, summary, marks, labels) {
  const label = t("{title}: {summary}", { title, summary });
  const plot = h("div", { class: "drawn" });
  let drawnAs = 0;
  const redraw = (width) => {
    if (drawnAs === Math.round(width)) return;
    drawnAs = Math.round(width);
    plot.replaceChildren(drawn(drawnAs, top, marks, labels, label));
  };
  redraws.set(plot, redraw);
  redraw(USUAL);
  sizes.observe(plot);
  return h("figure", { class: "plot" }, h("figcaption", {}, title, h("span", {}, summary)), plot);
}

function drawn(wide, top, marks, labels, label) {
  const right = wide - 8;
  const x = (share) => LEFT + share * (right - LEFT);
  const y = (value) => HIGH - BELOW - (value / top) * (HIGH - BELOW - 10);
  const grid = [0, top / 2, top].flatMap((value) => [
    svg("line", { x1: LEFT, x2: right, y1: y(value), y2: y(value), class: "grid" }),
    svg("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, short(value)),
  ]);
  const axis = labels.map(([share, text, anchor]) => svg("text", { x: x(share), y: HIGH - 4, "text-anchor": anchor }, text));
  return svg("svg", { width: wide, height: HIGH, viewBox: `0 0 ${wide} ${HIGH}`, role: "img", "aria-label": label }, ...grid, ...axis, ...marks(y, x));
}

const titled = (mark, text) => {
  mark.append(svg("title", {}, text));
  return mark;
};

const OFTEN = 1.5; // a limit that is so many times the highest bar would flatten them all

/** A bar for each `{label, value}`; `limit` is a line to stay below, `shown` writes a value. */
export function bars(title, values, limit = null, shown = short) {
  const highest = Math.max(...values.map((each) => each.value));
  const near = limit !== null && limit <= highest * OFTEN;
  const step = 1 / values.length;
  const sum = values.reduce((total, each) => total + each.value, 0);
  const draw = (y, x) => [
    ...values.map(({ label, value }, at) =>
      titled(svg("rect", { x: x((at + 0.15) * step), width: x(0.7 * step) - x(0), y: y(value), height: y(0) - y(value), rx: 2, class: "bar" }), t("{label}: {value}", { label, value: shown(value) })),
    ),
    ...(near ? [titled(svg("line", { x1: x(0), x2: x(1), y1: y(limit), y2: y(limit), class: "limit" }), t("limit: {value}", { value: shown(limit) }))] : []),
  ];
  const ends = [[0, values[0].label, "start"], [1, values.at(-1).label, "end"]];
  const total = tn("{sum} in {count} day", "{sum} in {count} days", values.length, { sum: shown(sum) });
  const summary = limit === null ? total : list([total, t("limit of a day: {value}", { value: shown(limit) })]);
  const drawn = frame(title, ceiling(Math.max(highest, near ? limit : 0)), summary, draw, ends);
  drawn.append(figures(title, [t("Day"), t("Value")], values.filter((each) => each.value).map((each) => [each.label, shown(each.value)])));
  return drawn;
}

const clock = (at, span) =>
  moment(new Date(at * 1000), span.to - span.from > 90_000 ? { day: "numeric", month: "short" } : { weekday: "short", hour: "2-digit", minute: "2-digit" });
const across = (at, span) => (at - span.from) / (span.to - span.from);
const ends = (span) => [[0, clock(span.from, span), "start"], [1, clock(span.to, span), "end"]];

/** A line for each named series of `[at, value]`. */
export function lines(title, span, series) {
  const values = Object.values(series).flat().map((each) => each[1]);
  const draw = (y, x) =>
    Object.entries(series).flatMap(([name, found], at) => {
      if (!found.length) return [];
      const path = found.map(([when, value]) => `${x(across(when, span)).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
      return [titled(svg("polyline", { points: path, class: `line c${at}` }), name)];
    });
  const names = Object.keys(series);
  const now = Object.entries(series).map(([name, found]) => `${short(found.at(-1)?.[1] ?? 0)} ${name}`);
  const drawn = frame(title, ceiling(Math.max(0, ...values)), values.length ? t("now {values}", { values: list(now) }) : t("nothing measured yet"), draw, ends(span));
  if (values.length) drawn.append(figures(title, [t("Time"), ...names], rowsOf(series, span)));
  if (names.length > 1) drawn.append(h("p", { class: "legend" }, names.map((name, at) => h("span", {}, h("i", { class: `key c${at}` }), name))));
  return drawn;
}

/** A row for each moment, with the value of each series. */
function rowsOf(series, span) {
  const [first, ...others] = Object.values(series);
  return first.map(([at, value], row) => [clock(at, span), number(value), ...others.map((each) => number(each[row]?.[1] ?? 0))]);
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
  const draw = (y, x) => found.map(([at, value]) => titled(svg("circle", { cx: x(across(at, span)), cy: y(value), r: 3.5, class: "dot" }), t("{time}: {seconds} s", { time: clock(at, span), seconds: short(value) })));
  const drawn = frame(title, ceiling(Math.max(0, ...sorted)), summary, draw, ends(span));
  if (found.length) drawn.append(figures(title, [t("Time"), t("Seconds")], found.map(([at, value]) => [clock(at, span), decimal(value, 2)])));
  return drawn;
}

/** Whether a part of a score is more than nothing, as it is written. */
export const counts = (part = 0) => Math.abs(part) >= 0.0005;

/** One score as a bar of its parts; what takes away is written beside it. */
export function shares(names, parts, most) {
  let x = 0;
  const told = names.filter((name) => counts(parts[name])).map((name) => `${name} ${decimal(parts[name], 3)}`);
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
