// The source with a cursor for each process, and the line of the last step lit. Clicking a line goes to the next step there.
import { Source } from "../editor/source";
import { inFile, lineOf, type ProcessState, type Step } from "../protocol";
import { colour } from "./lanes";

interface Props {
  text: string;
  language: string;
  file: string;
  processes: ProcessState[];
  order: number[];  // pids in the order of their colours
  step: Step | undefined;
  onLine?: (line: number) => void;
}

export function SourceCursors({ text, language, file, processes, order, step, onLine }: Props) {
  const here = new Map<number, ProcessState[]>();
  for (const p of processes) {
    if (!p.location || !inFile(p.location.file, file)) continue;
    here.set(p.location.line, [...(here.get(p.location.line) ?? []), p]);
  }
  const line = step && inFile(step.location?.file, file) ? lineOf(step.location) : 0;
  return (
    <Source text={text} language={language} label="source" show={line || lineOf(processes[0]?.location)} onLine={onLine}
      beside={(number) => ({
        class: number === line ? (step?.error ? "lit bad" : "lit") : "",
        before: here.get(number)?.map((p) => (
          <span class={`at ${p.canMove ? "" : "blocked"}`} style={{ background: colour(Math.max(order.indexOf(p.pid), 0)) }}
            title={`${p.process}(${p.pid}) ${p.canMove ? "stands here" : `waits here: ${p.whyNot}`}`} data-testid={`at-${p.pid}`}>{p.pid}</span>
        )),
      })} />
  );
}
