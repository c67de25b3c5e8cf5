/** Parses command lines. Each option must be known and may be given once, with its value. */
import { basename } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { type CommandOption, commandLine, fileSubject } from "../lib/commandLine.ts";
import { nearest } from "../scenarios/base/messages.ts";
import { InputError } from "./command.ts";
import { fileOf, STANDARD_INPUT } from "./load.ts";
import { STANDARD_OUTPUT } from "./output.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

interface OptionToken {
  readonly name: string;
  /** The option as the user typed it: `--output`, `-o`. */
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** The dispatcher handles `--help`. */
export function readArguments<const O extends Options>(args: readonly string[], options: O) {
  const config = { args: [...args], options, allowPositionals: true } as const;
  const before = new Map<string, OptionToken>();
  for (const token of parseArgs({ ...config, strict: false, tokens: true }).tokens) {
    if (token.kind !== "option") continue;
    const reason = faultOf(token, options, before.get(token.name));
    if (reason !== undefined) throw new InputError({ subject: token.rawName, reason });
    before.set(token.name, token);
  }
  return parseArgs({ ...config, strict: true });
}

/** `before` is an earlier occurrence of the same option. */
function faultOf(
  { name, value, inlineValue }: OptionToken,
  options: Options,
  before: OptionToken | undefined,
): string | undefined {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined)
    return name === "pcap"
      ? "is an option of irqscope trace, which turns a capture into a scenario"
      : `is not an option; ${optionHint(name, Object.keys(options))}`;
  if (option.type === "boolean") {
    if (value !== undefined) return "takes no value";
    return before === undefined ? undefined : "is given twice";
  }
  if (value === undefined) return "needs a value";
  if (value === "") return "is empty";
  if (inlineValue !== true && /^-[\d.]/.test(value)) return `must not be negative: "${value}"`;
  if (inlineValue !== true && /^-./.test(value)) return `needs a value, but "${value}" follows`;
  return before === undefined || option.multiple === true
    ? undefined
    : `is given twice: "${before.value}" and "${value}"`;
}

/** `--force` replaces the existing file `output`; `flag` is the option that names it. */
export function expectOutput(isForced: boolean, output: string | undefined, flag: "-o" | "--csv"): void {
  if (isForced && output === undefined) throw new InputError({ subject: "--force", reason: `needs ${flag}` });
}

export function expectOnePrinted(isJson: boolean, output: string | undefined, flag: "-o" | "--csv"): void {
  if (isJson && output === STANDARD_OUTPUT)
    throw new InputError({ subject: "--json", reason: `cannot be combined with ${flag} -` });
}

function optionHint(name: string, known: readonly string[]): string {
  const guess = known.find((one) => one.startsWith(name)) ?? nearest(name, known);
  return guess === undefined ? "--help lists them" : `did you mean --${guess}?`;
}

/** Exactly one positional argument. */
export function onlyPositional(positionals: readonly string[], meaning: string): string {
  const [only, ...more] = positionals;
  if (only === undefined) throw new InputError({ subject: "arguments", reason: `${meaning} is missing` });
  if (more.length > 0) {
    throw new InputError({ subject: "arguments", reason: `one ${meaning} only, not also "${more[0]}"` });
  }
  if (only === "") throw new InputError({ subject: "arguments", reason: `${meaning} is empty` });
  return only;
}

/** Number of digits by which each suffix moves the decimal point. */
const SUFFIX_DIGITS: Readonly<Record<string, number>> = { "": 0, k: 3, M: 6, G: 9 };

/** `200000000`, `200_000_000`, `200M`, `1.5M` or `2e8`. */
export function wholeNumber(text: string, flag: string, minimum: number, maximum: number): number;
export function wholeNumber(
  text: string | undefined,
  flag: string,
  minimum: number,
  maximum: number,
): number | undefined;
export function wholeNumber(
  text: string | undefined,
  flag: string,
  minimum: number,
  maximum: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = exactNumber(text);
  if (Number.isSafeInteger(value) && value >= minimum && value <= maximum) return value;
  throw new InputError({
    subject: flag,
    reason: `must be a whole number from ${minimum} to ${maximum}, not "${text}"`,
  });
}

