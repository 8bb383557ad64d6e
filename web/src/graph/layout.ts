// Places nodes and edges by the layered algorithm of elkjs. The engine is given from outside: a worker in the page of the
// server, the same code in the main thread where a page stands alone.
import type { GraphData, GraphNode } from "../protocol";

export interface Placed { id: string; x: number; y: number; width: number; height: number; lines: string[]; node: GraphNode }
export interface Drawn { key: string; from: string; to: string; points: [number, number][]; label: string; labelAt: [number, number] | null; onTrail: boolean }
export interface Layout { nodes: Placed[]; edges: Drawn[]; width: number; height: number }

interface ElkPoint { x: number; y: number }
interface ElkLabel { text: string; x?: number; y?: number; width: number; height: number }
interface ElkEdge { id: string; sources: string[]; targets: string[]; labels?: ElkLabel[]; sections?: { startPoint: ElkPoint; endPoint: ElkPoint; bendPoints?: ElkPoint[] }[] }
interface ElkNode { id: string; x?: number; y?: number; width?: number; height?: number; children?: ElkNode[]; edges?: ElkEdge[]; layoutOptions?: Record<string, string> }
export interface Engine { layout(graph: ElkNode): Promise<ElkNode> }

let engine: Engine | null = null;
let makeEngine: () => Promise<Engine> = () => Promise.reject(new Error("there is no layout engine"));
export function useEngine(make: () => Promise<Engine>): void {
  makeEngine = make;
}

export const LINE = 14;

export function nodeLines(node: GraphNode, wanted: string[] | null): string[] {
  const standing = node.processes ?? [];
  if (standing.every((p) => (p.next ?? []).length === 0) && Object.keys(node.values ?? {}).length === 0) return node.text.split("\n");
  const many = (name: string) => standing.filter((p) => p.process === name).length > 1;
  const lines = standing.map((p) => {
    const who = many(p.process) ? `${p.process}(${p.pid})` : p.process;
    const labels = (p.labels ?? []).map((l) => `${l}: `).join("");
    const next = (p.next ?? []).join(" | ");
    return `${who}: ${p.line || ""} ${labels}${next.length > 28 ? `${next.slice(0, 27)}…` : next}`.trim();
  });
  const values = Object.entries(node.values ?? {}).filter(([name]) => wanted === null || wanted.some((w) => name === w || name.startsWith(`${w}[`) || name.endsWith(`:${w}`)));
  for (let n = 0; n < values.length; n += 3) lines.push(values.slice(n, n + 3).map(([name, value]) => `${name}=${value}`).join("  "));
  return lines.length > 0 ? lines : [node.text.split("\n")[0] ?? ""];
}

export async function layout(data: GraphData, wanted: string[] | null, labels: boolean): Promise<Layout> {
  engine ??= await makeEngine();
  const texts = new Map(data.nodes.map((node) => [node.id, nodeLines(node, wanted)]));
  const graph: ElkNode = {
    id: "root",
    layoutOptions: {
      "elk.algorithm": "layered", "elk.direction": "DOWN", "elk.edgeRouting": "POLYLINE",
      "elk.layered.spacing.nodeNodeBetweenLayers": labels ? "44" : "34", "elk.spacing.nodeNode": "22", "elk.spacing.edgeLabel": "3",
      "elk.layered.nodePlacement.strategy": "BRANDES_KOEPF", "elk.layered.considerModelOrder.strategy": "NODES_AND_EDGES",
      "elk.layered.cycleBreaking.strategy": "MODEL_ORDER",  // what leads back to an earlier state points up
      "elk.padding": "[top=30,left=24,bottom=24,right=24]",
    },
    children: data.nodes.map((node) => {
      const lines = texts.get(node.id)!;
      return { id: node.id, width: Math.max(...lines.map((l) => l.length)) * 6.4 + 20, height: lines.length * LINE + 12 };
    }),
    edges: data.edges.map((edge, n) => ({
      id: `e${n}`, sources: [edge.from], targets: [edge.to],
      labels: labels ? [{ text: edge.label, width: Math.min(edge.label.length, 34) * 5.6 + 4, height: 13 }] : [],
    })),
  };
  const done = await engine.layout(graph);
  const nodes = (done.children ?? []).map((c) => ({
    id: c.id, x: c.x!, y: c.y!, width: c.width!, height: c.height!, lines: texts.get(c.id)!, node: data.nodes.find((n) => n.id === c.id)!,
  }));
  const edges = (done.edges ?? []).map((e, n) => {
    const points: [number, number][] = (e.sections ?? []).flatMap((s) => [s.startPoint, ...(s.bendPoints ?? []), s.endPoint].map((p) => [p.x, p.y] as [number, number]));
    const label = e.labels?.[0];
    const edge = data.edges[n];
    return {
      key: `${edge.from} ${edge.to} ${edge.label}`, from: edge.from, to: edge.to, points, label: edge.label,
      labelAt: label && label.x !== undefined ? [label.x + label.width / 2, label.y! + 10] as [number, number] : null, onTrail: !!edge.onTrail,
    };
  });
  return { nodes, edges, width: done.width ?? 100, height: done.height ?? 100 };
}
