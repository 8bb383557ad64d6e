// What the server says: docs/design/explore.md describes it.

export interface Location { file: string; line: number; column: number; endLine?: number; endColumn?: number }
// 0: there is no place in the model.
export const lineOf = (location: Location | null | undefined) => location?.line ?? 0;
// Places are told with the path that gyre was called with; the page knows the name of the model alone.
export const inFile = (file: string | undefined, name: string) => !file || file.split("/").pop() === name;
export interface Edit { line: number; column: number; endLine: number; endColumn: number; text: string }
export interface Diagnostic extends Location {
  severity: "error" | "warning" | "note";
  message: string;
  name?: string;
  notes?: (Location & { message: string })[];
  fixes?: { title: string; edits: Edit[] }[];
}
export interface PropertyInfo { name: string; kind: string; formula?: string; location?: Location | null }
export interface Diagnosis { ok: boolean; diagnostics: Diagnostic[]; properties: PropertyInfo[] }
export interface Model extends Diagnosis {
  name: string;
  language: string;
  text: string;
  version: string;
  saved: boolean;
  files: string[];
  limits: { time: number; memory: number };
  trail: number | null;
  embeddedC: boolean;
}

export type Verdict = "holds" | "violated" | "inconclusive" | "not-checked";
export interface Violation {
  error: string;
  count: number;
  message: string;
  location?: Location | null;
  process?: string;
  pid?: number;
  length: number;
  trace: number | null;
  others?: number[];
}
export interface Evidence {
  formula: string;
  value: boolean;
  kind: string;
  text: string;
  trace?: number | null;
  children?: Evidence[];
}
export interface Checked extends PropertyInfo {
  verdict: Verdict;
  reason: string;
  vacuous?: boolean;
  errors: number;
  states: number;
  transitions: number;
  depth: number;
  seconds: number;
  search?: string;
  store?: string;
  complete?: boolean;
  violations: Violation[];
  limits?: Violation[];
  evidence?: Evidence[];
}
export interface CoverageData {
  lines: { line: number; count: number; statements: { text: string; count: number; process: string }[] }[];
  variables: { name: string; values: [string, number][]; distinct: number }[];
  explodes: string[];
  unreached?: (string | { text: string; line?: number; process?: string })[];
}
export interface Report { properties: Checked[]; warnings: string[]; text: string; coverage?: CoverageData }
export interface Progress {
  property: string;
  states: number;
  transitions: number;
  depth: number;
  memory: number;
  seconds: number;
  statesPerSecond: number;
}
export type RunState = "running" | "done" | "stopped" | "failed";
export interface RunAnswer { state: RunState; error?: string; progress: Progress | null; report: Report | null }
export interface RunOptions {
  property?: string;
  ltl?: string;
  ctl?: string;
  fairness?: string;
  shortest?: boolean;
  por?: boolean;
  time?: number;
  memory?: number;
  safety?: boolean;
  acceptance?: boolean;
  nonProgress?: boolean;
}
export interface PastRun {
  run: number;
  when: string | number;
  version: string;
  options: RunOptions;
  state: RunState;
  verdicts: { name: string; verdict: Verdict }[];
  coverage?: boolean;  // it was made for the screen Coverage
}

export interface Process { pid: number; name: string; bornAfter: number; diedAfter: number | null }
export interface Change { name: string; value: string; pid: number; isChannel: boolean }
export interface Step {
  index: number;
  process: string;
  pid: number;
  statement: string;
  source: string;
  location: Location | null;
  calls?: { name: string; location: Location | null }[];
  changes: Change[];
  messages: string[];
  output: string;
  handshake: boolean;
  atomic: boolean;
  error: string;
}
export interface TraceInfo {
  trace: number;
  title: string;
  size: number;
  cycleStart: number | null;
  message: string;
  processes: Process[];
  variables: { name: string; pid: number; isChannel: boolean }[];
  atoms: string[];
  text: string;
  version: string;
}
export type Values = Record<string, string>;
export interface StateAt { after: number; values: Values }
export interface ProcessState {
  process: string;
  pid: number;
  location: Location | null;
  calls?: { name: string; location: Location | null }[];
  next: string[];
  canMove: boolean;
  validEnd: boolean;
  whyNot: string;
  obstacles?: string[];  // of each of next: why it cannot be executed; empty: it can, or that is not known
  held: boolean;
}
export type Runs<T> = [number, T][];
export interface AtomRuns { text: string; values: Runs<boolean | null> }
export interface Evaluated { number: number; text: string }
export interface Compared { rows: [number | null, number | null, "same" | "different"][] }

export interface Move { index: number; text: string; steps: Step[]; pid: number }
export interface TryNode {
  node: number;
  parent: number | null;
  depth: number;
  step: Step[];
  values: Values;
  processes: ProcessState[];
  moves: Move[];
  end: "none" | "finished" | "valid" | "deadlock" | "error" | "limit";
  endText: string;
  children: number[];
}
export interface TreeEntry { node: number; parent: number | null; text: string }

export interface GraphNode {
  id: string;
  text: string;
  processes?: { process: string; pid: number; line: number; labels?: string[]; next?: string[] }[];
  values?: Values;
  initial?: boolean;
  end?: boolean;
  deadlock?: boolean;
  accepting?: boolean;
  violation?: string;
  onTrail?: boolean;
}
export interface GraphEdge { from: string; to: string; label: string; onTrail?: boolean }
export interface GraphData { complete: boolean; nodes: GraphNode[]; edges: GraphEdge[]; center?: string }
