// Values over the whole trace, each as a strip: the formula's atoms, and what a person watches. Clicking moves the cursor.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Runs } from "../protocol";
import { addWatch, after, at, atoms, move, trace, watches } from "./trace_state";

function hue(text: string): number {
  let sum = 0;
  for (const c of text) sum = (sum * 31 + c.charCodeAt(0)) % 360;
  return (sum * 137) % 360;
}

// Drawn on a canvas: there may be thousands of runs. The cursor is an element above it.
function Strip<T>({ runs, fill, name }: { runs: Runs<T>; fill: (value: T) => string; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const states = trace.value!.info.size + 1;
  useEffect(() => {
    const area = canvas.current!;
    const width = (area.width = Math.max(area.clientWidth, 1) * 2);
    const height = (area.height = 32);
    const pen = area.getContext("2d")!;
    pen.clearRect(0, 0, width, height);
    runs.forEach(([from, value], n) => {
      const to = n + 1 < runs.length ? runs[n + 1][0] : states;
      pen.fillStyle = fill(value);
      pen.fillRect((from / states) * width, 0, Math.max(((to - from) / states) * width - (states < 200 ? 1 : 0), 1), height);
    });
  }, [runs, states]);
  const pick = (event: MouseEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    move(Math.floor(((event.clientX - box.left) / box.width) * states));
  };
  return (
    <div class="strip" onClick={pick} role="img" aria-label={`${name} over all steps`}>
      <canvas ref={canvas} />
      <span class="strip-cursor" style={{ left: `${((after.value + 0.5) / states) * 100}%` }} />
    </div>
  );
}

const truth = (value: boolean | null) => (value === null ? "rgba(128,128,128,.35)" : value ? "#2f9e5b" : "#d1495b");

export function Strips() {
  const text = useSignal("");
  const problem = useSignal("");
  const place = after.value;
  const add = async (event: Event) => {
    event.preventDefault();
    if (!text.value.trim()) return;
    problem.value = await addWatch(text.value.trim());
    if (problem.value === "") text.value = "";
  };
  return (
    <section class="pane" aria-label="formula and watches">
      <form class="bar" onSubmit={add}>
        <h2>{atoms.value.length > 0 ? "Formula and watches" : "Watches"}</h2>
        <input class="grow mono" aria-label="watch expression" placeholder="an expression: x > 1" value={text.value}
          onInput={(e) => (text.value = (e.target as HTMLInputElement).value)} />
        <button class="small">watch</button>
      </form>
      {problem.value && <p class="failure" role="alert">{problem.value}</p>}
      <div class="scroll grow">
        <table class="strips">
          <tbody>
            {atoms.value.map((atom) => {
              const value = at(atom.values, place);
              return (
                <tr key={atom.text} data-testid={`atom-${atom.text}`}>
                  <th scope="row" title={atom.text}><code>{atom.text}</code></th>
                  <td class={`truth ${value}`}>{value === null || value === undefined ? "?" : String(value)}</td>
                  <td class="wide"><Strip name={atom.text} runs={atom.values} fill={truth} /></td>
                  <td />
                </tr>
              );
            })}
            {watches.value.map((watch) => {
              const value = watch.values && at(watch.values, place);
              return (
                <tr key={`w ${watch.text}`} data-testid={`watch-${watch.text}`}>
                  <th scope="row" title={watch.text}><code>{watch.text}</code></th>
                  <td>{watch.error || (value ? value.text : "no value")}</td>
                  <td class="wide">{watch.values && <Strip name={watch.text} runs={watch.values} fill={(v) => (v ? (v.text === "true" || v.text === "false" ? truth(v.text === "true") : `hsl(${hue(v.text)} 55% 55%)`) : truth(null))} />}</td>
                  <td><button class="tiny" aria-label={`forget ${watch.text}`} onClick={() => (watches.value = watches.value.filter((w) => w !== watch))}>✕</button></td>
                </tr>
              );
            })}
          </tbody>
        </table>
        {atoms.value.length + watches.value.length === 0 && <p class="faint pad">An expression over the model's variables, evaluated at every step.</p>}
      </div>
    </section>
  );
}
