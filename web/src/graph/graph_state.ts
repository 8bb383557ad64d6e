// The graph that is shown: all of it if it is small, otherwise what is around the cursor and what was expanded.
import { signal } from "@preact/signals";
import { get, post, told } from "../api";
import type { GraphData } from "../protocol";
import { after, trace } from "../trace/trace_state";
import { node as tryNode } from "../try/try_state";

export type What = "states" | "processes";
export const what = signal<What>("states");
export const graph = signal<GraphData | null>(null);
export const graphFailure = signal("");
export const graphBusy = signal(false);
export const chosen = signal<string | null>(null);
export const expanded = signal<Set<string>>(new Set());
export const MOST = 300;

let shownFor = "";  // what the graph was made for

function merge(a: GraphData, b: GraphData): GraphData {
  const nodes = new Map(a.nodes.map((n) => [n.id, n]));
  for (const n of b.nodes) nodes.set(n.id, { ...n, onTrail: n.onTrail || nodes.get(n.id)?.onTrail });
  const edges = new Map(a.edges.map((e) => [`${e.from} ${e.to} ${e.label}`, e]));
  for (const e of b.edges) {
    const key = `${e.from} ${e.to} ${e.label}`;
    edges.set(key, { ...e, onTrail: e.onTrail || edges.get(key)?.onTrail });
  }
  return { complete: a.complete, nodes: [...nodes.values()], edges: [...edges.values()], center: a.center };
}

async function loading(work: () => Promise<void>): Promise<void> {
  graphBusy.value = true;
  graphFailure.value = "";
  try {
    await work();
  } catch (error) {
    graphFailure.value = told(error);
  }
  graphBusy.value = false;
}

// From where one looks at the graph: the trace's cursor, or where one is in trying.
export function viewpoint(from: "trace" | "try" | "start"): object {
  if (from === "trace" && trace.value) return { trace: trace.value.info.trace, after: after.value };
  if (from === "try" && tryNode.value) return { node: tryNode.value.node };
  return {};
}

export const load = (from: "trace" | "try" | "start", again = false) => {
  const id = trace.value?.info.trace;
  const key = `${what.value} ${id} ${from} ${JSON.stringify(viewpoint(from))}`;
  if (!again && (key === shownFor || graph.value?.complete && key.startsWith(shownFor.split(" ").slice(0, 2).join(" ")))) return Promise.resolve();
  shownFor = key;
  return loading(async () => {
    expanded.value = new Set();
    chosen.value = null;
    if (what.value === "processes") {
      graph.value = await get<GraphData>("/api/graph/processes");
      return;
    }
    let found = await get<GraphData>(`/api/graph?states=${MOST}${id !== undefined ? `&trace=${id}` : ""}`);
    if (!found.complete) found = await post<GraphData>("/api/graph/around", { ...viewpoint(from), depth: 2 });
    graph.value = found;
    chosen.value = found.center ?? null;
  });
};

export const expand = (id: string) => {
  chosen.value = id;
  if (!graph.value || graph.value.complete || what.value !== "states" || expanded.value.has(id)) return Promise.resolve();
  return loading(async () => {
    const more = await post<GraphData>("/api/graph/expand", { id });
    expanded.value = new Set([...expanded.value, id]);
    graph.value = { ...merge(graph.value!, more), complete: false };
  });
};

export function forget(): void {
  graph.value = null;
  shownFor = "";
}
