// The screen Trace: everything follows the cursor.
import { check, chosenRow, equal, openTrace, stepNumber, tab, until, value, waitVerdict } from "./harness.mjs";

const row = (page, n) => page.locator(`[data-row="${n}"]`);

export async function deadlock_says_who_waits(session) {
  const { page } = await session.open("deadlock.pml");
  await waitVerdict(page, "safety", "violated");
  await openTrace(page, "safety");
  await page.keyboard.press("End");
  await page.locator(".t-waiting text").first().waitFor();
  await until(() => page.getByTestId("lane-0").textContent(), (text) => text.includes("right == 0"), "A waits for right");
  await until(() => page.getByTestId("lane-1").textContent(), (text) => text.includes("left == 0"), "B waits for left");
  check(await page.locator(".t-atomic path").count() >= 1, "atomic sequences have brackets");
  await page.getByTestId("at-0").waitFor();
  await page.getByTestId("at-1").waitFor();
}

export async function clicking_moves_all(session) {
  const { page } = await session.open("models/broken_lock.pml");
  await waitVerdict(page, "safety", "violated");
  await openTrace(page, "safety");
  await row(page, 4).click();
  equal(await stepNumber(page), 4, "a click into the timeline");
  await until(() => value(page, "inside"), "1 was 0", "the variables");
  await until(() => page.getByTestId("now").textContent(), (text) => text.includes("inside++"), "the statement");
  await page.locator('.src-line.lit[data-line="18"]').waitFor();
  await page.locator('.source [data-line="16"]').click();
  check([3, 5].includes(await stepNumber(page)), "a click into the source goes to a step of this line");
  await page.getByRole("button", { name: "all steps" }).click();
  await page.getByRole("table", { name: "variables at all steps" }).getByRole("row").filter({ has: page.getByRole("rowheader", { name: "6", exact: true }) }).click();
  equal(await chosenRow(page), 6, "a click into the table");
  await page.keyboard.press("Home");
  equal(await chosenRow(page), 0, "Home");
  await page.keyboard.press("Shift+ArrowDown");
  const first = await chosenRow(page);
  await page.keyboard.press("Shift+ArrowDown");
  const lane = (n) => page.locator(`[data-row="${n}"]`).getAttribute("aria-label").then((text) => /\w+\(\d\)/.exec(text)[0]);
  equal(await lane(await chosenRow(page)), await lane(first), "Shift and an arrow stay with the process");
}

export async function watch_find_writer(session) {
  const { page } = await session.open("models/broken_lock.pml");
  await waitVerdict(page, "safety", "violated");
  await openTrace(page, "safety");
  await page.getByRole("textbox", { name: "watch expression" }).fill("inside > 1");
  await page.keyboard.press("Enter");
  const watch = page.getByTestId("watch-inside > 1");
  await watch.waitFor();
  await page.getByRole("textbox", { name: "find a step where" }).fill("inside > 1");
  await page.keyboard.press("Enter");
  await until(() => stepNumber(page), 6, "the first step where both are inside");
  await until(() => watch.locator("td").first().textContent(), (text) => text === "1" || text === "true", "the watch follows");
  await page.getByRole("button", { name: "previous", exact: true }).click();
  await page.getByTestId("find-message").filter({ hasText: "nowhere before" }).waitFor();
  await page.getByRole("button", { name: "last writer of locked" }).click();
  await until(() => stepNumber(page), 3, "who wrote locked last");
  await page.getByRole("textbox", { name: "watch expression" }).fill("nobody + 1");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").filter({ hasText: "nobody" }).waitFor();
  await page.getByRole("searchbox", { name: "filter variables" }).fill("ins");
  await until(() => page.getByTestId("var-locked").count(), 0, "the filter");
  await page.getByTestId("var-inside").waitFor();
}

export async function atoms_of_a_formula(session) {
  const { page } = await session.open("mutex.pml");
  await waitVerdict(page, "wrong", "violated");
  await openTrace(page, "wrong");
  await page.locator("[data-testid^=atom-]").first().waitFor();
  check(await page.locator("[data-testid^=atom-] .truth.false").count() > 0, "atoms are false in the beginning");
  await page.keyboard.press("End");
  await until(() => page.locator("[data-testid^=atom-] .truth.false").count(), 0, "atoms are true at the end");
}

