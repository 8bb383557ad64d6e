// Trying: what can happen next, where it happens, what it does, and the tree of all that was tried.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { model } from "../store";
import { SourceCursors } from "../trace/trace_source_pane";
import { shown, VariableList } from "../trace/variables";
import { Virtual } from "../virtual";
import { Moves, numbered } from "./moves";
import { asTrace, before, busy, canRedo, canUndo, ensure, node, path, random, redo, restart, rows, save, take, tree, tryFailure, tryMessage, undo, until, visit } from "./try_state";

function keys(event: KeyboardEvent): void {
  const target = event.composedPath()[0] as HTMLElement;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || !node.value || event.altKey) return;
  const modified = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (modified && key === "z" && !event.shiftKey || !modified && key === "u") void undo();
  else if (modified && (key === "y" || key === "z") || !modified && key === "r") void redo();
  else if (!modified && /^[1-9]$/.test(key)) {
    const move = numbered(key);
    if (move !== null) void take(move);
  } else return;
  event.preventDefault();
}

function Tools() {
  const steps = useSignal(10);
  const condition = useSignal("");
  const name = useSignal("tried");
  return (
    <div class="bar wrap">
      <div class="toggle" role="group" aria-label="history">
        <button onClick={undo} disabled={!canUndo.value || busy.value} title="u or Ctrl+Z">↶ undo</button>
        <button onClick={redo} disabled={!canRedo.value || busy.value} title="r or Ctrl+Y">↷ redo</button>
        <button onClick={restart} disabled={busy.value}>start again</button>
      </div>
      <form class="row" onSubmit={(e) => { e.preventDefault(); void random(steps.value); }}>
        <input type="number" aria-label="random steps" min={1} max={1000} value={steps.value} onInput={(e) => (steps.value = Number((e.target as HTMLInputElement).value) || 1)} />
        <button class="small" disabled={busy.value}>random steps</button>
      </form>
      <form class="row" onSubmit={(e) => { e.preventDefault(); if (condition.value) void until(condition.value, 1000); }}>
        <input class="mono" aria-label="run until" placeholder="x == 2" value={condition.value} onInput={(e) => (condition.value = (e.target as HTMLInputElement).value)} />
        <button class="small" disabled={busy.value || !condition.value} title="random steps until this is true, at most 1000">run until true</button>
      </form>
      <span class="space" />
      <form class="row" onSubmit={(e) => { e.preventDefault(); if (name.value) void save(name.value); }}>
        <input class="name" aria-label="name of the trail" value={name.value} onInput={(e) => (name.value = (e.target as HTMLInputElement).value)} />
        <button class="small" disabled={busy.value} title="writes NAME.trail.json beside the model">save as trail</button>
      </form>
      <button onClick={asTrace} disabled={busy.value || node.value!.depth === 0}>Show this run on the screen Trace</button>
    </div>
  );
}

function Tree() {
  const list = rows.value;
  const on = path.value;
  const current = node.value!.node;
  return (
    <section class="pane" aria-label="tree of tries">
      <div class="bar"><h2>What was tried</h2><span class="faint">{list.length === 1 ? "one state" : `${list.length} states; click to go back to one`}</span></div>
      <Virtual rows={list.length} height={24} role="tree" label="tried states" show={list.findIndex((r) => r.entry.node === current)}
        render={(n) => {
          const { entry, indent, fork } = list[n];
          return (
            <button role="treeitem" aria-selected={entry.node === current} class={`tree-row ${entry.node === current ? "chosen" : on.has(entry.node) ? "on" : ""}`}
              style={{ paddingLeft: `${8 + Math.min(indent, 14) * 14}px` }} onClick={() => visit(entry.node)} title={entry.text}>
              {fork ? "⑂ " : ""}{entry.parent === null ? entry.text || "start" : entry.text}
            </button>
          );
        }} />
    </section>
  );
}

export function TryScreen() {
  useEffect(() => {
    void ensure();
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  }, []);
  const now = node.value;
  if (!now) {
    return <div class="screen empty" role="status">{tryFailure.value
      ? <p class="failure">{tryFailure.value} <button onClick={restart}>Try again</button></p> : <p>The model is started…</p>}</div>;
  }
  const order = now.processes.map((p) => p.pid).sort((a, b) => a - b);
  return (
    <div class="screen try-screen">
      <Tools />
      <p class="try-message" role="status" data-testid="try-message">{tryFailure.value || tryMessage.value}</p>
      <div class="try-grid">
        <Moves />
        <section class="pane" aria-label="source pane">
          <div class="now" data-testid="now">{now.step.length > 0 ? now.step.map((s) => <span><b>{s.process}({s.pid})</b> <code>{s.source || s.statement}</code>{s.error && <span class="bad"> {s.error}</span>} </span>) : <i>{now.depth === 0 ? "the initial state" : tree.value.find((t) => t.node === now.node)?.text}</i>}</div>
          <SourceCursors text={model.value!.text} language={model.value!.language} file={model.value!.name} processes={now.processes} order={order} step={now.step[now.step.length - 1]} />
        </section>
        <div class="try-side">
          <section class="pane" aria-label="variables pane"><div class="bar"><h2>Variables</h2></div>
            <div class="scroll grow"><VariableList list={shown(now.values, before.value, "")} /></div></section>
          <Tree />
        </div>
      </div>
    </div>
  );
}
