// The editor with the model, and beside it what is wrong with it, the properties and the checks.
import { useSignal } from "@preact/signals";
import type { EditorView } from "@codemirror/view";
import { applyFix, Editor } from "../editor/editor";
import { gotoLine, model } from "../store";
import { History } from "./history";
import { Options } from "./options";
import { Properties } from "./properties";
import { ProgressBar } from "./progress";
import { changed, conflict, diagnosis, dirty, loaded, running, runFailure, save, start, stop, takeTheirs } from "./run_state";

function Problems({ view }: { view: EditorView | null }) {
  const found = diagnosis.value.diagnostics;
  if (found.length === 0) return null;
  return (
    <section class="card" aria-label="problems">
      <h2>Problems</h2>
      <ul class="problems">
        {found.map((d) => (
          <li class={`problem ${d.severity}`} data-testid="problem">
            <button class="link" onClick={() => (gotoLine.value = { line: d.line, column: d.column })}>
              <b>{d.severity}</b> line {d.line}: {d.message}
            </button>
            {(d.notes ?? []).map((n) => <div class="note">line {n.line}: {n.message}</div>)}
            {(d.fixes ?? []).map((fix) => (
              <button class="small" disabled={!view} onClick={() => applyFix(view!, fix)}>Fix: {fix.title}</button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Conflict() {
  if (!conflict.value) return null;
  return (
    <div class="dialog" role="alertdialog" aria-label="the file has been changed">
      <p><b>{model.value?.name}</b> has been changed by somebody else since this page has read it. Nothing was written.</p>
      <div class="row">
        <button onClick={() => takeTheirs()}>Take the text of the file</button>
        <button onClick={() => save(conflict.value!.version)}>Overwrite it with mine</button>
        <button onClick={() => (conflict.value = null)}>Go on editing</button>
      </div>
    </div>
  );
}

export function RunScreen() {
  const view = useSignal<EditorView | null>(null);
  const now = model.value!;
  return (
    <div class="screen run-screen">
      <section class="pane" aria-label="editor">
        <div class="bar">
          <b class="file">{now.name}</b>
          <span class="faint" data-testid="saved">{dirty.value ? "not saved" : "saved"}</span>
          <span class="space" />
          <button class={dirty.value ? "primary" : ""} onClick={() => save()} title="Ctrl+S">Save and check</button>
        </div>
        <Conflict />
        <Editor name={now.name} language={now.language} text={loaded.value} diagnostics={diagnosis.value.diagnostics}
          goto={gotoLine.value} onChange={changed} onSave={() => save()} onView={(made) => (view.value = made)} />
      </section>
      <section class="pane scroll" aria-label="results">
        <div class="bar">
          {running.value
            ? <button class="danger" onClick={() => stop()}>Stop</button>
            : <button class="primary" disabled={!diagnosis.value.ok || dirty.value} onClick={() => start()}
                title={dirty.value ? "save first: what is checked is the file" : ""}>Check</button>}
          <ProgressBar />
        </div>
        {runFailure.value && <p class="failure" role="alert">{runFailure.value}</p>}
        {!diagnosis.value.ok && (
          <p class="failure" role="status" data-testid="bad-model">
            This model cannot be checked yet: see what is wrong below. The verdicts come as soon as a corrected model is saved.
          </p>
        )}
        <Problems view={view.value} />
        <Properties />
        <Options />
        <History />
      </section>
    </div>
  );
}
