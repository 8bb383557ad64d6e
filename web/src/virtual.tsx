// A list of rows of one height, of which only those in view are drawn.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface Props {
  rows: number;
  height: number;
  render: (row: number) => ComponentChildren;
  show?: number;  // the row that must be in view
  label: string;
  role?: "list" | "tree" | "listbox";
}

export function Virtual({ rows, height, render, show, label, role = "list" }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const room = useSignal(400);
  useLayoutEffect(() => {
    const pane = box.current!;
    const measure = () => (room.value = pane.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(pane);
    measure();
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const pane = box.current!;
    if (show === undefined || show < 0) return;
    const y = show * height;
    if (y < pane.scrollTop) pane.scrollTop = Math.max(y - height, 0);
    else if (y + height > pane.scrollTop + pane.clientHeight) pane.scrollTop = y + 2 * height - pane.clientHeight;
  }, [show, rows]);
  const first = Math.max(Math.floor(top.value / height) - 4, 0);
  const last = Math.min(Math.ceil((top.value + room.value) / height) + 4, rows);
  const drawn = [];
  for (let row = first; row < last; row++) drawn.push(<div key={row} class="v-row" style={{ top: `${row * height}px`, height: `${height}px` }}>{render(row)}</div>);
  return (
    <div class="scroll grow" ref={box} tabIndex={0} onScroll={(e) => (top.value = (e.target as HTMLElement).scrollTop)}>
      <div class="v-rows" role={role} aria-label={label} style={{ height: `${rows * height}px` }}>{drawn}</div>
    </div>
  );
}
