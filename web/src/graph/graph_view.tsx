// A graph with its tools: which variables the nodes say, labels, export, what the chosen node is.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { told } from "../api";
import type { GraphData } from "../protocol";
import { savePng, saveSvg } from "./export";
import { layout, type Layout } from "./layout";
import { GraphPicture, marks } from "./picture";

interface Props { data: GraphData; chosen: string | null; name: string; onPick: (id: string) => void }

export function GraphView({ data, chosen, name, onPick }: Props) {
  const names = [...new Set(data.nodes.flatMap((n) => Object.keys(n.values ?? {})))];
  const wanted = useSignal<string | null>(null);
  const labels = useSignal<boolean | null>(null);
  const drawn = useSignal<Layout | null>(null);
  const problem = useSignal("");
  const svg = useRef<SVGSVGElement | null>(null);
  const withLabels = labels.value ?? data.edges.length <= 80;
  const list = wanted.value === null ? (names.length <= 9 ? null : names.filter((n) => !/[:[]/.test(n)).slice(0, 6)) : wanted.value.split(/[\s,]+/).filter(Boolean);
  const key = list?.join(",") ?? "*";
  useEffect(() => {
    let current = true;
    layout(data, list, withLabels).then((done) => {
      if (current) drawn.value = done;
      problem.value = "";
    }).catch((error) => (problem.value = told(error)));
    return () => void (current = false);
  }, [data, key, withLabels]);
  const node = data.nodes.find((n) => n.id === chosen);
  const trail = data.nodes.some((n) => n.onTrail);
  return (
    <div class="graph-view">
      <div class="bar wrap">
        <label class="row">variables in the nodes <input class="mono" aria-label="variables in the nodes" placeholder={names.length === 0 ? "there are none" : list?.join(", ") ?? "all"} list="graph-names"
          value={wanted.value ?? ""} onChange={(e) => (wanted.value = (e.target as HTMLInputElement).value || null)} /></label>
        <datalist id="graph-names">{names.map((n) => <option value={n} />)}</datalist>
        <label><input type="checkbox" checked={withLabels} onChange={(e) => (labels.value = (e.target as HTMLInputElement).checked)} /> statements at the arrows</label>
        <span class="faint" data-testid="graph-size">{data.nodes.length} {data.nodes.length === 1 ? "node" : "nodes"}, {data.edges.length} arrows</span>
        <span class="space" />
        <button class="small" disabled={!drawn.value} onClick={() => svg.current && saveSvg(svg.current, name)}>save as SVG</button>
        <button class="small" disabled={!drawn.value} onClick={() => svg.current && savePng(svg.current, name).catch((e) => (problem.value = told(e)))}>save as PNG</button>
      </div>
      {problem.value && <p class="failure" role="alert">{problem.value}</p>}
      <div class="graph-row">
        {drawn.value ? <GraphPicture layout={drawn.value} chosen={chosen} onPick={onPick} onSvg={(found) => (svg.current = found)} /> : <p class="faint pad" role="status">The picture is being laid out…</p>}
        {node && (
          <aside class="pane graph-node" aria-label="chosen state">
            <div class="bar"><h2>State</h2>{marks(node).map((m) => <span class="tag">{m}</span>)}</div>
            <div class="scroll grow">
              <ul class="standing">{(node.processes ?? []).map((p) => <li><b>{p.process}({p.pid})</b> line {p.line} {(p.labels ?? []).map((l) => <span class="tag">{l}</span>)}<br /><code>{(p.next ?? []).join(" or ")}</code></li>)}</ul>
              {(node.processes ?? []).length === 0 && <pre>{node.text}</pre>}
              <table class="variables"><tbody>{Object.entries(node.values ?? {}).map(([n, v]) => <tr><th scope="row">{n}</th><td class="value">{v}</td></tr>)}</tbody></table>
            </div>
          </aside>
        )}
      </div>
      <ul class="legend" aria-label="legend">
        <li class="l-initial">initial</li><li class="l-end">valid end</li><li class="l-deadlock">deadlock</li><li class="l-violation">an error follows</li><li class="l-accepting">accepting</li>{trail && <li class="l-trail">the trace</li>}
      </ul>
    </div>
  );
}
