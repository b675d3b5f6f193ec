// Charts, drawn by a library that is loaded when the first one is shown. Each says in words what it
// shows, and has its figures in a table beside it.
import { h, table } from "./dom.js";
import { decimal, list, moment, number, percent, short, t, tn } from "./words.js";

const LIBRARY = "/static/libraries/uplot-1.6.32/uPlot";
const HIGH = 170; // pixels
const FONT = "12px system-ui, sans-serif"; // no smaller on a phone
const MOST = 500; // rows of the table below a chart, the last ones

let library = null; // a promise
const plans = new WeakMap(); // place -> how its chart is made: `{options, data}`
const charts = new WeakMap(); // place -> the chart, while it is seen

async function openLibrary() {
  document.head.append(h("link", { rel: "stylesheet", href: `${LIBRARY}.min.css` }));
  return (await import(`${LIBRARY}.esm.js`)).default;
}

// A pixel of a chart is one of the page: its letters are as large on a phone.
const sizes = new ResizeObserver((seen) => {
  for (const { target, contentRect } of seen) fit(target, Math.round(contentRect.width));
});

/** Makes the chart as wide as its place, and lets go of it where that has left the page. */
function fit(place, width) {
  if (width && charts.has(place)) return charts.get(place).setSize({ width, height: HIGH });
  if (width) return draw(place, width).catch(() => {}); // its words and figures are there all the same
  charts.get(place)?.destroy();
  charts.delete(place);
}

async function draw(place, width) {
  library ??= openLibrary();
  const Chart = await library;
  if (charts.has(place) || !place.isConnected) return;
  const { options, data } = plans.get(place);
  charts.set(place, new Chart({ width, height: HIGH, ...options(Chart) }, data, place));
}

/** A colour of the page, as it is when something is drawn. */
const ink = (name) => () => getComputedStyle(document.body).getPropertyValue(name).trim();

for (const colours of [matchMedia("(prefers-color-scheme: dark)"), matchMedia("print")]) {
  colours.addEventListener("change", () => document.querySelectorAll(".drawn").forEach((place) => charts.get(place)?.redraw(false)));
}

/** What a chart shows, in figures. */
function figures(title, heads, rows) {
  return h("details", {}, h("summary", {}, t("In figures")), table(title, heads, rows.slice(-MOST)));
}

function frame(title, summary, options, data, more) {
  const place = h("div", { class: "drawn", role: "img", "aria-label": t("{title}: {summary}", { title, summary }) });
  plans.set(place, { options, data });
  sizes.observe(place);
  return h("figure", { class: "plot" }, h("figcaption", {}, title, h("span", {}, summary)), place, more);
}

const axis = (values, more = {}) => ({ stroke: ink("--soft"), font: FONT, grid: { show: false }, ticks: { show: false }, values: (_chart, splits) => splits.map(values), ...more });
const level = (values, more = {}) => axis(values, { size: 28, space: 110, gap: 6, ...more });
const upright = () => axis(short, { size: 48, space: 40, gap: 6, grid: { stroke: ink("--rule"), width: 1 } });
const zeroBased = { range: (_chart, _low, high) => [0, ceiling(high)] };
const written = (shown) => (_chart, value) => (value === null ? "–" : shown(value));
const padding = [8, 40, 0, 0]; // the last date of the axis is whole
const cursor = { y: false, drag: { x: false } };

function ceiling(value) {
  if (!(value > 0)) return 1;
  const step = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((each) => each * step).find((each) => each >= value);
}

const OFTEN = 1.5; // a limit that is so many times the highest bar would flatten them all

/** A bar for each `{label, value}`; `limit` is a line to stay below, `shown` writes a value. */
export function bars(title, values, limit = null, shown = short) {
  const highest = Math.max(...values.map((each) => each.value));
  const near = limit !== null && limit <= highest * OFTEN;
  const options = (Chart) => ({
    scales: { x: { time: false, range: [-0.6, values.length - 0.4] }, y: zeroBased },
    axes: [level((at) => values[at]?.label ?? "", { incrs: [1, 2, 5, 10, 15, 30] }), upright()],
    cursor: { ...cursor, points: { show: false } },
    series: [
      { label: t("Day"), value: written((at) => values[at]?.label ?? "") },
      { label: t("Value"), fill: ink("--c0"), stroke: ink("--c0"), width: 0, paths: Chart.paths.bars({ size: [0.7, 60], radius: 0.1 }), points: { show: false }, value: written(shown) },
      ...(near ? [{ label: t("limit"), stroke: ink("--wrong"), dash: [5, 4], width: 1, points: { show: false }, value: () => shown(limit) }] : []),
    ],
  });
  const data = [values.map((_each, at) => at), values.map((each) => each.value), ...(near ? [values.map(() => limit)] : [])];
  const total = tn("{sum} in {count} day", "{sum} in {count} days", values.length, { sum: shown(values.reduce((sum, each) => sum + each.value, 0)) });
  const summary = limit === null ? total : list([total, t("limit of a day: {value}", { value: shown(limit) })]);
  return frame(title, summary, options, data, figures(title, [t("Day"), t("Value")], values.filter((each) => each.value).map((each) => [each.label, shown(each.value)])));
}

const clock = (at, span) =>
  moment(new Date(at * 1000), span.to - span.from > 90_000 ? { day: "numeric", month: "short" } : { weekday: "short", hour: "2-digit", minute: "2-digit" });

const overTime = (span, series) => ({
  scales: { x: { range: [span.from, span.to] }, y: zeroBased },
  axes: [level((at) => clock(at, span)), upright()],
  padding,
  cursor,
  series: [{ label: t("Time"), value: written((at) => clock(at, span)) }, ...series],
});

/** A line for each named series of `[at, value]`. */
export function lines(title, span, series) {
  const found = Object.values(series);
  const names = Object.keys(series);
  const some = found.some((each) => each.length);
  const now = names.map((name) => `${short(series[name].at(-1)?.[1] ?? 0)} ${name}`);
  const line = (label, at) => ({ label, stroke: ink(`--c${at}`), width: 2, points: { show: false }, value: written(number) });
  const data = [found[0].map(([at]) => at), ...found.map((each) => each.map(([, value]) => value))];
  const rows = data[0].map((at, row) => [clock(at, span), ...data.slice(1).map((values) => number(values[row] ?? 0))]);
  return frame(title, some ? t("now {values}", { values: list(now) }) : t("nothing measured yet"), () => overTime(span, names.map(line)), data, some ? figures(title, [t("Time"), ...names], rows) : null);
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
  const dots = { label: t("Seconds"), stroke: ink("--c0"), paths: () => null, points: { show: true, size: 7, fill: ink("--c0") }, value: written((value) => decimal(value, 2)) };
  return frame(title, summary, () => overTime(span, [dots]), [found.map(([at]) => at), found.map(([, value]) => value)], found.length ? figures(title, [t("Time"), t("Seconds")], found.map(([at, value]) => [clock(at, span), decimal(value, 2)])) : null);
}
