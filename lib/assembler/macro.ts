/** A macro in the syntax of GNU as (`\reg`, `\@`, `\()`) or of RARS (`%reg`, labels local to each call). */
import type { SourceLine } from "./lines.ts";
import { SourceError, statementOf } from "./text.ts";

export interface Macro {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body: readonly SourceLine[];
  /** RARS: labels that the body defines. Undefined for a macro of GNU as. */
  readonly ownLabels: ReadonlySet<string> | undefined;
}

interface Parameter {
  /** In a RARS macro the name includes its "%". */
  readonly name: string;
  readonly otherwise: string | undefined;
  /** Takes all remaining arguments. */
  readonly isRest: boolean;
  /** The argument may not be empty. */
  readonly isRequired: boolean;
}

const NAME = /^[A-Za-z_.$][\w.$]*$/;
const PARAMETER = /^(%?[A-Za-z_$][\w$]*)(?::(req|vararg))?\s*(?:=\s*(.*))?$/s;
/** Blanks that separate arguments in GNU as. Blanks around "=" or an operator do not. `3 -1` is two arguments. */
const BLANKS = /(?<![\s=*/%&|^~<>+-])\s+(?![\s=]|[*/%&|^<>+-]+\s)/;
const LABEL = /^\s*([A-Za-z_.$][\w.$]*)\s*:/;

/** `text` follows `.macro` and starts at `column`. */
export function readMacro(
  text: string,
  column: number,
  body: readonly SourceLine[],
  isEndOfRars: boolean,
): Macro {
  const [, name = "", rest = ""] = /^\s*([^\s,(]*)(.*)$/s.exec(statementOf(text)) ?? [];
  if (name === "") throw new SourceError(column, "a name is missing here");
  if (!NAME.test(name)) throw new SourceError(column, `is not a name for a macro: ${name}`);
  const parameters = split(withoutParentheses(rest.trim()), new RegExp(`,|${BLANKS.source}`, "g"))
    .filter((word) => word !== "")
    .map((word) => {
      const [, parameter, kind, otherwise] = PARAMETER.exec(word) ?? [];
      if (parameter === undefined) throw new SourceError(column, `is not a name for an argument: ${word}`);
      const isRest = kind === "vararg";
      const isAskedFor = kind !== "req" && body.some((line) => asksFor(parameter, line.text));
      return {
        name: parameter,
        otherwise: otherwise ?? (isRest || isAskedFor ? "" : undefined),
        isRest,
        isRequired: kind === "req",
      };
    });
  const names = parameters.map((one) => one.name);
  const twice = names.find((one, index) => names.indexOf(one) !== index);
  if (twice !== undefined) throw new SourceError(column, `is defined twice: ${twice}`);
  const isOfRars = isEndOfRars || names.some((one) => one.startsWith("%"));
  const labels = body.flatMap((line) => LABEL.exec(line.text)?.[1] ?? []);
  return { name, parameters, body, ownLabels: isOfRars ? new Set(labels) : undefined };
}

/** True if the line tests the parameter by `.ifb`, `.ifc` or a similar directive. */
const asksFor = (parameter: string, line: string): boolean =>
  /^\s*\.if/.test(line) && line.split(/[^\\\w$]/).includes(`\\${parameter}`);

/** Replaces texts and parentheses by underscores, so that only separators remain. */
function masked(text: string): string {
  const blank = (found: string) => "_".repeat(found.length);
  let plain = text.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])'/g, blank);
  for (;;) {
    const next = plain.replace(/\([^()]*\)/g, blank);
    if (next === plain) return plain;
    plain = next;
  }
}

/** Removes parentheses around the whole text, as RARS writes them. */
function withoutParentheses(text: string): string {
  const inner = text.slice(1, -1);
  return /^\(.*\)$/s.test(text) && !/[()]/.test(masked(inner)) ? inner : text;
}

/** Arguments of a call, by parameter. `text` follows the name of the macro at `column`. */
export function argumentsOf(macro: Macro, text: string, column: number): ReadonlyMap<string, string> {
  const { parameters, ownLabels } = macro;
  const statement = statementOf(text).trim();
  const isOfRars = ownLabels !== undefined;
  const plain = (value: string) => (isOfRars ? value : unquoted(value));
  const written = piecesOf(isOfRars || statement === "()" ? withoutParentheses(statement) : statement, macro);
  const pieces = parameters.at(-1)?.isRest ? restAsOne(written, parameters.length) : written;
  const values = new Map<string, string>();
  /** Parameters that the call leaves empty. */
  const isEmpty = new Set<string>();
  let position = 0;
  for (const piece of pieces) {
    const [, key, named = ""] = /^([A-Za-z_$][\w$]*)\s*=(.*)$/s.exec(piece) ?? [];
    const isNamed = parameters.some(({ name }) => name === key);
    const name = isNamed ? key : parameters[position++]?.name;
    if (name === undefined) {
      const found = pieces.length;
      if (parameters.length === 1) throw new SourceError(column, `takes 1 argument, not ${found}`);
      throw new SourceError(column, `takes ${parameters.length} arguments, not ${found}`);
    }
    if (values.has(name)) throw new SourceError(column, `passes the argument ${name} twice`);
    const value = isNamed ? named.trim() : piece;
    if (value !== "") values.set(name, plain(value));
    else isEmpty.add(name);
  }
  for (const { name, otherwise, isRequired } of parameters) {
    if (values.has(name)) continue;
    if (otherwise === undefined && isEmpty.has(name) && !isRequired && !isOfRars) values.set(name, "");
    else if (otherwise === undefined) throw new SourceError(column, `has nothing for its argument ${name}`);
    else values.set(name, plain(otherwise));
  }
  return values;
}

