// Expressions over the values of a state, for pages without a server: what stands in the table of variables, numbers, names
// of constants, and C's operators. Null: it has no value in this state.
import type { Evaluated, Values } from "../protocol";

type Get = (values: Values) => number | string | null;

const TOKEN = /\s*(?:(\d+)|([A-Za-z_]\w*(?:\(\d+\):\w+)?(?:\[\d+\]|\.\w+)*)|(\|\||&&|==|!=|<=|>=|<<|>>|[-+*/%<>!()]))/y;
const LEVELS = [["||"], ["&&"], ["==", "!="], ["<", "<=", ">", ">="], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]];

function number(value: number | string | null): number | null {
  if (value === null || typeof value === "number") return value;
  if (value === "true") return 1;
  if (value === "false") return 0;
  return /^-?\d+$/.test(value) ? Number(value) : null;
}

function apply(operator: string, a: number | string | null, b: number | string | null): number | null {
  if (a === null || b === null) return null;
  const x = number(a), y = number(b);
  if (operator === "==") return Number(x !== null && y !== null ? x === y : String(a) === String(b));
  if (operator === "!=") return Number(x !== null && y !== null ? x !== y : String(a) !== String(b));
  if (x === null || y === null) return null;
  switch (operator) {
    case "||": return Number(x !== 0 || y !== 0);
    case "&&": return Number(x !== 0 && y !== 0);
    case "<": return Number(x < y);
    case "<=": return Number(x <= y);
    case ">": return Number(x > y);
    case ">=": return Number(x >= y);
    case "<<": return x << y;
    case ">>": return x >> y;
    case "+": return x + y;
    case "-": return x - y;
    case "*": return x * y;
    case "/": return y === 0 ? null : Math.trunc(x / y);
    case "%": return y === 0 ? null : x % y;
  }
  return null;
}

function tokens(text: string): string[] {
  const found: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw new Error(`${text.slice(at).trim()[0]} is not understood in ${text}`);
    found.push(match[0].trim());
  }
  return found;
}

export function evaluator(text: string): (values: Values) => Evaluated | null {
  const list = tokens(text);
  let at = 0;
  const primary = (): Get => {
    const token = list[at++];
    if (token === undefined) throw new Error(`${text} ends too early`);
    if (token === "!") {
      const inner = primary();
      return (v) => { const x = number(inner(v)); return x === null ? null : Number(x === 0); };
    }
    if (token === "-") {
      const inner = primary();
      return (v) => { const x = number(inner(v)); return x === null ? null : -x; };
    }
    if (token === "(") {
      const inner = level(0);
      if (list[at++] !== ")") throw new Error(`a ) is missing in ${text}`);
      return inner;
    }
    if (/^\d/.test(token)) return () => Number(token);
    if (!/^\w/.test(token)) throw new Error(`${token} is not expected in ${text}`);
    // A name that is no variable is that of a constant; whether it is one cannot be known here.
    return (v) => (token in v ? v[token] : token === "true" ? 1 : token === "false" ? 0 : constants(v, token));
  };
  const level = (n: number): Get => {
    if (n === LEVELS.length) return primary();
    let left = level(n + 1);
    while (LEVELS[n].includes(list[at])) {
      const operator = list[at++], a = left, b = level(n + 1);
      left = (v) => apply(operator, a(v), b(v));
    }
    return left;
  };
  const value = level(0);
  if (at < list.length) throw new Error(`${list[at]} is not expected in ${text}`);
  return (values) => {
    const found = value(values);
    if (found === null) return null;
    const truth = LEVELS.slice(0, 4).some((l) => l.some((o) => list.includes(o))) || list[0] === "!";
    const x = number(found);
    return { number: x ?? 0, text: truth && x !== null ? (x !== 0 ? "true" : "false") : String(found) };
  };
}

function constants(values: Values, name: string): string | null {
  return Object.values(values).includes(name) ? name : null;
}
