// The tokens as a language of CodeMirror, with their colours; colours are variables of the page's style sheet.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags as t } from "@lezer/highlight";
import { allWords, next } from "./tokens";

const TAGS: Record<string, string> = {
  keyword: "keyword", type: "typeName", constant: "atom", operator: "operatorKeyword", comment: "comment",
  string: "string", number: "number", meta: "meta", label: "labelName",
};

export function language(name: string) {
  return StreamLanguage.define<{ inside: boolean }>({
    name,
    startState: () => ({ inside: false }),
    copyState: (state) => ({ ...state }),
    token(stream, state) {
      const first = stream.string.slice(0, stream.pos).trim() === "";
      const found = next(stream.string.slice(stream.pos), state.inside, name, first);
      state.inside = found.inside;
      stream.pos += found.piece.text.length;
      return TAGS[found.piece.kind] ?? null;
    },
    languageData: {
      commentTokens: name === "esml" ? { block: { open: "(*", close: "*)" } } : { line: "//", block: { open: "/*", close: "*/" } },
      autocomplete: allWords(name).map((word) => ({ label: word, type: "keyword" })),
    },
  });
}

export const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: t.keyword, color: "var(--tok-keyword)", fontWeight: "600" },
  { tag: t.typeName, color: "var(--tok-type)" },
  { tag: t.atom, color: "var(--tok-constant)" },
  { tag: t.operatorKeyword, color: "var(--tok-operator)" },
  { tag: t.comment, color: "var(--tok-comment)", fontStyle: "italic" },
  { tag: t.string, color: "var(--tok-string)" },
  { tag: t.number, color: "var(--tok-number)" },
  { tag: t.meta, color: "var(--tok-meta)" },
  { tag: t.labelName, color: "var(--tok-label)" },
]));
