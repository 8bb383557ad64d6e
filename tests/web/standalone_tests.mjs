// The pages that stand alone: no server, opened from a file.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, openTrace, until, value, waitVerdict } from "./harness.mjs";

export async function trace_as_one_file(session) {
  const { page, server } = await session.open("models/broken_lock.pml");
  await waitVerdict(page, "safety", "violated");
  await openTrace(page, "safety");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("combobox", { name: "save as" }).selectOption("html")]);
  const path = join(server.folder, "trace.html");
  await file.saveAs(path);
  await server.kill();
  const alone = await session.page(pathToFileURL(path).href);
  await alone.getByRole("listbox", { name: "timeline" }).waitFor();
  await alone.keyboard.press("End");
  await until(() => value(alone, "inside"), (text) => text.startsWith("2"), "the last state");
  await alone.getByRole("textbox", { name: "watch expression" }).fill("inside > 1 && locked");
  await alone.keyboard.press("Enter");
  await until(() => alone.getByTestId("watch-inside > 1 && locked").locator("td").first().textContent(), "true", "expressions work without a server");
  await alone.getByRole("button", { name: "last writer of locked" }).click();
  check(await alone.getByRole("button", { name: "Try something else from here" }).count() === 0, "nothing that needs a server");
}

export async function replay_writes_it(session) {
  const server = await session.serve("rendezvous.pml");
  const path = join(server.folder, "r.html");
  try {
    execFileSync(session.gyre, ["check", server.path], { cwd: server.folder });
  } catch {
    // it is violated: status 1
  }
  execFileSync(session.gyre, ["replay", server.path, join(server.folder, "rendezvous.pml.trail.json"), "--format", "html", "--output", path], { cwd: server.folder });
  const alone = await session.page(pathToFileURL(path).href);
  await until(() => alone.getByTestId("arrow").count(), 4, "the messages");
}

export async function graph_as_one_file(session) {
  const server = await session.serve("deadlock.pml");
  const path = join(server.folder, "g.html");
  execFileSync(session.gyre, ["graph", server.path, "--format", "html", "--output", path], { cwd: server.folder });
  const alone = await session.page(pathToFileURL(path).href);
  await alone.locator(".g-node.deadlock").first().waitFor();
}
