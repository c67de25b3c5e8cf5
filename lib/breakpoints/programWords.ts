/** Words of a condition about programs: `pc == handler`, `x.a0 > 5`, `memory[0x20000010] == 3`. Such a condition is
 * evaluated for one thread at a time and becomes true separately for each thread. `thread["T"].pc` is only about
 * thread T. */

import type { Scenario } from "../../scenarios/format/schema.ts";
import { registerNumber } from "../assembler/registers.ts";
import { NUMBER } from "../expressions/dimension.ts";
import type { Path } from "../expressions/index.ts";
import type { Moment, ProgramReader } from "./moment.ts";
import type { Word } from "./vocabulary.ts";

export interface ProgramNames {
  /** Address of a label in code or data. */
  readonly addressOf: (label: string) => number | undefined;
  /** Addresses at which execution enters a line of a routine's source, or a line of a file of a linked routine. */
  readonly lineEntries: (routine: string, line: number, file?: string) => readonly number[];
}

const MEMORY_BYTES = { memory: 4, half: 2, byte: 1 } as const;

const isMemory = (name: unknown): name is keyof typeof MEMORY_BYTES =>
  typeof name === "string" && Object.hasOwn(MEMORY_BYTES, name);

/** Undefined if the path is no word about programs. */
export function programWord(path: Path, scenario: Scenario, names: ProgramNames): Word | undefined {
  const [first, second, ...rest] = path;
  if (first === "thread" && rest.length > 0) {
    const thread = scenario.software.threads.findIndex(({ name }) => name === second);
    return thread < 0 ? undefined : ofThread(path, rest, () => thread);
  }
  if (second !== undefined && rest.length === 0 && isMemory(first)) return memory(path, first, second, names);
  if (first === "label" && typeof second === "string" && rest.length === 0)
    return constant(path, names.addressOf(second));
  if (first === "line" && typeof second === "string") {
    const place = placeOf(rest);
    if (place !== undefined) return line(path, names.lineEntries(second, place.line, place.file));
  }
  const own = ofThread(path, path, ({ programThread }) => programThread);
  return (
    own ??
    (path.length === 1 && typeof first === "string" ? constant(path, names.addressOf(first)) : undefined)
  );
}

/** `[12]`, `["sum.c"][12]`. */
function placeOf([first, second, ...rest]: Path):
  | { readonly line: number; readonly file?: string }
  | undefined {
  if (typeof first === "number" && second === undefined) return { line: first };
  return typeof first === "string" && typeof second === "number" && rest.length === 0
    ? { file: first, line: second }
    : undefined;
}

function program(
  path: Path,
  meaning: string,
  read: (programs: ProgramReader, moment: Moment) => number | undefined,
): Word {
  return {
    path,
    dimension: NUMBER,
    meaning,
    kinds: [],
    isOfPrograms: true,
    read: (moment) => (moment.programs === undefined ? undefined : read(moment.programs, moment)),
  };
}

/** `pc`, `executed`, `x.a0`, `x[10]`. */
function ofThread(path: Path, own: Path, threadIn: (moment: Moment) => number): Word | undefined {
  const [first, second] = own;
  if (own.length === 1 && first === "pc")
    return program(path, "address of its next instruction", ({ pc }, moment) => pc(threadIn(moment)));
  if (own.length === 1 && first === "executed")
    return program(path, "instructions of this run of its program", ({ executed }, moment) =>
      executed(threadIn(moment)),
    );
  if (own.length !== 2 || first !== "x" || second === undefined) return undefined;
  const register = typeof second === "number" ? second : (registerNumber(second) ?? -1);
  if (register < 0 || register > 31) return undefined;
  return program(path, "a register, unsigned", ({ x }, moment) => x(threadIn(moment), register));
}

function memory(
  path: Path,
  kind: keyof typeof MEMORY_BYTES,
  place: string | number,
  { addressOf }: ProgramNames,
): Word | undefined {
  const address = typeof place === "number" ? place : addressOf(place);
  if (address === undefined) return undefined;
  return program(path, "contents of memory, unsigned", (programs) =>
    programs.memory(address, MEMORY_BYTES[kind]),
  );
}

/** The value of the word is its first entry. */
function line(path: Path, entries: readonly number[]): Word | undefined {
  const first = constant(path, entries[0]);
  return first && { ...first, entries };
}

function constant(path: Path, value: number | undefined): Word | undefined {
  if (value === undefined) return undefined;
  return { path, dimension: NUMBER, meaning: "an address", kinds: [], read: () => value };
}
