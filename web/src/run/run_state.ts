// The editor's text, what is wrong with it, and the checks that were made of it.
import { computed, signal } from "@preact/signals";
import { ApiError, get, post, told } from "../api";
import type { Diagnosis, PastRun, Report, RunAnswer, RunOptions } from "../protocol";
import { loadModel, model, remember, tell } from "../store";

export const text = signal("");         // as it stands in the editor
export const loaded = signal("");       // what the editor was given; a new value replaces its text
export const diagnosis = signal<Diagnosis>({ ok: true, diagnostics: [], properties: [] });
export const conflict = signal<{ text: string; version: string } | null>(null);
export const options = signal<RunOptions>({});

export const runId = signal<number | null>(null);
export const run = signal<RunAnswer | null>(null);
export const report = signal<Report | null>(null);      // the newest one
export const reportVersion = signal("");                // of the text that it is about
export const past = signal<PastRun[]>([]);
export const runFailure = signal("");

export const dirty = computed(() => model.value !== null && text.value !== model.value.text);
export const running = computed(() => run.value?.state === "running");

export function takeModel(): void {
  const now = model.value;
  if (!now) return;
  text.value = loaded.value = now.text;
  diagnosis.value = { ok: now.ok, diagnostics: now.diagnostics, properties: now.properties };
}

let typing: ReturnType<typeof setTimeout> | undefined;
export function changed(now: string): void {
  if (now === text.value) return;
  text.value = now;
  clearTimeout(typing);
  typing = setTimeout(diagnose, 250);
}

async function diagnose(): Promise<void> {
  const asked = text.value;
  try {
    const answer = await post<Diagnosis>("/api/diagnose", { text: asked });
    if (asked === text.value) diagnosis.value = answer;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 0)) tell(error);
  }
}

// Writes the file and checks it again. `version` other than the known one: overwrites what somebody else has written.
export async function save(version = model.value?.version): Promise<void> {
  const now = model.value;
  if (!now) return;
  const written = text.value;
  try {
    const answer = await post<{ version: string }>("/api/save", { text: written, version });
    conflict.value = null;
    model.value = { ...now, text: written, version: answer.version, saved: true };
    const found = await post<Diagnosis>("/api/diagnose", { text: written });
    if (text.value === written) diagnosis.value = found;
    if (found.ok) await start();
    else report.value = null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) {
      conflict.value = { text: String(error.body.text ?? ""), version: String(error.body.version ?? "") };
    } else tell(error);
  }
}

// What somebody else has written takes the place of the text here.
export async function takeTheirs(): Promise<void> {
  conflict.value = null;
  await loadModel();
  takeModel();
  if (diagnosis.value.ok) await start();
}

export async function start(chosen: RunOptions = options.value): Promise<void> {
  if (running.value) await stop();
  runFailure.value = "";
  const version = model.value?.version ?? "";
  try {
    const { run: id } = await post<{ run: number }>("/api/runs", chosen);
    runId.value = id;
    run.value = { state: "running", progress: null, report: null };
    await follow(id, version);
  } catch (error) {
    run.value = null;
    runFailure.value = told(error);
  }
}

// Asks again and again until the run has ended: soon at first, for most models take milliseconds.
async function follow(id: number, version: string): Promise<void> {
  for (let wait = 30; runId.value === id; wait = Math.min(wait * 1.5, 400)) {
    const answer = await get<RunAnswer>(`/api/runs/${id}`);
    if (runId.value !== id) return;
    run.value = answer;
    if (answer.state !== "running") {
      if (answer.state === "failed") runFailure.value = answer.error ?? "the check has failed";
      if (answer.report) take(answer.report, version);
      await loadPast();
      return;
    }
    await new Promise((done) => setTimeout(done, wait));
  }
}

function take(found: Report, version: string): void {
  report.value = found;
  reportVersion.value = version;
  for (const property of found.properties) {
    for (const violation of property.violations) {
      const title = `${property.name}: ${violation.message} (${violation.length} steps)`;
      if (violation.trace !== null) remember(violation.trace, title);
      (violation.others ?? []).forEach((other, n) => remember(other, `${property.name}: ${violation.message}, other run ${n + 1}`));
    }
  }
}

export async function stop(): Promise<void> {
  if (runId.value === null) return;
  try {
    await post(`/api/runs/${runId.value}/stop`);
  } catch (error) {
    tell(error);
  }
}

export async function loadPast(): Promise<void> {
  try {
    past.value = await get<PastRun[]>("/api/runs");
  } catch (error) {
    tell(error);
  }
}

// An earlier run, shown again.
export async function reopen(old: PastRun): Promise<void> {
  try {
    const answer = await get<RunAnswer>(`/api/runs/${old.run}`);
    runId.value = old.run;
    run.value = answer;
    if (answer.report) take(answer.report, old.version);
    if (answer.state === "running") await follow(old.run, old.version);
  } catch (error) {
    tell(error);
  }
}

// When the page begins: what the model is, and its verdicts, from the last run or from a new one.
export async function begin(): Promise<void> {
  takeModel();
  await loadPast();
  const now = model.value;
  if (!now?.ok) return;
  const same = past.value.find((old) => old.version === now.version && !old.coverage && Object.keys(old.options ?? {}).length === 0 && old.state !== "failed");
  if (same) await reopen(same);
  else await start();
}

// Another tab or an editor may have written the file: looked at when this page is looked at again.
export async function refresh(): Promise<void> {
  const before = model.value;
  if (!before || dirty.value) return;
  await loadModel();
  if (model.value && model.value.version !== before.version) {
    takeModel();
    if (diagnosis.value.ok) await start();
  }
}
