// Where a trace comes from: the server, or the data inside of a page that stands alone.
import { get, post } from "../api";
import type { AtomRuns, Compared, Evaluated, ProcessState, Runs, StateAt, Step, TraceInfo } from "../protocol";

export interface TraceSource {
  alone: boolean;  // there is no server: no comparing, trying, exporting
  info(id: number): Promise<TraceInfo>;
  steps(id: number, from: number, to: number): Promise<Step[]>;
  states(id: number, from: number, to: number): Promise<StateAt[]>;
  processes(id: number, after: number): Promise<ProcessState[]>;
  atoms(id: number): Promise<AtomRuns[]>;
  watch(id: number, expression: string): Promise<Runs<Evaluated | null>>;
  find(id: number, expression: string, from: number, direction: 1 | -1): Promise<number | null>;
  writer(id: number, variable: string, before: number): Promise<number | null>;
  compare(a: number, b: number): Promise<Compared>;
}

const at = (id: number, rest = "") => `/api/traces/${id}${rest}`;

export const server: TraceSource = {
  alone: false,
  info: (id) => get(at(id)),
  steps: (id, from, to) => get(at(id, `/steps?from=${from}&to=${to}`)),
  states: (id, from, to) => get(at(id, `/states?from=${from}&to=${to}`)),
  processes: (id, after) => get(at(id, `/processes?after=${after}`)),
  atoms: (id) => get(at(id, "/atoms")),
  watch: async (id, expression) => (await post<{ values: Runs<Evaluated | null> }>(at(id, "/watch"), { expression })).values,
  find: async (id, expression, from, direction) =>
    (await post<{ after: number | null }>(at(id, "/find"), { expression, from, direction })).after,
  writer: async (id, variable, before) => (await post<{ step: number | null }>(at(id, "/writer"), { variable, before })).step,
  compare: (a, b) => post("/api/compare", { a, b }),
};
