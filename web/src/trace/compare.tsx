// Two runs side by side, their steps aligned; where they differ is lit.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { told } from "../api";
import type { Compared, Step } from "../protocol";
import { after, compareWith, Loaded, move, trace } from "./trace_state";

const HEIGHT = 24;

function Cell({ step, index }: { step: Step | undefined; index: number | null }) {
  if (index === null) return <span class="cell none">–</span>;
  return <span class="cell"><small>{index + 1}</small> {step ? <><b>{step.process}({step.pid})</b> <code>{step.source}</code> <i>{step.changes.map((c) => `${c.name}=${c.value}`).join(" ")}</i></> : "…"}</span>;
}

export function Compare() {
  const now = trace.value!;
  const other = useSignal<Loaded | null>(null);
  const rows = useSignal<Compared["rows"]>([]);
  const problem = useSignal("");
  const top = useSignal(0);
  const box = useRef<HTMLDivElement>(null);
  const id = compareWith.value!;
  useEffect(() => {
    problem.value = "";
    Promise.all([now.source.info(id), now.source.compare(now.info.trace, id)]).then(([info, answer]) => {
      other.value = new Loaded(now.source, info);
      rows.value = answer.rows;
    }).catch((error) => (problem.value = told(error)));
  }, [id, now]);
  const first = Math.max(Math.floor(top.value / HEIGHT) - 4, 0);
  const last = Math.min(first + Math.ceil((box.current?.clientHeight ?? 500) / HEIGHT) + 10, rows.value.length);
  const different = rows.value.findIndex((r) => r[2] === "different");
  return (
    <section class="pane" aria-label="two runs side by side">
      <div class="bar">
        <h2>Two runs</h2>
        <span class="faint" role="status">{problem.value || (rows.value.length === 0 ? "…" : different < 0 ? "they are the same" : `they part at step ${different + 1}`)}</span>
        <span class="space" />
        {different >= 0 && <button class="small" onClick={() => (box.current!.scrollTop = Math.max(different - 3, 0) * HEIGHT)}>show where</button>}
        <button class="small" onClick={() => (compareWith.value = null)}>close</button>
      </div>
      <div class="compare-head"><b title={now.info.title}>this run: {now.info.title}</b><b title={other.value?.info.title}>{other.value?.info.title}</b></div>
      <div class="scroll grow" ref={box} tabIndex={0} onScroll={(e) => (top.value = (e.target as HTMLElement).scrollTop)}>
        <div class="compare" role="table" aria-label="steps of both runs" style={{ height: `${rows.value.length * HEIGHT}px` }}>
          {rows.value.slice(first, last).map(([a, b, kind], n) => (
            <div role="row" key={first + n} class={`compare-row ${kind} ${a !== null && a + 1 === after.value ? "chosen" : ""}`} style={{ top: `${(first + n) * HEIGHT}px` }}
              onClick={() => a !== null && move(a + 1)}>
              <Cell step={a === null ? undefined : now.steps.at(a)} index={a} />
              <Cell step={b === null ? undefined : other.value?.steps.at(b)} index={b} />
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
