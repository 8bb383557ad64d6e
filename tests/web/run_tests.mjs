// The screen Run.
import { check, equal, openTrace, stepNumber, tab, until, value, verdict, waitVerdict, chosenRow, write } from "./harness.mjs";

// From opening the page to walking through the error: what everything else is built on.
export async function slice(session) {
  const { page } = await session.open("models/broken_lock.pml");
  await waitVerdict(page, "safety", "violated");
  await openTrace(page, "safety");
  equal(await stepNumber(page), 0, "the trace begins at its first state");
  for (let n = 1; n <= 3; n++) {
    await page.keyboard.press("ArrowDown");
    equal(await chosenRow(page), n, "the arrow moves the cursor");
  }
  equal(await value(page, "locked"), "1 was 0", "the variables follow");
  await page.keyboard.press("ArrowUp");
  await until(() => value(page, "locked"), "0", "one step back");
  await page.keyboard.press("End");
  await until(() => value(page, "inside"), "2", "both are inside at the end");
}

export async function properties_of_mutex(session) {
  const { page } = await session.open("mutex.pml");
  await waitVerdict(page, "safe", "holds");
  await waitVerdict(page, "safety", "holds");
  await waitVerdict(page, "wrong", "violated");
  check(await page.getByRole("region", { name: "history of runs" }).getByRole("listitem").count() === 1, "one run in the history");
  await page.getByRole("button", { name: "check wrong alone" }).click();
  await until(() => page.getByRole("region", { name: "history of runs" }).getByRole("listitem").count(), 2, "a second run");
  await until(() => verdict(page, "safe").textContent(), "not checked", "the others were not asked for");
  await page.getByRole("region", { name: "history of runs" }).getByRole("button").last().click();
  await waitVerdict(page, "safe", "holds");
}

export async function own_formula(session) {
  const { page } = await session.open("mutex.pml");
  await waitVerdict(page, "safe", "holds");
  await page.getByRole("textbox", { name: "formula" }).fill("[] (inside == 0)");
  await page.getByRole("button", { name: "Check it" }).click();
  await until(() => page.locator(".property.violated").count(), 1, "the formula is violated");
  await page.getByRole("textbox", { name: "formula" }).fill("[] (nobody == 0)");
  await page.getByRole("button", { name: "Check it" }).click();
  await page.getByRole("alert").filter({ hasText: "nobody" }).waitFor();
}

export async function verdict_after_saving(session) {
  const { page, server } = await session.open("models/broken_lock.pml");
  await waitVerdict(page, "safety", "violated");
  const text = server.read().replace("!locked;", "atomic { !locked;").replace("locked = true;", "locked = true };");
  await write(page, "broken_lock.pml", text);
  equal(await page.getByTestId("saved").textContent(), "not saved", "the text is not saved yet");
  await page.getByText("These verdicts are those of an earlier text").waitFor();
  await page.keyboard.press("ControlOrMeta+s");
  await waitVerdict(page, "safety", "holds");
  equal(server.read(), text, "the file");
  equal(await page.getByTestId("saved").textContent(), "saved", "saved");
}

export async function fairness(session) {
  const { page } = await session.open("lasso.pml");
  await waitVerdict(page, "ends", "violated");
  await page.getByText("How it is checked").click();
  await page.getByRole("combobox", { name: "fairness" }).selectOption("weak");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await waitVerdict(page, "ends", "holds");
}

export async function diagnostics_and_fix(session) {
  const { page } = await session.open("broken.pml");
  await page.getByTestId("bad-model").waitFor();
  await page.getByTestId("problem").filter({ hasText: "==" }).first().waitFor();
  await page.locator(".cm-lintRange-error").first().waitFor();
  await page.getByRole("region", { name: "problems" }).getByRole("button", { name: /^Fix/ }).first().click();
  await page.getByTestId("problem").filter({ hasText: "cuont" }).first().waitFor();
  await page.getByRole("region", { name: "problems" }).getByRole("button", { name: /^Fix/ }).first().click();
  await until(() => page.locator(".problem.error").count(), 0, "all is repaired");
  await page.getByRole("button", { name: "Save and check" }).click();
  await until(() => verdict(page, "safety").textContent(), (found) => found === "holds" || found === "violated", "a verdict");
  for (const name of ["Trace", "Try", "Graph", "Coverage"]) await tab(page, name);
}

export async function progress_and_stop(session) {
  const { page } = await session.open("million.pml");
  await page.getByRole("button", { name: "Stop" }).waitFor();
  await page.getByRole("status", { name: "progress" }).filter({ hasText: /states, .*\/s/ }).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator('[aria-label=progress][data-state="stopped"]').waitFor();
  await page.getByRole("button", { name: "Check", exact: true }).waitFor();
}
