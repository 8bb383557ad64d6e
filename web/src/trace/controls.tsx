// Moving through the trace, finding a step, and what else can be done with it.
import { useSignal } from "@preact/signals";
import { download } from "../api";
import { knownTraces, model, tell } from "../store";
import { tryFrom } from "../try/try_state";
import { after, compareWith, find, move, trace } from "./trace_state";

const FORMATS = ["html", "json", "itf", "svg", "text", "spin"];

export function Controls() {
  const expression = useSignal("");
  const message = useSignal("");
  const now = trace.value!;
  const { info } = now;
  const last = info.size;
  const search = async (direction: 1 | -1) => (message.value = expression.value ? await find(expression.value, direction) : "");
  const others = knownTraces.value.filter((t) => t.trace !== info.trace);
  const endings: Record<string, string> = { json: "trail.json", itf: "itf.json", spin: "trail", text: "txt" };
  return (
    <div class="bar wrap trace-bar">
      <div class="toggle" role="group" aria-label="steps">
        <button onClick={() => move(0)} disabled={after.value === 0} aria-label="first step" title="Home">|◀</button>
        <button onClick={() => move(after.value - 1)} disabled={after.value === 0} aria-label="step back" title="arrow up or left">◀ back</button>
        <button onClick={() => move(after.value + 1)} disabled={after.value === last} aria-label="step forward" title="arrow down or right">next ▶</button>
        <button onClick={() => move(last)} disabled={after.value === last} aria-label="last step" title="End">▶|</button>
      </div>
      <label class="position">step <input type="number" aria-label="step number" min={0} max={last} value={after.value}
        onChange={(e) => move(Number((e.target as HTMLInputElement).value))} /> of {last}</label>
      <form class="row" onSubmit={(e) => { e.preventDefault(); void search(1); }}>
        <input class="mono" aria-label="find a step where" placeholder="find a step where…" value={expression.value}
          onInput={(e) => { expression.value = (e.target as HTMLInputElement).value; message.value = ""; }} />
        <button type="button" class="small" disabled={!expression.value} onClick={() => search(-1)}>previous</button>
        <button class="small" disabled={!expression.value}>next</button>
      </form>
      {message.value && <span class="faint" role="status" data-testid="find-message">{message.value}</span>}
      <span class="space" />
      {!now.source.alone && (
        <>
          <button class="primary" onClick={() => tryFrom(info.trace, after.value)} title="begin here and choose the next steps yourself">Try something else from here</button>
          <select aria-label="compare with" value={compareWith.value ?? ""} onChange={(e) => (compareWith.value = Number((e.target as HTMLSelectElement).value) || null)} disabled={others.length === 0 && !compareWith.value}>
            <option value="">compare with…</option>
            {others.map((t) => <option value={t.trace}>{t.title || t.trace}</option>)}
          </select>
          <select aria-label="save as" value="" onChange={(e) => {
            const format = (e.target as HTMLSelectElement).value;
            (e.target as HTMLSelectElement).value = "";
            if (format) download(`/api/traces/${info.trace}/export?format=${format}`, `${model.value?.name ?? "trace"}.${endings[format] ?? format}`).catch(tell);
          }}>
            <option value="">save as…</option>
            {FORMATS.map((f) => <option value={f}>{f}</option>)}
          </select>
        </>
      )}
    </div>
  );
}
