// How often each statement was executed, which values variables have, and why there are so many states.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, post, told } from "../api";
import { Source } from "../editor/source";
import type { CoverageData, RunAnswer } from "../protocol";
import { model } from "../store";
import { bytes, count, seconds, short } from "../run/progress";

const answer = signal<RunAnswer | null>(null);
const data = signal<CoverageData | null>(null);
const failure = signal("");
const about = signal<{ text: string; version: string } | null>(null);
const current = signal<number | null>(null);

async function measure(): Promise<void> {
  failure.value = "";
  const now = model.value!;
  try {
    const { run } = await post<{ run: number }>("/api/coverage");
    current.value = run;
    for (let wait = 30; current.value === run; wait = Math.min(wait * 1.5, 400)) {
      const got = await get<RunAnswer>(`/api/runs/${run}`);
      answer.value = got;
      if (got.state !== "running") {
        if (got.error) failure.value = got.error;
        data.value = got.report?.coverage ?? null;
        about.value = { text: now.text, version: now.version };
        if (!data.value && !got.error) failure.value = got.state === "stopped" ? "The search was stopped before there was anything to show." : "gyre has sent no counts.";
        return;
      }
      await new Promise((done) => setTimeout(done, wait));
    }
  } catch (error) {
    failure.value = told(error);
    answer.value = null;
  }
}

function Values({ found }: { found: CoverageData }) {
  return (
    <section class="card" aria-label="values of variables">
      <h2>Values</h2>
      <table class="coverage-values"><tbody>
        {found.variables.map((v) => {
          const most = Math.max(...v.values.map(([, n]) => n), 1);
          return (
            <tr><th scope="row">{v.name}</th><td class="faint">{count(v.distinct)} {v.distinct === 1 ? "value: constant" : "values"}</td>
              <td class="bars">{v.values.slice(0, 12).map(([value, n]) => <span class="bar-value" title={`${value}: in ${count(n)} states`}><meter min={0} max={most} value={n} /><code>{value}</code></span>)}{v.values.length > 12 && "…"}</td></tr>
          );
        })}
      </tbody></table>
    </section>
  );
}

export function CoverageScreen() {
  useEffect(() => {
    if (model.value!.ok && about.value?.version !== model.value!.version && answer.value?.state !== "running") void measure();
  }, [model.value!.version]);
  const found = data.value;
  const lines = new Map((found?.lines ?? []).map((l) => [l.line, l]));
  const running = answer.value?.state === "running";
  const p = answer.value?.progress;
  return (
    <div class="screen coverage-screen">
      <div class="bar">
        <button class="primary" disabled={running} onClick={measure}>{found ? "Measure again" : "Measure"}</button>
        {running && <button class="danger" onClick={() => post(`/api/runs/${current.value}/stop`).catch(() => undefined)}>Stop</button>}
        <span role="status" class="faint">{running ? (p ? `${short(p.states)} states, ${short(p.statesPerSecond)}/s, ${bytes(p.memory)}, ${seconds(p.seconds)}` : "begins") : found ? "How often each statement was executed in a search through the states." : ""}</span>
        {found && about.value?.version !== model.value!.version && <span class="warn">These are the numbers of an earlier text.</span>}
      </div>
      {failure.value && <p class="failure" role="alert">{failure.value}</p>}
      {found && (
        <div class="coverage-grid">
          <section class="pane" aria-label="source with counts">
            <Source text={about.value!.text} language={model.value!.language} label="coverage of the source"
              beside={(line) => {
                const here = lines.get(line);
                return {
                  before: here && <span class="times">{here.count === 0 ? "never" : short(here.count)}</span>,
                  class: here && here.count === 0 ? "never" : "",
                  title: here?.statements.map((s) => `${s.process}: ${s.text}: ${s.count === 0 ? "never executed" : `${count(s.count)} times`}`).join("\n"),
                };
              }} />
          </section>
          <div class="scroll">
            <section class="card" aria-label="why the model explodes"><h2>Why there are so many states</h2>
              {found.explodes.length > 0 ? <ul>{found.explodes.map((s) => <li>{s}</li>)}</ul> : <p class="faint">Nothing stands out.</p>}</section>
            {found.unreached && found.unreached.length > 0 && (
              <section class="card" aria-label="never executed"><h2>Never executed</h2>
                <ul>{found.unreached.map((u) => <li>{typeof u === "string" ? u : `${u.process ?? ""} ${u.line ? `line ${u.line}:` : ""} ${u.text}`}</li>)}</ul></section>
            )}
            <Values found={found} />
          </div>
        </div>
      )}
    </div>
  );
}
