// What else can be asked: one's own formula, fairness, the shortest error, other budgets.
import { useSignal } from "@preact/signals";
import type { RunOptions } from "../protocol";
import { model } from "../store";
import { bytes } from "./progress";
import { diagnosis, dirty, options, running, start } from "./run_state";

export function Options() {
  const formula = useSignal("");
  const logic = useSignal<"ltl" | "ctl">("ltl");
  const set = (part: RunOptions) => {
    const next: Record<string, unknown> = { ...options.value, ...part };
    for (const key of Object.keys(next)) if (next[key] === undefined || next[key] === "" || next[key] === false && key !== "por") delete next[key];
    options.value = next as RunOptions;
  };
  const now = options.value;
  const limits = model.value!.limits;
  const blocked = running.value || !diagnosis.value.ok || dirty.value;
  const number = (event: Event) => Number((event.target as HTMLInputElement).value) || undefined;
  const checked = (event: Event) => (event.target as HTMLInputElement).checked;
  return (
    <section class="card" aria-label="ask more">
      <h2>Ask something else</h2>
      <form class="row" onSubmit={(event) => { event.preventDefault(); if (formula.value && !blocked) void start({ ...options.value, [logic.value]: formula.value }); }}>
        <select aria-label="logic" value={logic.value} onChange={(e) => (logic.value = (e.target as HTMLSelectElement).value as "ltl" | "ctl")}>
          <option value="ltl">LTL</option><option value="ctl">CTL</option>
        </select>
        <input class="grow mono" aria-label="formula" placeholder="[] (x < 3)" value={formula.value}
          onInput={(e) => (formula.value = (e.target as HTMLInputElement).value)} />
        <button disabled={blocked || !formula.value}>Check it</button>
      </form>
      <details>
        <summary>How it is checked</summary>
        <div class="grid2">
          <label>fairness <select aria-label="fairness" value={now.fairness ?? ""} onChange={(e) => set({ fairness: (e.target as HTMLSelectElement).value })}>
            <option value="">none</option><option value="weak">weak</option><option value="strong">strong</option>
          </select></label>
          <label><input type="checkbox" checked={!!now.shortest} onChange={(e) => set({ shortest: checked(e) })} /> shortest error</label>
          <label><input type="checkbox" checked={now.por !== false} onChange={(e) => set({ por: checked(e) ? undefined : false })} /> partial order reduction</label>
          <label><input type="checkbox" checked={!!now.acceptance} onChange={(e) => set({ acceptance: checked(e) })} /> acceptance cycles</label>
          <label><input type="checkbox" checked={!!now.nonProgress} onChange={(e) => set({ nonProgress: checked(e) })} /> non-progress cycles</label>
          <span />
          <label>time <input type="number" min="1" placeholder={String(limits.time)} value={now.time ?? ""} onChange={(e) => set({ time: number(e) })} /> s</label>
          <label>memory <input type="number" min="16" placeholder={String(Math.round(limits.memory / (1 << 20)))} value={now.memory ? now.memory / (1 << 20) : ""}
            onChange={(e) => set({ memory: number(e) && number(e)! * (1 << 20) })} /> MB</label>
        </div>
        <p class="faint">Without other limits a check ends after {limits.time} s or {bytes(limits.memory)}; what is not decided by then is inconclusive.</p>
      </details>
    </section>
  );
}
