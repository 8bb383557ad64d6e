// The rows in view as SVG.
import { lineOf, type Step } from "../protocol";
import { cut, type Lane, ROW } from "./lanes";
import type { Arrow } from "./messages";
import { after, ended, type Loaded, processes } from "./trace_state";

interface Props {
  now: Loaded;
  lanes: Lane[];
  writesX: number;
  width: number;
  first: number;
  last: number;
  arrows: Arrow[];
  onPick: (row: number) => void;
}

const middle = (lane: Lane) => lane.x + lane.width / 2 - 3;

function writes(step: Step): string {
  return step.changes.filter((c) => c.pid < 0 && !c.isChannel).map((c) => `${c.name} = ${c.value}`).join(", ");
}

function Row({ row, step, lane, props }: { row: number; step: Step | undefined; lane: Lane | undefined; props: Props }) {
  const y = (row - props.first) * ROW;
  const chosen = row === after.value;
  const name = row === 0 ? "the initial state" : step ? `step ${row}: ${step.process}(${step.pid}) ${step.source}` : `step ${row}`;
  const shared = step ? writes(step) : "";
  const tip = step && [name, lineOf(step.location) > 0 ? `line ${lineOf(step.location)}` : "", ...(step.calls ?? []).map((c) => `in ${c.name}, called in line ${lineOf(c.location)}`),
    step.changes.map((c) => `${c.name} = ${c.value}`).join(", "), step.output && `prints ${step.output}`, step.error].filter(Boolean).join("\n");
  return (
    <g id={`row-${row}`} role="option" aria-selected={chosen} aria-label={name} data-row={row} class={`t-row ${chosen ? "chosen" : ""}`} onClick={() => props.onPick(row)}>
      <rect class="t-back" x={0} y={y} width={props.width} height={ROW} />
      {tip && <title>{tip}</title>}
      <text class="t-number" x={50} y={y + 17} text-anchor="end">{row === 0 ? "start" : row}</text>
      {row === 0 && <text class="t-start" x={68} y={y + 17}>the initial state</text>}
      {step && lane && (
        <>
          <rect class={`t-step ${step.error ? "bad" : ""}`} x={lane.x + 6} y={y + 3} width={lane.width - 18} height={ROW - 6} rx={4} stroke={lane.colour} />
          {shared && <circle class="t-mark" cx={lane.x + lane.width - 12} cy={y + ROW / 2} r={4} fill={lane.colour} />}
          <text class="t-text" x={lane.x + 12} y={y + 17}>{cut(step.source || step.statement, lane.width - 34)}</text>
        </>
      )}
      {shared && (
        <text class="t-writes" x={props.writesX + 10} y={y + 17}><tspan fill={lane?.colour}>◆ </tspan>{cut(shared, props.width - props.writesX - 30)}</text>
      )}
      {step?.output && !shared && <text class="t-output" x={props.writesX + 10} y={y + 17}>“{cut(step.output.trim(), props.width - props.writesX - 40)}”</text>}
      {step?.error && !shared && <text class="t-error" x={props.writesX + 10} y={y + 17}>✗ {cut(step.error, props.width - props.writesX - 30)}</text>}
    </g>
  );
}

// What blocked processes wait for, in the row of the cursor.
function Waiting({ props, busy }: { props: Props; busy: number | undefined }) {
  const y = (after.value - props.first) * ROW;
  return (
    <g class="t-waiting" aria-hidden="true">
      {processes.value.filter((p) => !p.canMove && p.pid !== busy).map((p) => {
        const lane = props.lanes.find((l) => l.pid === p.pid);
        return lane && (
          <>
            <rect x={lane.x + 6} y={y + 3} width={lane.width - 18} height={ROW - 6} rx={4} />
            <text x={lane.x + 12} y={y + 17}>‖ {cut(p.next.join(" or ") || "waits", lane.width - 44)}</text>
          </>
        );
      })}
    </g>
  );
}

