// Measured in the browser: a step, loading the page, scrolling through a long trace. The times are the best or the median
// of several, for the machine may have other things to do.
import { check, openTrace, stepNumber, tab, until, value, waitVerdict } from "./harness.mjs";

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

// From the key to the next picture, with the new value in it.
async function stepTimes(page, keys) {
  const times = [];
  for (const key of keys) {
    times.push(await page.evaluate(async (pressed) => {
      const begin = performance.now();
      window.dispatchEvent(new KeyboardEvent("keydown", { key: pressed, bubbles: true }));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return performance.now() - begin;
    }, key));
  }
  return times;
}

export async function step_under_50_ms(session) {
  const { page } = await session.open("million.pml");
  await waitVerdict(page, "never_all", "violated");
  await openTrace(page, "never_all");
  const times = await stepTimes(page, Array(40).fill("ArrowDown"));
  console.log(`  a step takes ${median(times).toFixed(1)} ms (median of ${times.length}; the slowest ${Math.max(...times).toFixed(1)} ms)`);
  check(median(times) < 50, `a step takes ${median(times)} ms`);
  await until(() => stepNumber(page), 40, "all steps were made");
}

export async function move_under_50_ms(session) {
  const { page } = await session.open("million.pml");
  await tab(page, "Try");
  await page.locator("button.move:not(:disabled)").first().waitFor();
  const times = [];
  for (let n = 0; n < 20; n++) {
    times.push(await page.evaluate(async () => {
      const tree = () => document.querySelector('[role=treeitem][aria-selected="true"]')?.textContent + document.querySelectorAll("[role=treeitem]").length;
      const before = tree(), begin = performance.now();
      document.querySelector("button.move:not(:disabled)").click();
      while (tree() === before && performance.now() - begin < 5000) await new Promise((done) => requestAnimationFrame(done));
      return performance.now() - begin;
    }));
  }
  console.log(`  a move takes ${median(times).toFixed(1)} ms (median of ${times.length})`);
  check(median(times) < 50, `a move takes ${median(times)} ms`);
}

export async function page_under_a_second(session) {
  const server = await session.serve("million.pml");
  const times = [];
  for (let n = 0; n < 3; n++) {
    const page = await session.page("about:blank");
    await page.goto(server.url);
    await page.getByRole("region", { name: "properties" }).waitFor();
    times.push(await page.evaluate(() => performance.now()));
    await page.close();
  }
  console.log(`  the page is there after ${Math.min(...times).toFixed(0)} ms (of ${times.length})`);
  check(Math.min(...times) < 1000, `loading takes ${Math.min(...times)} ms`);
}

export async function long_trace_scrolls(session) {
  const { page } = await session.open("long.pml");
  await waitVerdict(page, "safety", "violated");
  await openTrace(page, "safety");
  check(Number(await page.getByRole("spinbutton", { name: "step number" }).getAttribute("max")) > 10_000, "more than 10,000 steps");
  check(await page.getByRole("option").count() < 100, "only the rows in view are drawn");
  const frames = await page.evaluate(async () => {
    const pane = document.querySelector(".timeline");
    const times = [];
    let last = performance.now();
    for (let n = 1; n <= 60; n++) {
      pane.scrollTop = (n / 60) * pane.scrollHeight;
      await new Promise((done) => requestAnimationFrame(done));
      times.push(performance.now() - last);
      last = performance.now();
    }
    return times;
  });
  console.log(`  scrolling through 10,000 steps: a frame takes ${median(frames).toFixed(1)} ms (median), ${Math.max(...frames).toFixed(1)} ms (worst)`);
  check(median(frames) < 50, `a frame takes ${median(frames)} ms`);
  await page.keyboard.press("End");
  await until(() => value(page, "n"), (text) => text.startsWith("5200"), "the last state");
  const times = await stepTimes(page, Array(20).fill("ArrowUp"));
  console.log(`  a step takes ${median(times).toFixed(1)} ms there`);
  check(median(times) < 50, `a step takes ${median(times)} ms`);
}