export async function lasso_is_shaded(session) {
  const { page } = await session.open("lasso.pml");
  await waitVerdict(page, "ends", "violated");
  await openTrace(page, "ends");
  await page.getByTestId("cycle").waitFor();
  await page.getByText("again and again").waitFor();
}

export async function messages_are_arrows(session) {
  const { page } = await session.open("rendezvous.pml");
  await waitVerdict(page, "safety", "violated");
  await openTrace(page, "safety");
  await until(() => page.getByTestId("arrow").count(), 4, "two rendezvous and two buffered messages");
}

export async function what_changed_in_a_channel(session) {
  const { page } = await session.open("models/sliding_window.pml");
  await tab(page, "Try");
  const marked = page.locator("td.value mark");
  for (let n = 0; n < 60 && await marked.count() === 0; n++) {
    const before = await page.getByRole("tree").getByRole("treeitem", { selected: true }).textContent();
    await page.locator("button.move:not(:disabled)").first().click();
    await until(() => page.getByRole("tree").getByRole("treeitem", { selected: true }).textContent(), (text) => text !== before, "a move");
  }
  check((await marked.first().textContent()).length > 0, "what is new is lit");
}

export async function two_runs(session) {
  const { page } = await session.open("mutex.pml");
  await waitVerdict(page, "wrong", "violated");
  await openTrace(page, "wrong");
  await tab(page, "Try");
  await page.getByTestId("process-0").getByRole("button").first().click();
  await page.getByTestId("process-0").getByRole("button").first().click();
  await page.getByRole("button", { name: "Show this run" }).click();
  await page.getByRole("listbox", { name: "timeline" }).waitFor();
  const choice = page.getByRole("combobox", { name: "compare with" });
  await choice.selectOption({ index: 1 });
  await page.getByRole("table", { name: "steps of both runs" }).getByRole("row").first().waitFor();
  check(await page.locator(".compare-row.different").count() > 0, "they differ somewhere");
  await page.getByRole("region", { name: "two runs side by side" }).getByRole("button", { name: "close" }).click();
  await page.getByRole("listbox", { name: "timeline" }).waitFor();
}

// From the end of a trace to one that is shorter.
export async function shorter_trace(session) {
  const { page } = await session.open("models/broken_lock.pml");
  await waitVerdict(page, "safety", "violated");
  await openTrace(page, "safety");
  await page.keyboard.press("End");
  await tab(page, "Try");
  await page.getByTestId("process-0").getByRole("button").first().click();
  await until(() => page.getByTestId("now").textContent(), (text) => text.includes("!locked"), "a step");
  await page.getByRole("button", { name: "Show this run" }).click();
  await until(() => stepNumber(page), 1, "the cursor is at its end");
  await page.getByTestId("lane-0").filter({ hasText: "next: locked = true" }).waitFor();
  equal(await page.locator(".notice").count(), 0, "nothing to complain about");
}

export async function saved_files(session) {
  const { page } = await session.open("models/broken_lock.pml");
  await waitVerdict(page, "safety", "violated");
  await openTrace(page, "safety");
  for (const format of ["json", "itf", "svg", "text", "spin", "html"]) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("combobox", { name: "save as" }).selectOption(format)]);
    check((await file.path()) !== null, `${format} is saved`);
  }
}

export async function reloading_keeps_the_place(session) {
  const { page } = await session.open("models/broken_lock.pml");
  await waitVerdict(page, "safety", "violated");
  await openTrace(page, "safety");
  await row(page, 5).click();
  await page.reload();
  await page.getByRole("listbox", { name: "timeline" }).waitFor();
  equal(await stepNumber(page), 5, "the step after reloading");
}

export async function no_trace_yet(session) {
  const { page } = await session.open("mutex.pml");
  await tab(page, "Trace");
  await page.getByText("There is no trace yet").waitFor();
}
