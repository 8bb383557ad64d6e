// What the search is doing, in numbers that a person can read.
import { run } from "./run_state";

export function count(n: number): string {
  return n.toLocaleString("en-US").replace(/,/g, "\u202f");
}
export function short(n: number): string {
  if (n >= 1e9) return `${(n / 1e9).toFixed(1)} G`;
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)} M`;
  if (n >= 1e4) return `${(n / 1e3).toFixed(0)} k`;
  return count(Math.round(n));
}
export function bytes(n: number): string {
  return n >= 1 << 30 ? `${(n / (1 << 30)).toFixed(1)} GB` : `${(n / (1 << 20)).toFixed(n < 10 << 20 ? 1 : 0)} MB`;
}
export function seconds(s: number): string {
  return s < 0.1 ? `${Math.max(Math.round(s * 1000), 1)} ms` : `${s.toFixed(s < 10 ? 1 : 0)} s`;
}

export function ProgressBar() {
  const now = run.value;
  if (!now) return null;
  const p = now.progress;
  if (now.state === "running") {
    return (
      <div class="progress" role="status" aria-label="progress">
        <span class="spinner" aria-hidden="true" />
        {p ? `${p.property || "begins"}: ${short(p.states)} states, ${short(p.statesPerSecond)}/s, depth ${short(p.depth)}, ${bytes(p.memory)}, ${seconds(p.seconds)}` : "begins"}
      </div>
    );
  }
  const words = { done: "checked", stopped: "stopped: what was not decided by then is inconclusive", failed: "failed" };
  return <div class="progress" role="status" aria-label="progress" data-state={now.state}>{words[now.state]}</div>;
}
