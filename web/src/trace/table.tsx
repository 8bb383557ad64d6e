// A row for each state, a column for each variable; what a step has changed is lit. Only the rows in view are drawn.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { after, move, trace } from "./trace_state";

const HEIGHT = 22;

export function Table({ names }: { names: string[] }) {
  const now = trace.value!;
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  useEffect(() => {
    const pane = box.current!;
    const y = after.value * HEIGHT;
    if (y < pane.scrollTop || y + 3 * HEIGHT > pane.scrollTop + pane.clientHeight) pane.scrollTop = Math.max(y - pane.clientHeight / 2, 0);
  }, [after.value]);
  const first = Math.max(Math.floor(top.value / HEIGHT) - 5, 0);
  const last = Math.min(first + Math.ceil((box.current?.clientHeight ?? 400) / HEIGHT) + 12, now.info.size + 1);
  const rows = [];
  for (let row = first; row < last; row++) {
    const state = now.states.at(row)?.values;
    const before = row > 0 ? now.states.at(row - 1)?.values : state;
    rows.push(
      <tr key={row} class={row === after.value ? "chosen" : ""} onClick={() => move(row)}>
        <th scope="row">{row === 0 ? "start" : row}</th>
        {names.map((name) => <td class={state && before && state[name] !== before[name] ? "changed" : ""}>{state?.[name] ?? (state ? "" : "…")}</td>)}
      </tr>,
    );
  }
  return (
    <div class="scroll grow steps-table" ref={box} tabIndex={0} onScroll={(e) => (top.value = (e.target as HTMLElement).scrollTop)}>
      <table aria-label="variables at all steps">
        <thead><tr><th>step</th>{names.map((name) => <th scope="col">{name}</th>)}</tr></thead>
        <tbody>
          <tr style={{ height: `${first * HEIGHT}px` }} aria-hidden="true" />
          {rows}
          <tr style={{ height: `${(now.info.size + 1 - last) * HEIGHT}px` }} aria-hidden="true" />
        </tbody>
      </table>
    </div>
  );
}