const restAsOne = (pieces: readonly string[], count: number): readonly string[] =>
  pieces.length <= count ? pieces : [...pieces.slice(0, count - 1), pieces.slice(count - 1).join(", ")];

/** Splits at commas, or at blanks if there are no commas. */
function piecesOf(text: string, { parameters, ownLabels }: Macro): readonly string[] {
  if (text === "") return [];
  if (masked(text).includes(",") || parameters.length < 2) return split(text, /,/g);
  return split(text, ownLabels === undefined ? new RegExp(BLANKS, "g") : /\s+/g);
}

/** `separator` counts only outside of texts and parentheses. */
function split(text: string, separator: RegExp): readonly string[] {
  const plain = masked(text);
  let from = 0;
  const ends = [
    ...Array.from(plain.matchAll(separator), ({ index, 0: { length } }) => [index, length]),
    [text.length, 0],
  ];
  return ends.map(([at = 0, length = 0]) => {
    const piece = text.slice(from, at).trim();
    from = at + length;
    return piece;
  });
}

const OF_GNU = /\\(?:\(\)|@|[A-Za-z_$][\w$]*)/g;
const OF_RARS = /"(?:\\.|[^"\\])*"|(?:%[A-Za-z_$]|[A-Za-z_.$])[\w.$]*/g;

/** The body with arguments in place of parameters. `call` is a number that no other call has. */
export function writtenOut(
  { body, ownLabels }: Pick<Macro, "body" | "ownLabels">,
  values: ReadonlyMap<string, string>,
  call: number,
): readonly SourceLine[] {
  const instead = (found: string): string | undefined => {
    if (ownLabels === undefined) {
      if (found === "\\()") return "";
      return found === "\\@" ? String(call) : values.get(found.slice(1));
    }
    return values.get(found) ?? (ownLabels.has(found) ? `${found}_M${call}` : undefined);
  };
  const pattern = ownLabels === undefined ? OF_GNU : OF_RARS;
  return body.map((line) => ({ ...line, ...substituted(line, pattern, instead) }));
}

const SYMBOL = /^([A-Za-z_$][\w$]*)(?:\s*,\s*|\s+|$)(.*)$/s;

/** Reads `.irp` or, for characters, `.irpc`: the parameter and its successive values. Without values, the block
 * is expanded once with an empty value. */
export function valuesOf(
  text: string,
  column: number,
  areCharacters: boolean,
): { readonly symbol: string; readonly values: readonly string[] } {
  const [, symbol, rest = ""] = SYMBOL.exec(statementOf(text).trim()) ?? [];
  if (symbol === undefined) throw new SourceError(column, "a name is missing here");
  const values = areCharacters
    ? unquoted(rest).match(/\S/gu)
    : split(rest, new RegExp(`\\s*,\\s*|${BLANKS.source}`, "g")).map(unquoted);
  return { symbol, values: values ?? [""] };
}

const unquoted = (value: string): string => value.replace(/^"(.*)"$/s, "$1");

function substituted(
  { text, columnOf }: SourceLine,
  pattern: RegExp,
  instead: (found: string) => string | undefined,
): Pick<SourceLine, "text" | "columnOf"> {
  const changes: Change[] = [];
  let longer = 0;
  const made = text.replace(pattern, (found: string, at: number) => {
    const value = instead(found);
    if (value === undefined) return found;
    changes.push({ at, end: at + found.length, madeAt: at + longer, madeEnd: at + longer + value.length });
    longer += value.length - found.length;
    return value;
  });
  if (changes.length === 0) return { text, columnOf };
  return { text: made, columnOf: (column) => columnOf(columnBefore(changes, column)) };
}

/** Columns from 0: text from `madeAt` to `madeEnd` replaced the source text from `at` to `end`. */
interface Change {
  readonly at: number;
  readonly end: number;
  readonly madeAt: number;
  readonly madeEnd: number;
}

function columnBefore(changes: readonly Change[], column: number): number {
  const last = changes.findLast(({ madeAt }) => madeAt < column);
  if (last === undefined) return column;
  return column <= last.madeEnd ? last.at + 1 : column - last.madeEnd + last.end;
}
