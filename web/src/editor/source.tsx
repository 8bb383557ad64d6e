// Source that is only shown: coloured lines, something beside each line, and some of them lit.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { lines } from "./tokens";

export interface Beside { before?: ComponentChildren; class?: string; title?: string }

interface Props {
  text: string;
  language: string;
  label: string;
  beside: (line: number) => Beside;
  show?: number;  // the line that must be seen
  onLine?: (line: number) => void;
}

export function Source({ text, language, label, beside, show, onLine }: Props) {
  // The same nodes at every step: Preact does not look into them again.
  const texts = useMemo(() => lines(text.replace(/\n$/, ""), language).map((parts) => (
    <span class="src-text">{parts.map((p) => (p.kind ? <span class={`tok-${p.kind}`}>{p.text}</span> : p.text))}</span>
  )), [text, language]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const pane = box.current;
    const row = show ? pane?.querySelector<HTMLElement>(`[data-line="${show}"]`) : null;
    if (!pane || !row) return;
    const top = row.offsetTop, bottom = top + row.offsetHeight;
    if (top < pane.scrollTop + 24 || bottom > pane.scrollTop + pane.clientHeight - 24) {
      pane.scrollTop = top - pane.clientHeight / 2;
    }
  }, [show, text]);
  return (
    <div class="source" ref={box} role="region" aria-label={label} tabIndex={0}>
      {texts.map((shown, index) => {
        const line = index + 1;
        const { before, class: lit, title } = beside(line);
        return (
          <div key={line} data-line={line} class={`src-line ${lit ?? ""}`} title={title} onClick={onLine && (() => onLine(line))}>
            <span class="src-before">{before}</span>
            <span class="src-number">{line}</span>
            {shown}
          </div>
        );
      })}
    </div>
  );
}