// Atomic sequences: from the first step after which the process keeps control to the one after which it does not.
function brackets(props: Props, steps: (Step | undefined)[]): { lane: Lane; from: number; to: number }[] {
  const found: { lane: Lane; from: number; to: number }[] = [];
  let open: { lane: Lane; from: number; pid: number } | null = null;
  steps.forEach((step, offset) => {
    const row = props.first + offset;
    if (open && step && step.pid !== open.pid && !step.handshake) {
      found.push({ lane: open.lane, from: open.from, to: row - 1 });
      open = null;
    }
    const lane = step && props.lanes.find((l) => l.pid === step.pid);
    if (step?.atomic && !open && lane) open = { lane, from: row, pid: step.pid };
    else if (open && step && !step.atomic && step.pid === open.pid) {
      found.push({ lane: open.lane, from: open.from, to: row });
      open = null;
    }
  });
  const rest = open as { lane: Lane; from: number } | null;
  if (rest) found.push({ lane: rest.lane, from: rest.from, to: props.last - 1 });
  return found;
}

// From the last step of the cycle back to its first one.
function Bow({ from, to }: { from: number; to: number }) {
  return <path d={`M14 ${to}C2 ${to} 6 ${to - 8} 6 ${to - 10}V${from + 10}C6 ${from + 8} 2 ${from} 13 ${from}`} marker-end="url(#head)" />;
}

export function Picture(props: Props) {
  const { now, first, last, lanes } = props;
  const height = (last - first) * ROW;
  const y = (row: number) => (row - first) * ROW + ROW / 2;
  const steps: (Step | undefined)[] = [];
  for (let row = first; row < last; row++) steps.push(row > 0 ? now.steps.peek(row - 1) : undefined);
  const laneOf = (step: Step | undefined) => (step ? lanes.find((l) => l.pid === step.pid) : undefined);
  const cycle = now.info.cycleStart;
  const inView = after.value >= first && after.value < last;
  return (
    <svg class="t-picture" style={{ top: `${first * ROW}px` }} width={props.width} height={height} data-testid="timeline-picture">
      <defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" class="t-head" /></marker></defs>
      {steps.map((step, offset) => <Row key={first + offset} row={first + offset} step={step} lane={laneOf(step)} props={props} />)}
      {cycle !== null && last > cycle + 1 && (
        <g class="t-cycle" data-testid="cycle">
          <rect x={0} y={(Math.max(cycle + 1, first) - first) * ROW} width={props.width} height={(last - Math.max(cycle + 1, first)) * ROW} />
          <Bow from={y(cycle + 1)} to={y(now.info.size)} />
        </g>
      )}
      <g class="t-life" aria-hidden="true">
        {lanes.map((lane) => {
          const from = Math.max(lane.born, first), to = Math.min(lane.died ?? last, last);
          return to > from ? <line x1={lane.x + 2} x2={lane.x + 2} y1={(from - first) * ROW} y2={(to - first) * ROW} stroke={lane.colour} /> : null;
        })}
      </g>
      <g class="t-atomic" aria-hidden="true">
        {brackets(props, steps).map((b) => <path d={`M${b.lane.x + 7} ${y(b.from) - 12}h-7v${(b.to - b.from) * ROW + 24}h7`}><title>an atomic sequence</title></path>)}
      </g>
      <g class="t-arrows" aria-hidden="true">
        {props.arrows.map((arrow) => {
          const from = laneOf(now.steps.peek(arrow.from)), to = laneOf(now.steps.peek(arrow.to));
          if (!from || !to) return null;
          const right = middle(to) >= middle(from);
          const x1 = right ? from.x + from.width - 12 : from.x + 6, x2 = from === to ? x1 : right ? to.x + 6 : to.x + to.width - 12;
          const y1 = y(arrow.from + 1), y2 = y(arrow.to + 1);
          const path = from === to ? `M${x1} ${y1}C${x1 + 26} ${y1} ${x1 + 26} ${y2} ${x1} ${y2}` : `M${x1} ${y1}L${x2} ${y2}`;
          return <path d={path} marker-end="url(#head)" data-testid="arrow"><title>{arrow.text}</title></path>;
        })}
      </g>
      {inView && !ended.value && <Waiting props={props} busy={after.value > 0 ? now.steps.peek(after.value - 1)?.pid : undefined} />}
    </svg>
  );
}