/** The exact number, or NaN. A number above the safe integers may be rounded. */
function exactNumber(text: string): number {
  const match = /^(\d+(?:_\d+)*)(?:\.(\d+))?(?:[eE]\+?(\d{1,2})|([kMG]?))$/.exec(text);
  if (match === null) return Number.NaN;
  const [, whole = "", fraction = "", exponent, suffix = ""] = match;
  const shift = exponent === undefined ? (SUFFIX_DIGITS[suffix] ?? 0) : Number(exponent);
  if (/[^0]/.test(fraction.slice(shift))) return Number.NaN;
  return Number(whole.replaceAll("_", "") + fraction.slice(0, shift).padEnd(shift, "0"));
}

interface WholeRange {
  readonly from: number;
  readonly to: number;
}

/** `FROM..TO`, two whole numbers of which the second is larger. */
export function wholeRange(text: string, flag: string, maximum: number): WholeRange {
  const [fromText, toText, ...more] = text.split("..");
  if (fromText === undefined || toText === undefined || more.length > 0) {
    throw new InputError({ subject: flag, reason: `must be FROM..TO, not "${text}"` });
  }
  const from = wholeNumber(fromText, flag, 0, maximum);
  const to = wholeNumber(toText, flag, 0, maximum);
  if (from < to) return { from, to };
  throw new InputError({ subject: flag, reason: `must end after it begins, not "${text}"` });
}

// ---- the command line that a file of results records ----

/** Options that do not change results: destination, format, and division of work. */
const WITHOUT: ReadonlySet<string> = new Set([
  ...["output", "out", "csv", "parquet", "summary", "json", "format", "decimal-comma", "force"],
  ...["jobs", "shard", "resume", "skip", "elsewhere"],
]);
/** These options come first. The others follow in alphabetical order. */
const FIRST = ["set", "cycles", "warm-up", "seed"];
/** Options that name a file. */
const PATHS: ReadonlySet<string> = new Set(["lab", "machine", "of", "pcap", "rows"]);

type Given = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** The command line for a POSIX shell. It is the same on any computer: files have no folders, and options have one order.
 * `verb` follows `irqscope`; `values` are the options as the user typed them. */
export function commandText(verb: string, subjects: readonly string[], values: Given = {}): string {
  return commandLine(verb, subjects.map(withoutFolder), optionsOf(values));
}

/** A pipe from another program counts as standard input: "-". */
function withoutFolder(path: string): string {
  if (fileOf(path) === undefined) return STANDARD_INPUT;
  const name = basename(path);
  return fileSubject(name, name !== path);
}

/** The options on which results depend, in a fixed order. */
export function optionsOf(values: Given): readonly CommandOption[] {
  const names = Object.keys(values).filter((name) => !WITHOUT.has(name));
  const others = names.filter((name) => !FIRST.includes(name)).toSorted();
  return [...FIRST.filter((name) => names.includes(name)), ...others].flatMap((name) =>
    [values[name]].flat().flatMap((value): readonly CommandOption[] => {
      if (value === undefined || value === false) return [];
      return [[name, value !== true && PATHS.has(name) ? withoutFolder(value) : value]];
    }),
  );
}

/** Value of --base: the address of a page, without its part from # onwards. */
export function pageAddress(base: string): string {
  const url = URL.canParse(base) ? new URL(base) : undefined;
  if (url === undefined || !["http:", "https:", "file:"].includes(url.protocol)) {
    throw new InputError({ subject: "--base", reason: `is not an http, https or file address: "${base}"` });
  }
  url.hash = "";
  return url.href;
}
