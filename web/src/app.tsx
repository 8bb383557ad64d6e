// The page: tabs, what must be told, and one of the screens.
import { useEffect } from "preact/hooks";
import { GONE, reachable } from "./api";
import { CoverageScreen } from "./coverage/coverage_screen";
import { forget } from "./graph/graph_state";
import { GraphScreen } from "./graph/graph_screen";
import { refresh } from "./run/run_state";
import { RunScreen } from "./run/run_screen";
import { failure, gotoLine, loadModel, model, notice, tab, TABS, writeAddress } from "./store";
import { TraceScreen } from "./trace/trace_screen";
import { trace } from "./trace/trace_state";
import { reset } from "./try/try_state";
import { TryScreen } from "./try/try_screen";

function Tabs() {
  const choose = (n: number) => (tab.value = TABS[(n + TABS.length) % TABS.length][0]);
  const keys = (event: KeyboardEvent) => {
    const now = TABS.findIndex(([id]) => id === tab.value);
    if (event.key === "ArrowRight") choose(now + 1);
    else if (event.key === "ArrowLeft") choose(now - 1);
    else return;
    event.stopPropagation();
    (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[role=tab]")[TABS.findIndex(([id]) => id === tab.value)]?.focus();
  };
  return (
    <div role="tablist" aria-label="screens" onKeyDown={keys}>
      {TABS.map(([id, name]) => (
        <button role="tab" id={`tab-${id}`} aria-selected={tab.value === id} aria-controls="screen" tabIndex={tab.value === id ? 0 : -1} onClick={() => (tab.value = id)}>{name}</button>
      ))}
    </div>
  );
}

function Gone() {
  useEffect(() => {
    const timer = setInterval(() => void loadModel(), 3000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="gone" role="alert">
      {GONE} Start it again with <code>gyre explore{model.value ? ` ${model.value.name}` : ""}</code> and open the address that it prints.
      What you have typed is still here. <button class="small" onClick={() => loadModel()}>Ask again</button>
    </div>
  );
}

export function App() {
  useEffect(() => {
    const seen = () => document.visibilityState === "visible" && reachable.value && void refresh();
    document.addEventListener("visibilitychange", seen);
    addEventListener("focus", seen);
    return () => {
      document.removeEventListener("visibilitychange", seen);
      removeEventListener("focus", seen);
    };
  }, []);
  useEffect(() => {
    if (tab.value !== "trace" || !trace.value) writeAddress(tab.value);
  }, [tab.value]);
  useEffect(() => {
    reset();
    forget();
  }, [model.value?.version]);
  useEffect(() => {
    if (gotoLine.value) tab.value = "run";
  }, [gotoLine.value]);
  const now = model.value;
  return (
    <>
      <header>
        <span class="logo" aria-hidden="true">gyre</span>
        <Tabs />
        <span class="space" />
        <span class="file faint">{now?.name}</span>
      </header>
      {!reachable.value && <Gone />}
      {notice.value && reachable.value && <div class="notice" role="alert">{notice.value} <button class="small" onClick={() => (notice.value = "")}>close</button></div>}
      <main id="screen" role="tabpanel" aria-labelledby={`tab-${tab.value}`}>
        {!now && <div class="screen empty" role="status"><p>{failure.value ? <span class="failure">{failure.value}</span> : "The model is being read…"}</p></div>}
        {now && <div class={tab.value === "run" ? "holder" : "holder hidden"}><RunScreen /></div>}
        {now && tab.value === "trace" && <TraceScreen />}
        {now && tab.value !== "run" && tab.value !== "trace" && !now.ok && (
          <div class="screen empty" role="status"><p>This model cannot be run yet: the screen <b>Run</b> shows what is wrong with it.</p></div>
        )}
        {now?.ok && tab.value === "try" && <TryScreen />}
        {now?.ok && tab.value === "graph" && <GraphScreen />}
        {now?.ok && tab.value === "coverage" && <CoverageScreen />}
      </main>
    </>
  );
}
