// A laid out graph as SVG, with zooming by the wheel and moving by dragging.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { GraphNode } from "../protocol";
import { type Drawn, type Layout, LINE, type Placed } from "./layout";

export function marks(node: GraphNode): string[] {
  return [node.initial && "initial", node.deadlock && "deadlock", node.end && "end", node.accepting && "accepting", node.violation && `violation: ${node.violation}`].filter(Boolean) as string[];
}

function classes(node: GraphNode): string {
  return [node.initial && "initial", node.deadlock && "deadlock", node.end && "end", node.accepting && "accepting", node.violation && "violation", node.onTrail && "on-trail"].filter(Boolean).join(" ");
}

function Node({ placed, chosen, onPick }: { placed: Placed; chosen: boolean; onPick: (id: string) => void }) {
  const { node, x, y, width, height, lines } = placed;
  const words = marks(node);
  return (
    <g class={`g-node ${classes(node)} ${chosen ? "chosen" : ""}`} transform={`translate(${x} ${y})`} role="button" tabIndex={0} data-node={node.id}
      aria-label={`state ${lines.join(", ")}${words.length > 0 ? `, ${words.join(", ")}` : ""}`}
      onClick={() => onPick(node.id)} onKeyDown={(e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); onPick(node.id); } }}>
      <title>{[...words, node.text].join("\n")}</title>
      {chosen && <rect class="g-ring" x={-5} y={-5} width={width + 10} height={height + 10} rx={9} />}
      <rect class="g-box" width={width} height={height} rx={6} />
      {node.accepting && <rect class="g-inner" x={3} y={3} width={width - 6} height={height - 6} rx={4} />}
      {lines.map((line, n) => <text x={10} y={n * LINE + 17}>{line}</text>)}
      {words.length > 0 && <text class="g-mark" x={width - 4} y={chosen ? -9 : -4} text-anchor="end">{words.join(", ")}</text>}
    </g>
  );
}

function Edge({ edge }: { edge: Drawn }) {
  const path = edge.points.map(([x, y], n) => `${n === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  return (
    <g class={`g-edge ${edge.onTrail ? "on-trail" : ""}`}>
      <path d={path} marker-end={edge.onTrail ? "url(#g-head-trail)" : "url(#g-head)"}><title>{edge.label}</title></path>
      {edge.labelAt && <text x={edge.labelAt[0]} y={edge.labelAt[1]} text-anchor="middle">{edge.label.length > 34 ? `${edge.label.slice(0, 33)}…` : edge.label}</text>}
    </g>
  );
}

const LEAST = 0.75;    // the scale below which texts are too small
const READABLE = 0.95;

interface Props { layout: Layout; chosen: string | null; onPick: (id: string) => void; onSvg: (svg: SVGSVGElement | null) => void }

export function GraphPicture({ layout, chosen, onPick, onSvg }: Props) {
  const svg = useRef<SVGSVGElement>(null);
  const box = useSignal({ x: 0, y: 0, scale: 1 });
  const drag = useRef<{ x: number; y: number; moved: boolean } | null>(null);
  // All of it if that can be read, otherwise as much as can be, with the chosen or the initial state in view.
  const fit = (all = false) => {
    const area = svg.current!.getBoundingClientRect();
    const scale = Math.min(area.width / layout.width, area.height / layout.height, 1.2);
    const readable = all || scale >= LEAST ? scale : READABLE;
    const centre = layout.nodes.find((n) => n.id === chosen) ?? layout.nodes.find((n) => n.node.initial) ?? layout.nodes[0];
    const x = scale >= readable || !centre ? (area.width - layout.width * readable) / 2 : area.width / 2 - (centre.x + centre.width / 2) * readable;
    const y = scale >= readable || !centre ? 0 : Math.min(0, area.height / 2 - centre.y * readable);
    box.value = { x, y, scale: readable };
  };
  useEffect(() => {
    onSvg(svg.current);
    fit();
  }, [layout]);
  const zoom = (factor: number, px?: number, py?: number) => {
    const area = svg.current!.getBoundingClientRect();
    const cx = px ?? area.width / 2, cy = py ?? area.height / 2;
    const scale = Math.min(Math.max(box.value.scale * factor, 0.05), 4);
    const real = scale / box.value.scale;
    box.value = { scale, x: cx - (cx - box.value.x) * real, y: cy - (cy - box.value.y) * real };
  };
  useEffect(() => {
    const area = svg.current!;
    const wheel = (e: WheelEvent) => {
      e.preventDefault();
      const rect = area.getBoundingClientRect();
      zoom(e.deltaY < 0 ? 1.15 : 1 / 1.15, e.clientX - rect.left, e.clientY - rect.top);
    };
    area.addEventListener("wheel", wheel, { passive: false });
    return () => area.removeEventListener("wheel", wheel);
  }, []);
  const { x, y, scale } = box.value;
  return (
    <div class="graph-box">
      <div class="toggle zoom" role="group" aria-label="zoom">
        <button onClick={() => zoom(1.25)} aria-label="larger">+</button>
        <button onClick={() => zoom(0.8)} aria-label="smaller">−</button>
        <button onClick={() => fit()}>readable</button>
        <button onClick={() => fit(true)}>all</button>
      </div>
      <svg ref={svg} class="graph" role="group" aria-label="state graph" data-width={layout.width} data-height={layout.height}
        onPointerDown={(e) => (drag.current = { x: e.clientX, y: e.clientY, moved: false })}
        onPointerMove={(e) => {
          const from = drag.current;
          if (!from || e.buttons === 0) return;
          const dx = e.clientX - from.x, dy = e.clientY - from.y;
          if (!from.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
          box.value = { ...box.value, x: box.value.x + dx, y: box.value.y + dy };
          drag.current = { x: e.clientX, y: e.clientY, moved: true };
        }}
        onClickCapture={(e) => { if (drag.current?.moved) e.stopPropagation(); drag.current = null; }}>
        <defs>
          <marker id="g-head" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" class="g-head" /></marker>
          <marker id="g-head-trail" viewBox="0 0 8 8" refX="6.5" refY="4" markerWidth="4.5" markerHeight="4.5" orient="auto"><path d="M0 0L8 4L0 8z" class="g-head-trail" /></marker>
        </defs>
        <g class="g-all" transform={`translate(${x} ${y}) scale(${scale})`}>
          {layout.edges.map((edge) => <Edge key={edge.key} edge={edge} />)}
          {layout.nodes.map((placed) => <Node key={placed.id} placed={placed} chosen={placed.id === chosen} onPick={onPick} />)}
        </g>
      </svg>
    </div>
  );
}
