// Executing by hand: the tree of all states that were tried, where one is in it, undo and redo.
import { computed, signal } from "@preact/signals";
import { get, post, told } from "../api";
import type { TreeEntry, TryNode } from "../protocol";
import { remember, tab } from "../store";
import { openTrace } from "../trace/trace_state";

export const node = signal<TryNode | null>(null);
export const before = signal<Record<string, string> | undefined>(undefined);  // the values in the parent's state
export const tree = signal<TreeEntry[]>([]);
export const tryFailure = signal("");
export const tryMessage = signal("");
export const busy = signal(false);
const past = signal<number[]>([]);
const future = signal<number[]>([]);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);

const known = new Map<number, TryNode>();

async function fetched(id: number): Promise<TryNode> {
  const found = known.get(id) ?? await get<TryNode>(`/api/try/${id}`);
  known.set(id, found);
  return found;
}

async function show(next: TryNode): Promise<void> {
  known.set(next.node, next);
  before.value = next.parent === null ? undefined : (await fetched(next.parent)).values;
  node.value = next;
}

// One thing at a time; what goes wrong is shown on this screen.
async function doing(work: () => Promise<void>): Promise<void> {
  if (busy.value) return;
  busy.value = true;
  tryMessage.value = "";
  try {
    await work();
  } catch (error) {
    tryMessage.value = told(error);
  }
  busy.value = false;
}

function goTo(next: TryNode): Promise<void> {
  if (node.value && node.value.node !== next.node) past.value = [...past.value, node.value.node];
  future.value = [];
  return show(next);
}

async function loadTree(): Promise<void> {
  tree.value = await get<TreeEntry[]>("/api/try");
}

async function begin(body: object): Promise<void> {
  tryFailure.value = "";
  await doing(async () => {
    try {
      const root = await post<TryNode>("/api/try", body);
      await loadTree();
      await goTo(root);
    } catch (error) {
      tryFailure.value = told(error);
    }
  });
}

export const restart = () => begin({});
export async function tryFrom(trace: number, after: number): Promise<void> {
  tab.value = "try";
  await begin({ trace, after });
}
export async function ensure(): Promise<void> {
  if (!node.value && !busy.value) await restart();
}

export const take = (move: number) => doing(async () => {
  const from = node.value!;
  const next = await post<TryNode>(`/api/try/${from.node}/take`, { move });
  if (!tree.value.some((t) => t.node === next.node)) {
    tree.value = [...tree.value, { node: next.node, parent: from.node, text: next.step.map((s) => `${s.process}(${s.pid}): ${s.source}`).join("; ") }];
  }
  await goTo(next);
});

export const visit = (id: number) => doing(async () => goTo(await fetched(id)));

export const undo = () => doing(async () => {
  const target = past.value[past.value.length - 1];
  if (target === undefined) return;
  const next = await fetched(target);
  past.value = past.value.slice(0, -1);
  future.value = [node.value!.node, ...future.value];
  await show(next);
});

export const redo = () => doing(async () => {
  const target = future.value[0];
  if (target === undefined) return;
  const next = await fetched(target);
  future.value = future.value.slice(1);
  past.value = [...past.value, node.value!.node];
  await show(next);
});

interface Walked { nodes: number[]; last: TryNode; found?: boolean }

export const random = (steps: number) => doing(async () => {
  const walked = await post<Walked>(`/api/try/${node.value!.node}/random`, { steps, seed: Math.floor(Math.random() * 1e9) });
  await loadTree();
  await goTo(walked.last);
  tryMessage.value = walked.nodes.length === 0 ? "nothing can be done here" : `${walked.nodes.length} ${walked.nodes.length === 1 ? "move" : "moves"} at random`;
});

export const until = (expression: string, steps: number) => doing(async () => {
  const walked = await post<Walked>(`/api/try/${node.value!.node}/until`, { expression, steps, seed: Math.floor(Math.random() * 1e9) });
  await loadTree();
  await goTo(walked.last);
  tryMessage.value = walked.found ? `${expression} is true here, after ${walked.nodes.length} moves` : `${expression} did not become true in ${walked.nodes.length} moves`;
});

export const save = (name: string) => doing(async () => {
  const { file } = await post<{ file: string }>(`/api/try/${node.value!.node}/save`, { name });
  tryMessage.value = `written to ${file}`;
});

export const asTrace = () => doing(async () => {
  const { trace } = await post<{ trace: number }>(`/api/try/${node.value!.node}/trace`);
  remember(trace, `tried by hand, ${node.value!.depth} steps`);
  await openTrace(trace, Number.MAX_SAFE_INTEGER);
});

// The tree as rows: a run without forks goes straight down; each further choice at a fork is indented.
export interface Row { entry: TreeEntry; indent: number; fork: boolean }
export const rows = computed(() => {
  const children = new Map<number | null, TreeEntry[]>();
  for (const entry of tree.value) {
    const list = children.get(entry.parent);
    if (list) list.push(entry);
    else children.set(entry.parent, [entry]);
  }
  const result: Row[] = [];
  const open: Row[] = (children.get(null) ?? []).map((entry) => ({ entry, indent: 0, fork: false })).reverse();
  while (open.length > 0) {
    const row = open.pop()!;
    result.push(row);
    const below = children.get(row.entry.node) ?? [];
    const more = below.length > 1 ? 1 : 0;
    for (const entry of [...below].reverse()) open.push({ entry, indent: row.indent + more, fork: more > 0 });
  }
  return result;
});
export const path = computed(() => {
  const parents = new Map(tree.value.map((t) => [t.node, t]));
  const result = new Set<number>();
  for (let at = node.value?.node; at !== undefined && at !== null; at = parents.get(at)?.parent ?? undefined) result.add(at);
  return result;
});

// The model has changed: what was tried belongs to another one.
export function reset(): void {
  known.clear();
  node.value = null;
  tree.value = [];
  past.value = [];
  future.value = [];
}
