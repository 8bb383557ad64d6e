// The trace screen as a page of its own: `gyre replay --format html`.
import { render } from "preact";
import { data, embedded, type TraceData } from "./standalone";
import { model } from "./store";
import "./style/page.css";
import "./style/screens.css";
import "./style/pictures.css";
import { TraceScreen } from "./trace/trace_screen";
import { openTrace, source } from "./trace/trace_state";

const held = data<TraceData>();
const app = document.getElementById("app")!;
if (held?.kind === "trace") {
  model.value = held.model;
  source.value = embedded(held);
  document.title = `${held.model.name}: ${held.trace.title}`;
  void openTrace(held.trace.trace).then(() => render(<><header><span class="logo">gyre</span><b>{held.model.name}</b></header><main><TraceScreen /></main></>, app));
} else {
  app.textContent = "There is no trace in this file. gyre replay MODEL TRAIL --format html writes one.";
}
