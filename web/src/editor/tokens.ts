// Splits a line of Promela or ESML into coloured pieces; the editor and the panes that only show source use the same.
// The words are those of editors/keywords.json, from which all other syntax files are made, too.
import words from "../../../editors/keywords.json";

export type Kind = "keyword" | "type" | "constant" | "operator" | "comment" | "string" | "number" | "meta" | "label" | "";
export interface Piece { text: string; kind: Kind }

const KINDS: Record<string, Kind> = {
  type: "type", constant: "constant", predefined: "constant", operator: "operator", temporal: "operator",
};

function table(language: string): Map<string, Kind> {
  const result = new Map<string, Kind>();
  const groups = (words as Record<string, Record<string, string[]>>)[language] ?? {};
  for (const [group, list] of Object.entries(groups)) {
    if (group === "directive") continue;
    for (const word of list) result.set(word, KINDS[group] ?? "keyword");
  }
  return result;
}
const TABLES: Record<string, Map<string, Kind>> = { promela: table("promela"), esml: table("esml") };

export function allWords(language: string): string[] {
  return [...(TABLES[language] ?? TABLES.promela).keys()];
}

const REST = /^(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)'|\d+|[A-Za-z_]\w*|\s+|.)/;

// One piece at the beginning of `rest`; `inside` tells whether a comment is open there. `first`: nothing but white
// space is before it in its line.
export function next(rest: string, inside: boolean, language: string, first: boolean): { piece: Piece; inside: boolean } {
  const [open, close] = language === "esml" ? ["(*", "*)"] : ["/*", "*/"];
  if (inside || rest.startsWith(open)) {
    const end = rest.indexOf(close, inside ? 0 : open.length);
    const text = end < 0 ? rest : rest.slice(0, end + close.length);
    return { piece: { text, kind: "comment" }, inside: end < 0 };
  }
  if (rest.startsWith("//") && language !== "esml") return { piece: { text: rest, kind: "comment" }, inside: false };
  if (first && rest.startsWith("#")) return { piece: { text: rest, kind: "meta" }, inside: false };
  const text = REST.exec(rest)![0];
  let kind: Kind = "";
  if (text[0] === '"' || text[0] === "'") kind = "string";
  else if (/^\d/.test(text)) kind = "number";
  else if (/^\w/.test(text)) {
    kind = (TABLES[language] ?? TABLES.promela).get(text) ?? "";
    if (kind === "" && first && language !== "esml" && /^\w+\s*:(?!:)/.test(rest)) kind = "label";
  }
  return { piece: { text, kind }, inside: false };
}

// A whole text, by lines.
export function lines(text: string, language: string): Piece[][] {
  let inside = false;
  return text.split("\n").map((line) => {
    const pieces: Piece[] = [];
    let at = 0;
    while (at < line.length) {
      const found = next(line.slice(at), inside, language, line.slice(0, at).trim() === "");
      pieces.push(found.piece);
      inside = found.inside;
      at += found.piece.text.length;
    }
    return pieces;
  });
}
