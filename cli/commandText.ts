/** The command that a file of results names. */
import { basename } from "node:path";
import { type CommandOption, commandLine, fileSubject } from "../lib/commandLine.ts";
import { fileOf, STANDARD_INPUT } from "./load.ts";

/** Options for the place and format of results, and for sharing the work out: results are the same without them. */
const WITHOUT: ReadonlySet<string> = new Set([
  ...["output", "out", "csv", "parquet", "summary", "json", "format", "decimal-comma", "force"],
  ...["jobs", "shard", "resume", "skip", "elsewhere"],
]);
/** In front of the others, which are in the order of the alphabet. */
const FIRST = ["set", "cycles", "warm-up", "seed"];
/** Options that name a file. */
const PATHS: ReadonlySet<string> = new Set(["lab", "machine", "of", "pcap", "rows"]);

type Given = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** For a POSIX shell, the same on any computer: files without their folders, options in one order. `verb`: behind irqscope;
 * `values`: as they were typed. */
export function commandText(verb: string, subjects: readonly string[], values: Given = {}): string {
  return commandLine(verb, subjects.map(withoutFolder), optionsOf(values));
}

/** Standard input, also that of another program through a pipe of the shell, is "-". */
function withoutFolder(path: string): string {
  if (fileOf(path) === undefined) return STANDARD_INPUT;
  const name = basename(path);
  return fileSubject(name, name !== path);
}

/** In one order, without those that results do not depend on. */
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
