// The screens Graph and Coverage.
import { readFileSync } from "node:fs";
import { check, openTrace, tab, until, waitVerdict } from "./harness.mjs";

const nodes = (page) => page.locator("[data-node]");

export async function whole_graph(session) {
  const { page } = await session.open("models/broken_lock.pml");
  await waitVerdict(page, "safety", "violated");
  await openTrace(page, "safety");
  await tab(page, "Graph");
  await page.getByTestId("graph-part").filter({ hasText: "All states" }).waitFor();
  await until(() => nodes(page).count(), (n) => n > 20, "the states");
  check(await page.locator(".g-node.initial").count() === 1, "one initial state");
  check(await page.locator(".g-node.violation").count() > 0, "violating states are marked");
  check(await page.locator(".g-edge.on-trail").count() >= 5, "the trail is bold");
  check((await nodes(page).first().getAttribute("aria-label")).includes("15 !locked"), "nodes say lines and statements");
  for (const [button, ending] of [["save as SVG", ".svg"], ["save as PNG", ".png"]]) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: button }).click()]);
    check(file.suggestedFilename().endsWith(ending), `${button}: ${file.suggestedFilename()}`);
    const data = readFileSync(await file.path());
    check(ending === ".png" ? data.subarray(1, 4).toString() === "PNG" && data.length > 5000 : data.toString().includes("!locked"), `the contents of ${ending}`);
  }
}

export async function deadlock_in_graph(session) {
  const { page } = await session.open("deadlock.pml");
  await tab(page, "Graph");
  await page.locator(".g-node.deadlock").first().waitFor();
  await page.locator(".g-node.end").first().waitFor();
  await page.locator(".g-node.deadlock").first().click();
  await page.getByRole("complementary", { name: "chosen state" }).filter({ hasText: "deadlock" }).waitFor();
  await page.getByRole("button", { name: "processes" }).click();
  await until(() => page.locator(".g-node.deadlock").count(), 0, "the automata are something else");
  await until(() => nodes(page).count(), (n) => n > 4, "the automata");
}

export async function neighbourhood_is_expanded(session) {
  const { page } = await session.open("million.pml");
  await tab(page, "Graph");
  await page.getByTestId("graph-part").filter({ hasText: "more than 300" }).waitFor();
  const before = await until(() => nodes(page).count(), (n) => n > 3, "the neighbourhood");
  await nodes(page).last().click();
  await until(() => nodes(page).count(), (n) => n > before, "a click expands");
}

export async function chosen_variables(session) {
  const { page } = await session.open("models/broken_lock.pml");
  await tab(page, "Graph");
  await until(() => nodes(page).count(), (n) => n > 20, "the states");
  await page.getByRole("combobox", { name: "variables in the nodes" }).or(page.getByRole("textbox", { name: "variables in the nodes" })).fill("inside");
  await page.keyboard.press("Enter");
  await until(() => nodes(page).first().locator("text").allTextContents(), (all) => all.some((t) => t.includes("inside=")) && !all.some((t) => t.includes("locked=")), "only this one");
}

export async function coverage(session) {
  const { page } = await session.open("mutex.pml");
  await tab(page, "Coverage");
  const source = page.getByRole("region", { name: "coverage of the source" });
  await until(() => source.locator(".times").count(), (n) => n >= 5, "counts beside the source");
  await page.getByRole("region", { name: "values of variables" }).getByRole("rowheader", { name: "inside" }).waitFor();
  await page.getByRole("region", { name: "why the model explodes" }).waitFor();
}

export async function never_executed_is_grey(session) {
  const { page } = await session.open("deadlock.pml");
  const editor = page.getByRole("textbox", { name: "the model deadlock.pml" });
  await editor.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText("active proctype C()\n{\n\tleft == 77;\n\tright = 9\n}\n");
  await page.keyboard.press("ControlOrMeta+s");
  await waitVerdict(page, "safety", "violated");
  await tab(page, "Coverage");
  await page.locator(".src-line.never").first().waitFor();
}
