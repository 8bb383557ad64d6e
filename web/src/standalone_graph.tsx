// The graph screen as a page of its own: `gyre graph --format html`.
import { signal } from "@preact/signals";
import { render } from "preact";
import { GraphView } from "./graph/graph_view";
import { type Engine, useEngine } from "./graph/layout";
import { data, type GraphFile } from "./standalone";
import "./style/page.css";
import "./style/screens.css";
import "./style/pictures.css";

// tools/standalone.mjs puts elkjs into a script of its own before this one.
declare const ELK: new () => Engine;
useEngine(async () => new ELK());
const chosen = signal<string | null>(null);

function Page({ held }: { held: GraphFile }) {
  return (
    <>
      <header><span class="logo">gyre</span><b>{held.model.name}</b></header>
      <main><div class="screen graph-screen">
        {!held.graph.complete && <p class="warn">A limit cut something off: these are not all.</p>}
        <GraphView data={held.graph} chosen={chosen.value} name={held.model.name} onPick={(id) => (chosen.value = id)} />
      </div></main>
    </>
  );
}

const held = data<GraphFile>();
const app = document.getElementById("app")!;
if (held?.kind === "graph") {
  document.title = `${held.model.name}: graph`;
  render(<Page held={held} />, app);
} else {
  app.textContent = "There is no graph in this file. gyre graph MODEL --format html writes one.";
}
