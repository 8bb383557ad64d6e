// What goes wrong is told to a person, and the page goes on.
import { check, equal, openTrace, tab, until, value, waitVerdict, write } from "./harness.mjs";

export async function save_conflict(session) {
  const { page, server } = await session.open("models/broken_lock.pml");
  await waitVerdict(page, "safety", "violated");
  const mine = server.read() + "/* mine */\n", theirs = server.read() + "/* theirs */\n";
  await write(page, "broken_lock.pml", mine);
  server.write(theirs);
  await page.keyboard.press("ControlOrMeta+s");
  const dialog = page.getByRole("alertdialog");
  await dialog.waitFor();
  equal(server.read(), theirs, "nothing is written");
  await dialog.getByRole("button", { name: "Go on editing" }).click();
  await page.getByRole("button", { name: "Save and check" }).click();
  await dialog.getByRole("button", { name: "Overwrite it with mine" }).click();
  await until(() => server.read(), mine, "mine");
  server.write(theirs);
  await write(page, "broken_lock.pml", mine + "\n");
  await page.keyboard.press("ControlOrMeta+s");
  await dialog.getByRole("button", { name: "Take the text of the file" }).click();
  await page.locator(".cm-content").filter({ hasText: "theirs" }).waitFor();
}

export async function server_killed(session) {
  const { page, server } = await session.open("models/broken_lock.pml");
  await waitVerdict(page, "safety", "violated");
  await openTrace(page, "safety");
  await server.kill();
  await tab(page, "Try");
  await page.getByRole("alert").filter({ hasText: "gyre does not answer" }).waitFor();
  await page.getByText("gyre explore broken_lock.pml").waitFor();
  await tab(page, "Run");
  await page.locator(".cm-content").filter({ hasText: "proctype user" }).waitFor();
  for (const name of ["Trace", "Graph", "Coverage"]) {
    await tab(page, name);
    await until(() => page.getByRole("tabpanel").innerText(), (text) => text.trim().length > 20, `the screen ${name} is not blank`);
  }
}

export async function wrong_token(session) {
  const server = await session.serve("models/broken_lock.pml");
  const page = await session.page(server.url.replace(/token=\w+/, "token=00000000000000000000000000000000"));
  await until(() => page.locator("body").innerText(), (text) => /token/.test(text), "a sentence about the token");
}

export async function trace_that_is_gone(session) {
  const server = await session.serve("models/broken_lock.pml");
  const page = await session.page(`${server.url}#trace/99999/3`);
  await until(() => page.getByRole("tabpanel").innerText(), (text) => text.trim().length > 15 && !text.includes("There is no trace yet"), "a sentence");
}

export async function does_not_parse(session) {
  const { page } = await session.open("broken.pml");
  await page.getByTestId("bad-model").waitFor();
  await tab(page, "Trace");
  await page.getByText("There is no trace yet").waitFor();
  for (const name of ["Try", "Graph", "Coverage"]) {
    await tab(page, name);
    await page.getByText("This model cannot be run yet").waitFor();
  }
}

export async function no_process(session) {
  const { page } = await session.open("nothing.pml");
  await until(() => page.getByRole("region", { name: "results" }).innerText(), (text) => text.includes("nothing to run"), "says what is missing");
  for (const name of ["Try", "Graph", "Coverage"]) {
    await tab(page, name);
    await until(() => page.getByRole("tabpanel").innerText(), (text) => text.trim().length > 20, `the screen ${name}`);
  }
}

export async function budget_used_up(session) {
  const { page } = await session.open("million.pml");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Check", exact: true }).waitFor();
  await page.getByText("How it is checked").click();
  await page.getByRole("spinbutton", { name: "time" }).fill("1");
  await page.keyboard.press("Tab");
  await page.getByRole("textbox", { name: "formula" }).fill("[] (a + b + c < 301)");
  await page.getByRole("button", { name: "Check it" }).click();
  await until(() => page.locator(".verdict.inconclusive").count(), (n) => n >= 1, "inconclusive");
  await until(() => page.getByRole("region", { name: "properties" }).innerText(), (text) => /time/.test(text), "and why");
}

export async function second_tab(session) {
  const { page, server } = await session.open("models/broken_lock.pml");
  await waitVerdict(page, "safety", "violated");
  const other = await session.page(server.url);
  await waitVerdict(other, "safety", "violated");
  equal(await other.getByRole("region", { name: "history of runs" }).getByRole("listitem").count(), 1, "the second tab shows the run of the first");
  await openTrace(other, "safety");
  await openTrace(page, "safety");
  await page.keyboard.press("End");
  await until(() => value(page, "inside"), (text) => text.startsWith("2"), "each has its own cursor");
  check((await value(other, "inside")).startsWith("0"), "the other tab stays where it is");
  await tab(other, "Run");
  await write(other, "broken_lock.pml", server.read() + "/* from the second tab */\n");
  await other.keyboard.press("ControlOrMeta+s");
  await until(() => server.read(), (text) => text.includes("second tab"), "the second tab has saved");
  await tab(page, "Run");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await page.locator(".cm-content").filter({ hasText: "from the second tab" }).waitFor();
}

export async function keyboard_alone(session) {
  const { page } = await session.open("models/broken_lock.pml");
  await waitVerdict(page, "safety", "violated");
  await page.getByRole("tab", { name: "Run" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByText("There is no trace yet").waitFor();
  await page.keyboard.press("ArrowLeft");
  const show = page.getByRole("button", { name: /^Show the/ });
  await show.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("listbox", { name: "timeline" }).waitFor();
}

// Nothing is cut off and nothing scrolls sideways, in either colour scheme.
export async function fits_the_window(session) {
  const server = await session.serve("mutex.pml");
  for (const colorScheme of ["light", "dark"]) {
    const page = await session.page(server.url, { colorScheme });
    await waitVerdict(page, "wrong", "violated");
    await openTrace(page, "wrong");
    for (const name of ["Run", "Trace", "Try", "Graph", "Coverage"]) {
      await tab(page, name);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      check(wide <= 0, `${name} is ${wide} px too wide`);
    }
  }
}
