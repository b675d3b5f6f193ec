// How long the main thread of a page is busy at once: by the clock, and by its processor's time,
// which says more than the clock where the machine has other work.
const CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"];

/** Steps of plain arithmetic: a measure of how quick this browser is, and how much other work there is. */
const LOOP = 4_000_000;

/** Does `act` and returns the tasks of the page's main thread meanwhile, in milliseconds: `{wall, cpu, parts}`. */
async function traceTasks(page, act) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: CATEGORIES });
  let trace;
  try {
    await act();
  } finally {
    trace = JSON.parse((await browser.stopTracing()).toString()).traceEvents;
  }
  return tasksOf(trace);
}

function tasksOf(trace) {
  const mains = new Set(trace.filter((each) => each.name === "thread_name" && each.args.name === "CrRendererMain").map(threadOf));
  const complete = trace.filter((each) => each.ph === "X" && mains.has(threadOf(each)));
  const tasks = complete.filter((each) => each.name === "ThreadControllerImpl::RunTask");
  return tasks.map((task) => ({ wall: task.dur / 1000, cpu: (task.tdur ?? task.dur) / 1000, parts: partsOf(task, complete) })).toSorted((a, b) => b.cpu - a.cpu);
}

const threadOf = (event) => `${event.pid}.${event.tid}`;
const NAMED = new Set(["FunctionCall", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit", "MinorGC", "MajorGC", "ParseHTML", "IntersectionObserverController::computeIntersections", "FireIdleCallback", "TimerFire", "FireAnimationFrame", "RunMicrotasks"]);

/** What a long task was made of: names of its parts with their milliseconds. */
function partsOf(task, all) {
  if (task.dur < 50_000) return {};
  const inside = all.filter((each) => NAMED.has(each.name) && threadOf(each) === threadOf(task) && each.ts >= task.ts && each.ts + each.dur <= task.ts + task.dur);
  const sums = {};
  for (const each of inside) sums[each.name] = Math.round((sums[each.name] ?? 0) + each.dur / 1000);
  return sums;
}

/** In the page: milliseconds that a fixed loop takes, the median of several. */
async function calibrate(page) {
  return page.evaluate((steps) => {
    const once = () => {
      const begun = performance.now();
      let sum = 0;
      for (let n = 1; n < steps; n++) sum += Math.sqrt(n) % 3;
      return sum > 0 ? performance.now() - begun : 0;
    };
    return Array.from({ length: 9 }, once).toSorted((a, b) => a - b)[4];
  }, LOOP);
}

module.exports = { calibrate, traceTasks };
