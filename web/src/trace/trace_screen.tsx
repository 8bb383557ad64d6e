// The trace: timeline, source, variables and formula, all at the same step.
import { useEffect } from "preact/hooks";
import { lineOf } from "../protocol";
import { model } from "../store";
import { Compare } from "./compare";
import { Controls } from "./controls";
import { Strips } from "./strips";
import { Timeline } from "./timeline";
import { after, compareWith, move, processes, step, trace, traceFailure } from "./trace_state";
import { SourceCursors } from "./trace_source_pane";
import { Variables } from "./variables";

function typing(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0] as HTMLElement;
  return /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || target.isContentEditable;
}

// The next step of the same process, or the one before.
function sameProcess(direction: 1 | -1): number | null {
  const now = trace.value!;
  const pid = now.steps.peek(after.value - 1)?.pid ?? now.steps.peek(after.value)?.pid;
  for (let n = after.value - 1 + direction; n >= 0 && n < now.info.size; n += direction) {
    if (now.steps.peek(n)?.pid === pid) return n + 1;
  }
  return null;
}

// The next step (from the cursor on, then from the beginning) that is in this line.
function stepInLine(line: number): void {
  const now = trace.value!;
  for (let n = 0; n < now.info.size; n++) {
    const index = (after.value + n) % now.info.size;
    if (lineOf(now.steps.peek(index)?.location) === line) {
      move(index + 1);
      return;
    }
  }
}

function keys(event: KeyboardEvent): void {
  if (!trace.value || typing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
  const size = trace.value.info.size;
  const far: Record<string, number> = {
    ArrowDown: after.value + 1, ArrowRight: after.value + 1, ArrowUp: after.value - 1, ArrowLeft: after.value - 1,
    PageDown: after.value + 20, PageUp: after.value - 20, Home: 0, End: size,
  };
  if (!(event.key in far)) return;
  event.preventDefault();
  if (event.shiftKey && event.key.startsWith("Arrow")) {
    const found = sameProcess(event.key === "ArrowDown" || event.key === "ArrowRight" ? 1 : -1);
    if (found !== null) move(found);
  } else move(far[event.key]);
}

export function TraceScreen() {
  useEffect(() => {
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  }, []);
  const now = trace.value;
  if (!now) {
    return (
      <div class="screen empty" role="status">
        {traceFailure.value
          ? <p class="failure">{traceFailure.value}</p>
          : <p>There is no trace yet. Check the model on the screen <b>Run</b>: a property that is violated comes with the steps that lead there. Or make a run of your own on the screen <b>Try</b>.</p>}
      </div>
    );
  }
  const { info } = now;
  const order = [...new Set(info.processes.map((p) => p.pid))];
  const shown = step.value;
  return (
    <div class="screen trace-screen">
      <div class="title-row">
        <b class={info.message ? "bad" : ""} title={info.title} data-testid="trace-title">{info.title}</b>
        {info.cycleStart !== null && <span class="cycle-note">↻ {info.cycleStart + 1 === info.size ? `step ${info.size} is` : `steps ${info.cycleStart + 1} to ${info.size} are`} done again and again</span>}
        {info.message && !info.title.includes(info.message) && <span class="failure" data-testid="trace-message">{info.message}</span>}
      </div>
      <Controls />
      <div class="trace-grid">
        {compareWith.value ? <Compare /> : <section class="pane" aria-label="timeline pane"><Timeline /></section>}
        <div class="trace-side">
          <section class="pane" aria-label="source pane">
            <div class="now" data-testid="now">
              {shown ? <><b>{shown.process}({shown.pid})</b> {lineOf(shown.location) > 0 && <>line {lineOf(shown.location)}</>} <code>{shown.source || shown.statement}</code>
                {shown.error && <span class="bad"> {shown.error}</span>}{shown.output && <span class="faint"> prints “{shown.output.trim()}”</span>}</> : <i>the initial state</i>}
            </div>
            <SourceCursors text={info.text} language={model.value?.language ?? "promela"} file={model.value?.name ?? ""} processes={processes.value} order={order} step={shown} onLine={stepInLine} />
          </section>
          <Variables />
          <Strips />
        </div>
      </div>
    </div>
  );
}
