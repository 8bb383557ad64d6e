// The checks that were made before; each can be looked at again.
import { past, reopen, runId } from "./run_state";

function when(value: string | number): string {
  const date = new Date(typeof value === "number" ? value * (value < 1e11 ? 1000 : 1) : value);
  return Number.isNaN(date.getTime()) ? String(value) : date.toLocaleTimeString();
}

export function History() {
  if (past.value.length === 0) return null;
  return (
    <section class="card" aria-label="history of runs">
      <h2>Runs</h2>
      <ul class="history">
        {past.value.map((old) => (
          <li key={old.run}>
            <button class={old.run === runId.value ? "link chosen" : "link"} onClick={() => reopen(old)}>{when(old.when)}</button>
            {old.coverage && <code class="tag">coverage</code>}
            {Object.entries(old.options ?? {}).map(([name, value]) => <code class="tag">{name} {String(value)}</code>)}
            <span>{old.state === "running" ? "is running" : old.verdicts.map((v) => <span class={`dot ${v.verdict}`} title={`${v.name}: ${v.verdict}`}>{v.name}</span>)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
