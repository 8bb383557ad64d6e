// The screen Try: moves, forks, undo and redo.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { check, equal, openTrace, stepNumber, tab, until, value, waitVerdict } from "./harness.mjs";

const card = (page, pid) => page.getByTestId(`process-${pid}`);
const tree = (page) => page.getByRole("tree", { name: "tried states" }).getByRole("treeitem");

// What a new user does: sees both pass the test, then tries the other order.
export async function the_other_order(session) {
  const begin = Date.now();
  const { page } = await session.open("models/broken_lock.pml");
  await page.getByRole("button", { name: /^Show the \d+ steps/ }).click();
  await page.getByRole("button", { name: "step forward" }).click();
  await page.getByRole("button", { name: "step forward" }).click();
  await until(() => page.getByTestId("now").textContent(), (text) => text.includes("!locked"), "both have passed the test");
  await page.getByRole("button", { name: "step back" }).click();
  await page.getByRole("button", { name: "Try something else from here" }).click();
  await card(page, 1).getByRole("button", { name: /locked = true/ }).click();
  await until(() => card(page, 0).textContent(), (text) => text.includes("locked"), "the other one now waits");
  check(await card(page, 0).getByRole("button").first().isDisabled(), "its move is grey");
  check((await card(page, 0).locator(".why").first().textContent()).length > 5, "and says why");
  check(Date.now() - begin < 60_000, "in under a minute");
}

export async function forks_undo_redo(session) {
  const { page } = await session.open("models/broken_lock.pml");
  await tab(page, "Try");
  await card(page, 0).getByRole("button", { name: /!locked/ }).click();
  await until(() => tree(page).count(), 2, "one move");
  await card(page, 0).getByRole("button", { name: /locked = true/ }).click();
  await until(() => value(page, "locked"), "1 was 0", "locked");
  await page.getByRole("button", { name: "undo" }).click();
  await until(() => value(page, "locked"), "0", "undone");
  await card(page, 1).getByRole("button", { name: /!locked/ }).click();
  await until(() => tree(page).count(), 4, "a fork is kept");
  await page.keyboard.press("u");
  await until(() => card(page, 1).getByRole("button", { name: /!locked/ }).count(), 1, "u undoes");
  await page.keyboard.press("r");
  await until(() => card(page, 1).getByRole("button", { name: /locked = true/ }).count(), 1, "r does it again");
  await tree(page).nth(0).click();
  await until(() => page.getByTestId("now").textContent(), "the initial state", "back to the root by a click");
  await page.keyboard.press("1");
  await until(() => tree(page).count(), 4, "the same move leads to the same state");
}

// What else there is beside the moves is grey, with the reason.
export async function alternatives_say_why(session) {
  const { page } = await session.open("million.pml");
  await tab(page, "Try");
  const other = card(page, 0).getByRole("button", { name: /a == 100/ });
  await other.waitFor();
  check(await other.isDisabled(), "it cannot be chosen");
  equal(await other.locator(".why").textContent(), "a is 0", "the reason");
}

export async function until_saved_as_trail(session) {
  const { page, server } = await session.open("models/broken_lock.pml");
  await tab(page, "Try");
  await page.getByRole("textbox", { name: "run until" }).fill("inside == 1");
  await page.getByRole("button", { name: "run until true" }).click();
  await page.getByTestId("try-message").filter({ hasText: "is true here" }).waitFor();
  check((await value(page, "inside")).startsWith("1"), "it is true");
  await page.getByRole("textbox", { name: "name of the trail" }).fill("mine");
  await page.getByRole("button", { name: "save as trail" }).click();
  await page.getByTestId("try-message").filter({ hasText: "mine.trail.json" }).waitFor();
  check(existsSync(join(server.folder, "mine.trail.json")), "the file is there");
  await page.getByRole("textbox", { name: "name of the trail" }).fill("../mine");
  await page.getByRole("button", { name: "save as trail" }).click();
  await page.getByTestId("try-message").filter({ hasText: "plain file name" }).waitFor();
  await page.getByRole("textbox", { name: "run until" }).fill("nobody == 1");
  await page.getByRole("button", { name: "run until true" }).click();
  await page.getByTestId("try-message").filter({ hasText: "nobody" }).waitFor();
}

export async function random_walk_into_deadlock(session) {
  const { page } = await session.open("deadlock.pml");
  await tab(page, "Try");
  await card(page, 0).getByRole("button", { name: /left == 0/ }).click();
  await until(() => tree(page).count(), 2, "a move of A");
  await card(page, 0).getByRole("button", { name: "1 left = 1" }).click();
  await until(() => value(page, "left"), (text) => text.startsWith("1"), "A has the left one");
  await card(page, 1).getByRole("button", { name: /right == 0/ }).click();
  await page.getByRole("spinbutton", { name: "random steps" }).fill("20");
  await page.getByRole("button", { name: "random steps" }).click();
  // Each has one lock by now, so whatever is chosen ends here.
  await page.getByTestId("try-end").filter({ hasText: /blocked|deadlock|invalid end/ }).waitFor();
  equal(await page.locator("button.move:not(:disabled)").count(), 0, "nobody can move");
  check((await card(page, 0).locator(".why").first().textContent()).includes("right is 2"), "A waits for right, which is taken");
}

export async function run_becomes_a_trace(session) {
  const { page } = await session.open("rendezvous.pml");
  await tab(page, "Try");
  await card(page, 0).getByRole("button", { name: /hand!request/ }).click();
  await until(() => tree(page).count(), 2, "a rendezvous is one move");
  await page.getByRole("button", { name: "Show this run" }).click();
  await page.getByRole("listbox", { name: "timeline" }).waitFor();
  equal(await stepNumber(page), 2, "of two steps");
}

export async function from_the_middle(session) {
  const { page } = await session.open("mutex.pml");
  await waitVerdict(page, "wrong", "violated");
  await openTrace(page, "wrong");
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Try something else from here" }).click();
  await until(() => value(page, "want[0]"), (text) => text.startsWith("1") || text.startsWith("true"), "the state of the trace");
  check(await page.locator("button.move:not(:disabled)").count() > 0, "one can go on");
  check((await page.getByTestId("now").textContent()).includes("after 2 steps"), "it says where one is");
}
