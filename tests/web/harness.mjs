// Starts `gyre explore` on a copy of a model, opens its page in a browser, and runs tests. A test fails on whatever the
// browser complains about, too: an exception in the page, a violation of the Content-Security-Policy.
import { spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const HERE = dirname(fileURLToPath(import.meta.url));
export const ROOT = join(HERE, "..", "..");
const { chromium } = createRequire(join(ROOT, "web", "package.json"))("playwright-core");

export const LIMIT = 20_000;  // milliseconds that anything may take on a busy machine

export class Failure extends Error {}
export function check(truth, message) {
  if (!truth) throw new Failure(message);
}
export function equal(found, expected, what) {
  check(found === expected, `${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
}

// Waits until a question has the wanted answer.
export async function until(ask, wanted, what) {
  const end = Date.now() + LIMIT;
  let found;
  do {
    found = await ask();
    if (typeof wanted === "function" ? wanted(found) : found === wanted) return found;
    await new Promise((done) => setTimeout(done, 20));
  } while (Date.now() < end);
  throw new Failure(`${what}: found ${JSON.stringify(found)}`);
}

// A server of its own for each test. `close` ends it.
export async function serve(gyre, model, args = []) {
  const folder = mkdtempSync(join(tmpdir(), "gyre-web-"));
  const from = model.includes("/") ? join(ROOT, model) : join(HERE, "models", model);
  const path = join(folder, basename(model));
  copyFileSync(from, path);
  const extra = args.map((a) => a.replace("FOLDER", folder));
  const child = spawn(gyre, ["explore", path, ...extra, "--no-browser", "--time", "60s"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const url = await new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Failure(`gyre explore printed no address: ${output}`)), LIMIT);
    const read = (data) => {
      output += data;
      const found = /http:\/\/127\.0\.0\.1:\d+\/\?token=\w+/.exec(output);
      if (found) (clearTimeout(timer), done(found[0]));
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => (clearTimeout(timer), fail(new Failure(`gyre explore ended with ${code}: ${output}`))));
  });
  const ended = new Promise((done) => child.on("exit", done));
  return {
    url, folder, path, child,
    read: () => readFileSync(path, "utf8"),
    write: (text) => writeFileSync(path, text),
    kill: async () => { child.kill("SIGKILL"); await ended; },
    close: async () => { child.kill("SIGKILL"); await ended; rmSync(folder, { recursive: true, force: true }); },
  };
}

// The page from a folder instead of the one in the program: for whoever works on the page. The policy is the server's.
async function fromFolder(context, folder, host) {
  const types = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml" };
  const headers = { "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'" };
  await context.route((url) => url.host === host && (url.pathname === "/" || url.pathname.startsWith("/assets/")), (route) => {
    const name = new URL(route.request().url()).pathname.slice(1) || "index.html";
    return route.fulfill({ body: readFileSync(join(folder, name)), contentType: types[name.split(".").pop()], headers });
  });
}

export class Session {
  constructor(browser, gyre, folder) {
    this.browser = browser;
    this.folder = folder;
    this.gyre = gyre;
    this.complaints = [];
    this.ending = [];
  }

  async serve(model, args) {
    const server = await serve(this.gyre, model, args);
    this.ending.push(() => server.close());
    return server;
  }

  async page(url, options = {}) {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...options });
    this.ending.push(() => context.close());
    if (this.folder) await fromFolder(context, this.folder, new URL(url).host);
    const page = await context.newPage();
    this.watch(page);
    page.setDefaultTimeout(LIMIT);
    await page.goto(url);
    return page;
  }

  watch(page) {
    page.on("pageerror", (error) => this.complaints.push(`exception: ${error.message}\n${error.stack ?? ""}`));
    page.on("console", (message) => {
      const text = message.text();
      if (/Content Security Policy|Refused to/.test(text)) this.complaints.push(text);
    });
  }

  // A model in a page, when it has been checked.
  async open(model, args) {
    const server = await this.serve(model, args);
    const page = await this.page(server.url);
    return { server, page };
  }

  async end() {
    for (const close of this.ending.reverse()) await close();
  }
}

// What tests do again and again.
export const tab = (page, name) => page.getByRole("tab", { name }).click();
export const verdict = (page, property) => page.getByTestId(`property-${property}`).getByTestId("verdict");
export async function waitVerdict(page, property, wanted) {
  await until(() => verdict(page, property).textContent(), wanted, `the verdict of ${property}`);
}
export async function openTrace(page, property) {
  await page.getByTestId(`property-${property}`).getByRole("button", { name: /^Show the/ }).first().click();
  await page.getByRole("listbox", { name: "timeline" }).waitFor();
}
export const stepNumber = async (page) => Number(await page.getByRole("spinbutton", { name: "step number" }).inputValue());
export const chosenRow = (page) => page.locator('[role=option][aria-selected="true"]').getAttribute("data-row").then(Number);
export const value = (page, name) => page.getByTestId(`var-${name}`).locator("td.value").textContent();

// Replaces the text in the editor. It is deleted first: a browser that replaces coloured text keeps the colours as style
// attributes, which the Content-Security-Policy forbids, and which the editor does not want either.
export async function write(page, name, text) {
  await page.getByRole("textbox", { name: `the model ${name}` }).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

export async function run(tests, { gyre, chromium: path, filter, page }) {
  const browser = await chromium.launch({ executablePath: path, args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"] });
  let passed = 0, failed = 0;
  for (const test of tests) {
    if (!new RegExp(filter).test(test.name)) continue;
    const session = new Session(browser, gyre, page);
    const begin = Date.now();
    try {
      await test(session);
      check(session.complaints.length === 0, session.complaints.join("\n"));
      passed++;
      console.log(`ok ${test.name} (${Date.now() - begin} ms)`);
    } catch (error) {
      failed++;
      console.log(`FAILED ${test.name}: ${error instanceof Failure ? error.message : error.stack}`);
      for (const complaint of session.complaints) console.log(`  the browser says: ${complaint}`);
    }
    await session.end().catch((error) => console.log(`  at the end: ${error.message}`));
  }
  await browser.close();
  console.log(`results ${passed} ${failed}`);
  return failed === 0;
}
