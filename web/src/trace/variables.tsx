// The variables at the cursor: what the step has changed is lit. A filter, and who wrote a variable last.
import { computed, useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Table } from "./table";
import { lastWriter, trace, values, valuesBefore } from "./trace_state";

export interface Shown { name: string; value: string; before: string | undefined; changed: boolean }

export function shown(now: Record<string, string>, before: Record<string, string> | undefined, filter: string): Shown[] {
  const wanted = filter.toLowerCase().split(/[\s,]+/).filter(Boolean);
  return Object.entries(now)
    .filter(([name]) => wanted.length === 0 || wanted.some((w) => name.toLowerCase().includes(w)))
    .map(([name, value]) => ({ name, value, before: before?.[name], changed: before !== undefined && before[name] !== value }));
}

// A long value with the part lit that differs from the one before: in a channel with five messages that is one of them.
function Value({ now, before }: { now: string; before: string | undefined }) {
  if (before === undefined || now.length < 8) return <>{now}</>;
  let first = 0;
  while (first < now.length && first < before.length && now[first] === before[first]) first++;
  let behind = 0;
  while (behind < Math.min(now.length, before.length) - first && now[now.length - 1 - behind] === before[before.length - 1 - behind]) behind++;
  return <>{now.slice(0, first)}<mark>{now.slice(first, now.length - behind)}</mark>{now.slice(now.length - behind)}</>;
}

export function VariableList({ list, onWriter }: { list: Shown[]; onWriter?: (name: string) => void }) {
  return (
    <table class="variables" aria-label="variables">
      <tbody>
        {list.map((v) => (
          <tr key={v.name} class={v.changed ? "changed" : ""} data-testid={`var-${v.name}`}>
            <th scope="row">{v.name}</th>
            <td class="value">{v.changed ? <Value now={v.value} before={v.before} /> : v.value}{v.changed && v.before !== undefined && <small> was {v.before}</small>}</td>
            {onWriter && <td><button class="tiny" onClick={() => onWriter(v.name)} title={`go to the step that wrote ${v.name} last`} aria-label={`last writer of ${v.name}`}>who wrote it</button></td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Variables() {
  const filter = useSignal("");
  const table = useSignal(false);
  const message = useSignal("");
  const list = useMemo(() => computed(() => shown(values.value ?? {}, valuesBefore.value, filter.value)), []);
  return (
    <section class="pane" aria-label="variables pane">
      <div class="bar">
        <h2>Variables</h2>
        <input type="search" class="grow" placeholder="filter: x, a[, P(0)" aria-label="filter variables" value={filter.value}
          onInput={(e) => (filter.value = (e.target as HTMLInputElement).value)} />
        <div class="toggle" role="group" aria-label="how variables are shown">
          <button aria-pressed={!table.value} onClick={() => (table.value = false)}>now</button>
          <button aria-pressed={table.value} onClick={() => (table.value = true)}>all steps</button>
        </div>
      </div>
      {message.value && <p class="faint" role="status">{message.value}</p>}
      {table.value
        ? <Table names={trace.value!.info.variables.map((v) => v.name).filter((n) => shown({ [n]: "" }, undefined, filter.value).length > 0)} />
        : <div class="scroll grow">{list.value.length > 0
            ? <VariableList list={list.value} onWriter={async (name) => (message.value = await lastWriter(name))} />
            : <p class="faint pad">{values.value ? "no variable has such a name" : "…"}</p>}</div>}
    </section>
  );
}
