// A page that stands alone: its data are in an element of the page.
import { evaluator } from "./trace/expression";
import type { AtomRuns, Evaluated, GraphData, Model, ProcessState, Runs, StateAt, Step, TraceInfo } from "./protocol";
import type { TraceSource } from "./trace/trace_source";

export interface TraceData { kind: "trace"; trace: TraceInfo; steps: Step[]; states: StateAt[]; processes?: ProcessState[][]; atoms: AtomRuns[]; model: Model }
export interface GraphFile { kind: "graph"; graph: GraphData; model: Model }

export function data<T>(): T | null {
  const text = document.getElementById("gyre-data")?.textContent;
  return text ? JSON.parse(text) as T : null;
}

const NO_SERVER = new Error("this page stands alone: `gyre explore` can do that");

export function embedded(held: TraceData): TraceSource {
  return {
    alone: true,
    info: async () => held.trace,
    steps: async (_, from, to) => held.steps.slice(from, to),
    states: async (_, from, to) => held.states.slice(from, to),
    processes: async (_, after) => held.processes?.[after] ?? [],
    atoms: async () => held.atoms,
    watch: async (_, expression) => {
      const value = evaluator(expression);
      const runs: Runs<Evaluated | null> = [];
      held.states.forEach((state, after) => {
        const found = value(state.values);
        const last = runs[runs.length - 1];
        if (!last || last[1]?.text !== found?.text) runs.push([after, found]);
      });
      if (runs.every(([, v]) => v === null)) throw new Error(`${expression} has a value in no state: is a name misspelt? Locals are written as in the table of variables`);
      return runs;
    },
    find: async (_, expression, from, direction) => {
      const value = evaluator(expression);
      for (let n = from + direction; n >= 0 && n < held.states.length; n += direction) if (value(held.states[n].values)?.number) return n;
      return null;
    },
    writer: async (_, variable, before) => {
      for (let n = before - 1; n >= 0; n--) if (held.steps[n].changes.some((c) => c.name === variable)) return n;
      return null;
    },
    compare: () => Promise.reject(NO_SERVER),
  };
}
