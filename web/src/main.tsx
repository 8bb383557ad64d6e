import { render } from "preact";
import { App } from "./app";
import { begin } from "./run/run_state";
import { loadModel, model, readAddress, tab } from "./store";
import "./style/page.css";
import "./style/screens.css";
import "./style/pictures.css";
import { openTrace } from "./trace/trace_state";

async function start(): Promise<void> {
  const { tab: wanted, rest } = readAddress();
  await loadModel();
  render(<App />, document.getElementById("app")!);
  if (!model.value) return;
  const trail = model.value.trail;
  if (wanted === "trace" && rest[0]) void openTrace(Number(rest[0]), Number(rest[1]) || 0);
  else if (trail !== null) void openTrace(trail);
  else tab.value = wanted;
  await begin();
}

void start();
