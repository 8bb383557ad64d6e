// The trace that is shown, and the cursor: a number of steps done, 0 .. size. All panes follow the cursor.
import { batch, computed, effect, signal } from "@preact/signals";
import { told } from "../api";
import type { AtomRuns, Evaluated, ProcessState, Runs, StateAt, Step, TraceInfo } from "../protocol";
import { remember, tab, tell, writeAddress } from "../store";
import { Chunks } from "./chunks";
import { server, type TraceSource } from "./trace_source";

export const ARROWS_UP_TO = 20_000;  // steps of which messages are drawn as arrows

export class Loaded {
  readonly steps: Chunks<Step>;
  readonly states: Chunks<StateAt>;
  readonly standing = new Map<number, ProcessState[]>();
  constructor(readonly source: TraceSource, readonly info: TraceInfo) {
    this.steps = new Chunks(info.size, (from, to) => source.steps(info.trace, from, to));
    this.states = new Chunks(info.size + 1, (from, to) => source.states(info.trace, from, to));
  }
}

export const source = signal<TraceSource>(server);
export const trace = signal<Loaded | null>(null);
export const after = signal(0);
export const traceFailure = signal("");
export const atoms = signal<AtomRuns[]>([]);
export const processes = signal<ProcessState[]>([]);  // at the cursor
export const compareWith = signal<number | null>(null);
export interface Watch { text: string; values: Runs<Evaluated | null> | null; error: string }
export const watches = signal<Watch[]>([]);

export const step = computed(() => (after.value > 0 ? trace.value?.steps.at(after.value - 1) : undefined));
export const values = computed(() => trace.value?.states.at(after.value)?.values);
export const valuesBefore = computed(() => (after.value > 0 ? trace.value?.states.at(after.value - 1)?.values : undefined));

// The execution has ended here with an error: that nobody moves any more is no waiting.
export const ended = computed(() => after.value === trace.value?.info.size && !!step.value?.error);

export function move(to: number): void {
  const now = trace.value;
  if (!now) return;
  after.value = Math.min(Math.max(Math.round(to), 0), now.info.size);
  now.states.near(after.value);
  now.steps.near(after.value);
}

export async function openTrace(id: number, at?: number): Promise<void> {
  tab.value = "trace";
  if (trace.value?.info.trace === id) {
    if (at !== undefined) move(at);
    return;
  }
  traceFailure.value = "";
  compareWith.value = null;
  try {
    const info = await source.value.info(id);
    const made = new Loaded(source.value, info);
    watches.value = watches.value.map((w) => ({ ...w, values: null }));
    atoms.value = [];
    processes.value = [];
    batch(() => {  // nobody asks about a state that only the trace before had
      trace.value = made;
      after.value = 0;
      move(at ?? 0);
    });
    remember(id, info.title);
    made.steps.all(ARROWS_UP_TO);
    atoms.value = info.atoms.length > 0 ? await source.value.atoms(id) : [];
    for (const w of watches.value) await evaluate(w.text);
  } catch (error) {
    trace.value = null;
    traceFailure.value = told(error);
  }
}

// Where the processes stand: asked for at each new place of the cursor; the last answer counts.
effect(() => {
  const now = trace.value, place = after.value;
  if (!now) return;
  const known = now.standing.get(place);
  if (known) {
    processes.value = known;
    return;
  }
  now.source.processes(now.info.trace, place).then((found) => {
    now.standing.set(place, found);
    if (trace.peek() === now && after.peek() === place) processes.value = found;
  }).catch(tell);
});

effect(() => {
  if (tab.value === "trace" && trace.value && !trace.value.source.alone) writeAddress(`trace/${trace.value.info.trace}/${after.value}`);
});

export async function addWatch(text: string): Promise<string> {
  const error = await evaluate(text);
  return error;
}

async function evaluate(text: string): Promise<string> {
  const now = trace.value;
  if (!now) return "";
  try {
    const values = await now.source.watch(now.info.trace, text);
    watches.value = [...watches.value.filter((w) => w.text !== text), { text, values, error: "" }];
    return "";
  } catch (error) {
    if (watches.value.some((w) => w.text === text)) {
      watches.value = watches.value.map((w) => (w.text === text ? { text, values: null, error: told(error) } : w));
    }
    return told(error);
  }
}

export async function find(expression: string, direction: 1 | -1): Promise<string> {
  const now = trace.value;
  if (!now) return "";
  try {
    const found = await now.source.find(now.info.trace, expression, after.value, direction);
    if (found === null) return direction === 1 ? `${expression} is true nowhere behind this step` : `${expression} is true nowhere before this step`;
    move(found);
    return "";
  } catch (error) {
    return told(error);
  }
}

export async function lastWriter(variable: string): Promise<string> {
  const now = trace.value;
  if (!now) return "";
  try {
    const found = await now.source.writer(now.info.trace, variable, after.value);
    if (found === null) return `no step before has written ${variable}: it still has its first value`;
    move(found + 1);
    return "";
  } catch (error) {
    return told(error);
  }
}

// The value of a run-length list at a place.
export function at<T>(runs: Runs<T>, place: number): T | undefined {
  let low = 0, high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[middle][0] <= place) low = middle + 1;
    else high = middle;
  }
  return low > 0 ? runs[low - 1][1] : undefined;
}
