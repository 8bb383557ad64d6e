// CodeMirror as a component. It lives in a shadow root: there CodeMirror uses constructed style sheets, which a strict
// Content-Security-Policy allows, instead of style elements, which it forbids.
import { autocompletion, closeBrackets, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { type Diagnostic as Mark, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Text } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "preact/hooks";
import { type Diagnostic, inFile } from "../protocol";
import { colours, language } from "./language";

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", backgroundColor: "var(--panel)", color: "var(--text)" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--faint)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--hover)" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-2px" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": { backgroundColor: "var(--select) !important" },
  ".cm-tooltip, .cm-panels": { backgroundColor: "var(--raised)", color: "var(--text)", border: "1px solid var(--line)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap", fontFamily: "var(--sans)" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)", font: "inherit", cursor: "pointer" },
  ".cm-textfield, .cm-button": { backgroundColor: "var(--panel)", backgroundImage: "none", color: "var(--text)", border: "1px solid var(--line)" },
});

function offset(text: Text, line: number, column: number): number {
  const at = text.line(Math.min(Math.max(line, 1), text.lines));
  return Math.min(at.from + Math.max(column - 1, 0), at.to);
}

function marks(text: Text, diagnostics: Diagnostic[], file: string): Mark[] {
  return diagnostics.filter((d) => inFile(d.file, file)).map((d) => {
    const from = offset(text, d.line, d.column);
    let to = d.endLine ? offset(text, d.endLine, d.endColumn ?? 1) : from;
    if (to <= from) {
      const word = /^\w+/.exec(text.sliceString(from, from + 80));
      to = Math.min(from + (word ? word[0].length : 1), text.length);
    }
    const notes = (d.notes ?? []).map((n) => `\n${n.line}: ${n.message}`).join("");
    return {
      from: Math.min(from, to), to,
      severity: d.severity === "note" ? "info" as const : d.severity,
      message: d.message + notes,
      actions: (d.fixes ?? []).map((fix) => ({
        name: fix.title,
        apply: (view: EditorView) => applyFix(view, fix),
      })),
    };
  }).sort((a, b) => a.from - b.from);
}

export function applyFix(view: EditorView, fix: NonNullable<Diagnostic["fixes"]>[number]): void {
  const text = view.state.doc;
  const changes = fix.edits.map((e) => ({ from: offset(text, e.line, e.column), to: offset(text, e.endLine, e.endColumn), insert: e.text }));
  view.dispatch({ changes });
  view.focus();
}

interface Props {
  name: string;
  language: string;
  text: string;  // what it begins with; later changes of it replace the text
  diagnostics: Diagnostic[];
  goto: { line: number; column: number } | null;
  onChange: (text: string) => void;
  onSave: () => void;
  onView: (view: EditorView) => void;
}

export function Editor(props: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: "open" });
    const made = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: props.text,
        extensions: [
          lineNumbers(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), closeBrackets(),
          autocompletion(), search({ top: true }), highlightSelectionMatches(), lintGutter(),
          language(props.language), colours, look, indentUnit.of("\t"), EditorState.tabSize.of(4),
          EditorView.contentAttributes.of({ "aria-label": `the model ${props.name}` }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
          keymap.of([
            { key: "Mod-s", preventDefault: true, run: () => (latest.current.onSave(), true) },
            ...completionKeymap, ...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap, indentWithTab,
          ]),
        ],
      }),
    });
    view.current = made;
    props.onView(made);
    return () => made.destroy();
  }, [props.name, props.language]);

  useEffect(() => {
    const now = view.current!;
    if (now.state.doc.toString() === props.text) return;
    now.dispatch({ changes: { from: 0, to: now.state.doc.length, insert: props.text } });
  }, [props.text]);

  useEffect(() => {
    const now = view.current!;
    now.dispatch(setDiagnostics(now.state, marks(now.state.doc, props.diagnostics, props.name)));
  }, [props.diagnostics]);

  useEffect(() => {
    if (!props.goto) return;
    const now = view.current!;
    const at = offset(now.state.doc, props.goto.line, props.goto.column);
    now.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    now.focus();
  }, [props.goto]);

  return <div class="editor" ref={host} data-testid="editor" />;
}
