// The timeline: a row for each step, a lane for each process, messages as arrows. Only the rows in view are drawn.
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { lanes, ROW } from "./lanes";
import { Arrows } from "./messages";
import { Picture } from "./timeline_picture";
import { after, ended, move, processes, trace } from "./trace_state";

// "it waits in `x == 1` (x is 0)", as a heading says it.
export const waits = (why: string) => why.replace(/^it /, "") || "cannot move";

export function Timeline() {
  const now = trace.value!;
  const box = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const size = useSignal({ width: 700, height: 500 });
  const { info, steps } = now;
  const { lanes: drawn, writesX, width } = useMemo(() => lanes(info.processes, size.value.width), [info, size.value.width]);
  const arrows = useMemo(() => new Arrows(steps), [steps]);
  steps.version.value;
  arrows.update();

  useLayoutEffect(() => {
    const pane = box.current!;
    const measure = () => (size.value = { width: pane.clientWidth, height: pane.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(pane);
    return () => observer.disconnect();
  }, []);

  // The row of the cursor is kept in view.
  useEffect(() => {
    const pane = box.current!;
    const room = pane.clientHeight - (head.current?.offsetHeight ?? 0);
    const y = after.value * ROW;
    if (y < pane.scrollTop + ROW) pane.scrollTop = Math.max(y - ROW * 2, 0);
    else if (y + ROW * 2 > pane.scrollTop + room) pane.scrollTop = y + ROW * 3 - room;
  }, [after.value, now]);

  const over = ended.value;
  const rows = info.size + 1;
  const first = Math.max(Math.floor(top.value / ROW) - 6, 0);
  const last = Math.min(Math.ceil((top.value + size.value.height) / ROW) + 6, rows);
  return (
    <div class="timeline" ref={box} tabIndex={0} role="listbox" aria-label="timeline" aria-activedescendant={`row-${after.value}`}
      onScroll={(event) => (top.value = (event.target as HTMLElement).scrollTop)}>
      <div class="lane-head" ref={head} style={{ width: `${width}px` }}>
        <span class="lane-number">step</span>
        {drawn.map((lane) => {
          const state = processes.value.find((p) => p.pid === lane.pid);
          const alive = state !== undefined;
          const blocked = alive && !state.canMove && !over;
          const words = processes.value.length === 0 && after.value < info.size ? "" : !alive ? (after.value < lane.born ? "not started" : "ended") : blocked ? waits(state.whyNot) : `next: ${state.next.join(" or ")}`;
          return (
            <span class={`lane-name ${blocked ? "blocked" : ""} ${alive ? "" : "dead"}`} style={{ left: `${lane.x}px`, width: `${lane.width - 6}px`, borderColor: lane.colour }}
              title={`${lane.name}: ${words}`} data-testid={`lane-${lane.pid}`}>
              <b style={{ color: lane.colour }}><span>{lane.process}</span>({lane.pid})</b>
              <small>{blocked ? "‖ " : ""}{words}</small>
            </span>
          );
        })}
        <span class="lane-writes" style={{ left: `${writesX}px` }}>writes of shared variables</span>
      </div>
      <div class="rows" style={{ height: `${rows * ROW + 12}px`, width: `${width}px` }}>
        <Picture now={now} lanes={drawn} writesX={writesX} width={width} first={first} last={last}
          arrows={arrows.all.filter((a) => a.to + 1 >= first && a.from + 1 <= last)} onPick={move} />
      </div>
    </div>
  );
}
