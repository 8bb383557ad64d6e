// What all screens share: the model, which screen is shown, what a person must be told.
import { signal } from "@preact/signals";
import { get, told } from "./api";
import type { Model } from "./protocol";

export type Tab = "run" | "trace" | "try" | "graph" | "coverage";
export const TABS: [Tab, string][] = [
  ["run", "Run"], ["trace", "Trace"], ["try", "Try"], ["graph", "Graph"], ["coverage", "Coverage"],
];

export const tab = signal<Tab>("run");
export const model = signal<Model | null>(null);
export const failure = signal("");  // why there is no model
export const notice = signal("");   // something went wrong; the page goes on

// The line of the editor that should be seen: other screens set it.
export const gotoLine = signal<{ line: number; column: number } | null>(null);

// Traces that have been met, for "compare with".
export const knownTraces = signal<{ trace: number; title: string }[]>([]);
export function remember(trace: number, title: string): void {
  if (knownTraces.value.some((known) => known.trace === trace)) return;
  knownTraces.value = [{ trace, title }, ...knownTraces.value].slice(0, 64);
}

export function tell(error: unknown): void {
  notice.value = told(error);
}

export async function loadModel(): Promise<void> {
  try {
    model.value = await get<Model>("/api/model");
    failure.value = "";
  } catch (error) {
    failure.value = told(error);
  }
}

// The address keeps the screen (and the trace), so that reloading comes back to it.
export function readAddress(): { tab: Tab; rest: string[] } {
  const [first, ...rest] = location.hash.slice(1).split("/");
  const known = TABS.find(([id]) => id === first);
  return { tab: known ? known[0] : "run", rest };
}
export function writeAddress(text: string): void {
  history.replaceState(null, "", `${location.pathname}${location.search}#${text}`);
}
