// The properties with their verdicts, and the way from a violated one to its trace.
import type { Checked, Evidence, PropertyInfo, Violation } from "../protocol";
import { gotoLine, model } from "../store";
import { openTrace } from "../trace/trace_state";
import { count, seconds } from "./progress";
import { diagnosis, dirty, report, reportVersion, running, start } from "./run_state";

const WORDS: Record<string, string> = {
  holds: "holds", violated: "violated", inconclusive: "inconclusive", "not-checked": "not checked",
};

function Found({ violation }: { violation: Violation }) {
  const { location: at, trace } = violation;
  return (
    <li>
      <span class="what">{violation.message}</span>
      {at && at.line > 0 && <button class="link" onClick={() => (gotoLine.value = { line: at.line, column: at.column })}>line {at.line}</button>}
      {trace !== null
        ? <button class="primary" onClick={() => openTrace(trace)}>Show the {violation.length} steps that lead there</button>
        : <span class="faint">the way to it is not known</span>}
      {(violation.others ?? []).map((other, n) => <button class="small" onClick={() => openTrace(other)}>other run {n + 1}</button>)}
    </li>
  );
}

function Why({ evidence }: { evidence: Evidence }) {
  const trace = evidence.trace;
  return (
    <li>
      <code>{evidence.formula}</code> is <b>{String(evidence.value)}</b>: {evidence.text}
      {trace !== null && trace !== undefined ? <button class="small" onClick={() => openTrace(trace)}>Show</button> : null}
      {evidence.children && evidence.children.length > 0 && <ul>{evidence.children.map((child) => <Why evidence={child} />)}</ul>}
    </li>
  );
}

function One({ info, checked }: { info: PropertyInfo; checked: Checked | undefined }) {
  const verdict = checked?.verdict ?? "not-checked";
  const at = info.location;
  return (
    <li class={`property ${verdict}`} data-testid={`property-${info.name}`}>
      <div class="row">
        <span class={`verdict ${verdict}`} data-testid="verdict">{checked ? WORDS[verdict] : running.value ? "…" : "not checked"}</span>
        <b>{info.name}</b>
        {info.formula && <code class="formula">{info.formula}</code>}
        <span class="space" />
        {at && at.line > 0 && <button class="link" onClick={() => (gotoLine.value = { line: at.line, column: at.column })}>line {at.line}</button>}
        <button class="small" disabled={running.value || !diagnosis.value.ok || dirty.value} aria-label={`check ${info.name} alone`}
          onClick={() => start({ property: info.name })}>check</button>
      </div>
      {checked && (
        <>
          {checked.violations.length > 0 && <ul class="violations">{checked.violations.map((v) => <Found violation={v} />)}</ul>}
          {(checked.limits ?? []).map((limit) => <p class="warn">A limit of gyre was met, and not all was seen: {limit.message}</p>)}
          {checked.vacuous && <p class="warn">It holds for no good reason: what it speaks of never happens.</p>}
          {checked.reason && checked.verdict !== "holds" && <p class="faint">{checked.reason}</p>}
          {checked.evidence && checked.evidence.length > 0 && <ul class="evidence">{checked.evidence.map((e) => <Why evidence={e} />)}</ul>}
          {checked.states > 0 && (
            <p class="faint numbers">{count(checked.states)} states, {count(checked.transitions)} transitions, depth {count(checked.depth)}, {seconds(checked.seconds)}</p>
          )}
        </>
      )}
    </li>
  );
}

export function Properties() {
  const found = report.value;
  const known = diagnosis.value.properties;
  const extra = (found?.properties ?? []).filter((p) => !known.some((k) => k.name === p.name));
  const stale = found !== null && (dirty.value || reportVersion.value !== model.value?.version);
  return (
    <section class="card" aria-label="properties">
      <h2>Properties</h2>
      {stale && <p class="warn" role="status">These verdicts are those of an earlier text. Save to have new ones.</p>}
      <ul class={stale ? "properties stale" : "properties"}>
        {[...known, ...extra].map((info) => <One key={info.name} info={info} checked={found?.properties.find((p) => p.name === info.name)} />)}
      </ul>
      {known.length + extra.length === 0 && <p class="faint">The model states none that could be read.</p>}
      {found && found.warnings.length > 0 && <ul class="warnings">{found.warnings.map((w) => <li class="warn">{w}</li>)}</ul>}
      {found?.text && <details><summary>The report as text</summary><pre>{found.text}</pre></details>}
    </section>
  );
}
