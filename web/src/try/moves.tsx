// What each process can do as buttons; what it cannot do is grey, with the reason.
import { lineOf, type Move, type ProcessState } from "../protocol";
import { colour } from "../trace/lanes";
import { busy, node, take } from "./try_state";

function words(move: Move): string {
  return move.steps.map((s, n) => (n === 0 ? s.source || s.statement : `→ ${s.process}(${s.pid}) ${s.source || s.statement}`)).join(" ") || move.text;
}
function effects(move: Move): string {
  return move.steps.flatMap((s) => s.changes).map((c) => `${c.name} = ${c.value}`).join(", ");
}

function Disabled({ text, why }: { text: string; why: string }) {
  return <button class="move" disabled title={why}><code>{text}</code><small class="why">{why}</small></button>;
}

function Card({ process, place, moves, numbers }: { process: ProcessState; place: number; moves: Move[]; numbers: Map<number, number> }) {
  const own = moves.filter((m) => m.pid === process.pid);
  const taken = new Set(own.map((m) => m.steps[0]?.source));
  const others = process.next.map((text, n) => ({ text, why: process.obstacles?.[n] ?? "" })).filter(({ text }) => !taken.has(text));
  const partner = own.length === 0 && process.canMove;
  const why = partner ? "it waits for its partner in a rendezvous, which can move" : process.whyNot || (process.held ? "another process holds the atomic sequence" : "not enabled here");
  return (
    <li class="process-card" style={{ borderLeftColor: colour(place) }} data-testid={`process-${process.pid}`}>
      <div class="row"><b style={{ color: colour(place) }}>{process.process}({process.pid})</b>{lineOf(process.location) > 0 && <span class="faint">line {lineOf(process.location)}</span>}
        {process.validEnd && <span class="tag">may stay here for ever</span>}</div>
      {own.map((move) => (
        <button class="move" disabled={busy.value} onClick={() => take(move.index)} title={move.text}>
          <kbd>{numbers.get(move.index)}</kbd><code>{words(move)}</code>{effects(move) && <small>{effects(move)}</small>}
        </button>
      ))}
      {own.length === 0 && (process.next.length === 0
        ? <p class="why">{why}</p>
        : others.map((o) => <Disabled text={o.text} why={o.why || why} />))}
      {own.length > 0 && others.map((o) => <Disabled text={o.text} why={o.why || "not enabled here"} />)}
    </li>
  );
}

export function Moves() {
  const now = node.value!;
  const numbers = new Map<number, number>();
  const sorted = [...now.processes].sort((a, b) => a.pid - b.pid);
  for (const p of sorted) for (const m of now.moves.filter((move) => move.pid === p.pid)) numbers.set(m.index, numbers.size + 1);
  const strange = now.moves.filter((m) => !now.processes.some((p) => p.pid === m.pid));
  return (
    <section class="pane" aria-label="moves">
      <div class="bar"><h2>What can happen next</h2><span class="faint">keys 1–9</span></div>
      <div class="scroll grow">
        {now.end !== "none" && <p class={now.end === "deadlock" || now.end === "error" ? "failure pad" : "good pad"} role="status" data-testid="try-end">{now.endText || "the run ends here"}</p>}
        <ul class="cards">{sorted.map((p, n) => <Card key={p.pid} process={p} place={n} moves={now.moves} numbers={numbers} />)}</ul>
        {strange.map((m) => <button class="move" onClick={() => take(m.index)}><code>{m.text}</code></button>)}
      </div>
    </section>
  );
}

// The move that a number key stands for.
export function numbered(key: string): number | null {
  const now = node.value;
  if (!now) return null;
  const sorted = [...now.processes].sort((a, b) => a.pid - b.pid).flatMap((p) => now.moves.filter((m) => m.pid === p.pid));
  return sorted[Number(key) - 1]?.index ?? null;
}
