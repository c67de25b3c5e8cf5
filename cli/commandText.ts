/** The command that a file of results names. */
import { basename } from "node:path";
import { quoted } from "../lib/shellWord.ts";
import { STANDARD_INPUT } from "./load.ts";

/** They say where and as what results are written, or who does the work: results are the same without them. */
const WITHOUT: ReadonlySet<string> = new Set([
  ...["output", "out", "csv", "parquet", "summary", "json", "format", "decimal-comma", "force"],
  ...["jobs", "shard", "resume", "skip", "elsewhere"],
]);
/** In front of the others, which are in the order of the alphabet. */
const FIRST = ["set", "cycles", "warm-up", "seed"];
/** They name a file. */
const PATHS: ReadonlySet<string> = new Set(["lab", "of", "pcap", "rows"]);

type Given = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** For a POSIX shell, the same on any computer: files without their folders, options in one order. `verb`: behind irqscope;
 * `values`: as they were typed. */
export function commandText(verb: string, subjects: readonly string[], values: Given = {}): string {
  const names = Object.keys(values).filter((name) => !WITHOUT.has(name));
  const others = names.filter((name) => !FIRST.includes(name)).toSorted();
  const options = [...FIRST.filter((name) => names.includes(name)), ...others].flatMap((name) =>
    [values[name]].flat().flatMap((value) => optionWords(name, value)),
  );
  return ["irqscope", ...verb.split(" "), ...subjects.map(nameOf), ...options].map(quoted).join(" ");
}

const nameOf = (path: string): string => (path === STANDARD_INPUT ? path : basename(path));

function optionWords(name: string, value: string | boolean | undefined): readonly string[] {
  if (value === undefined || value === false) return [];
  if (value === true) return [`--${name}`];
  return [`--${name}`, PATHS.has(name) ? nameOf(value) : value];
}
