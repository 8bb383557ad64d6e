// The graph of the states, or of the processes' automata.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { model } from "../store";
import { after, trace } from "../trace/trace_state";
import { node as tryNode } from "../try/try_state";
import { makeEngine } from "./engine_worker";
import { chosen, expand, graph, graphBusy, graphFailure, load, MOST, what } from "./graph_state";
import { GraphView } from "./graph_view";
import { useEngine } from "./layout";

useEngine(makeEngine);

export function GraphScreen() {
  const from = useSignal<"trace" | "try" | "start">(trace.value ? "trace" : tryNode.value ? "try" : "start");
  useEffect(() => void load(from.value), [from.value, what.value, trace.value, after.value]);
  const data = graph.value;
  return (
    <div class="screen graph-screen">
      <div class="bar wrap">
        <div class="toggle" role="group" aria-label="which graph">
          <button aria-pressed={what.value === "states"} onClick={() => (what.value = "states")}>states</button>
          <button aria-pressed={what.value === "processes"} onClick={() => (what.value = "processes")}>processes</button>
        </div>
        {what.value === "states" && data && !data.complete && (
          <>
            <span data-testid="graph-part">There are more than {MOST} states: these are the ones around <select aria-label="around" value={from.value} onChange={(e) => (from.value = (e.target as HTMLSelectElement).value as "start")}>
              {trace.value && <option value="trace">step {after.value} of the trace</option>}
              {tryNode.value && <option value="try">where you are in Try</option>}
              <option value="start">the initial state</option>
            </select>. Click a state to see where it leads.</span>
          </>
        )}
        {what.value === "states" && data?.complete && <span class="faint" data-testid="graph-part">All states{trace.value ? "; the trace is bold" : ""}.</span>}
        <span class="faint" role="status">{graphBusy.value ? "gyre is working…" : ""}</span>
      </div>
      {graphFailure.value && <p class="failure" role="alert">{graphFailure.value} <button class="small" onClick={() => load(from.value, true)}>try again</button></p>}
      {data && <GraphView data={data} chosen={chosen.value} name={model.value!.name} onPick={(id) => void expand(id)} />}
    </div>
  );
}
