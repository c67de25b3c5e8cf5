/** Finds programs that are nearly the same under other names. A program is compared by the runs of a few instructions that
 * occur in it: with registers numbered in the order of their first use in the run, and without constants, labels, comments
 * and data. So a renamed register changes nothing, and routines may stand in another order. Instructions that do nothing
 * are left out. */
import {
  SIM_PROGRAM_LIMIT,
  SIM_PROGRAM_MEMORY_BASE,
  SIM_PROGRAM_MEMORY_LIMIT,
} from "../../core-wasm/binding/layout.gen.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import type { AssemblyOptions } from "../assembler/assemble.ts";
import {
  ENCODINGS,
  type Encoding,
  immediateOfB,
  immediateOfI,
  OPERAND_MASK,
  rdOf,
  rs1Of,
  rs2Of,
} from "../assembler/encodings.ts";

/** Instructions in one run. Shorter runs occur in every program. */
const RUN = 5;
/**
 * Runs that neither the lab's program nor many programs of the class have. With a smaller number there is no
 * evidence.
 */
const OWN_RUNS_AT_LEAST = 20;
/** Twice the shared runs, divided by the own runs of both (Dice). */
const ALIKE_FROM = 0.5;
/** A run in more than this share of the different programs comes from the lab, not from a student. */
const COMMON_FROM = 0.2;
/**
 * A run in fewer programs than this is not common. In a small class such a number does not show a shared
 * idea.
 */
const COMMON_AT_LEAST = 4;

interface AlikeProgram {
  /** Index of the other program. */
  readonly other: number;
  /** From 0 to 1. 1 means the same runs. */
  readonly likeness: number;
}

/** Finds for each program the most similar other program, if one is nearly equal. `given` is the program that all
 * students started from. Programs that cannot be assembled match none. `pause` is called between pieces of work. */
export async function mostAlikePrograms(
  programs: readonly string[],
  given: string,
  pause: () => Promise<void> = async () => undefined,
): Promise<readonly (AlikeProgram | undefined)[]> {
  const ofGiven = runsOf(given);
  const known = new Map<string, readonly string[]>();
  for (const program of programs) {
    if (known.has(program)) continue;
    known.set(
      program,
      [...runsOf(program)].filter((run) => !ofGiven.has(run)),
    );
    await pause();
  }
  const isCommon = commonRuns([...known.values()]);
  const own = programs.map((program) => new Set(known.get(program)?.filter((run) => !isCommon(run))));
  const best: (AlikeProgram | undefined)[] = programs.map(() => undefined);
  for (const [one, runs] of own.entries()) {
    if (runs.size < OWN_RUNS_AT_LEAST) continue;
    for (const [other, others] of own.slice(0, one).entries()) {
      const likeness = likenessOf(runs, others);
      if (likeness < ALIKE_FROM) continue;
      if (likeness > (best[one]?.likeness ?? 0)) best[one] = { other, likeness };
      if (likeness > (best[other]?.likeness ?? 0)) best[other] = { other: one, likeness };
    }
    await pause();
  }
  return best;
}

/** Dice. 0 if it cannot reach the bound, or if there is no evidence. */
function likenessOf(one: ReadonlySet<string>, two: ReadonlySet<string>): number {
  const fewest = Math.min(one.size, two.size);
  if (fewest < OWN_RUNS_AT_LEAST || 2 * fewest < ALIKE_FROM * (one.size + two.size)) return 0;
  let shared = 0;
  for (const run of one) if (two.has(run)) shared += 1;
  return (2 * shared) / (one.size + two.size);
}

/** Programs with the same runs count once. */
function commonRuns(all: readonly (readonly string[])[]): (run: string) => boolean {
  const different = new Map(all.map((runs) => [runs.toSorted().join("\n"), runs]));
  const counts = new Map<string, number>();
  for (const runs of different.values()) for (const run of runs) counts.set(run, (counts.get(run) ?? 0) + 1);
  const from = Math.max(COMMON_AT_LEAST, COMMON_FROM * different.size);
  return (run) => (counts.get(run) ?? 0) > from;
}

const ANYWHERE: AssemblyOptions = {
  ...{ codeAddress: 0x1000, dataAddress: SIM_PROGRAM_MEMORY_BASE },
  ...{ wordLimit: SIM_PROGRAM_LIMIT, dataByteLimit: SIM_PROGRAM_MEMORY_LIMIT },
  ...{ isMachineMode: true, allowsFaults: true },
};

interface Instruction {
  readonly name: string;
  /** Sources first, in the order of their fields. */
  readonly registers: readonly number[];
}

function runsOf(source: string): ReadonlySet<string> {
  const assembled = assembleProgram(source, ANYWHERE);
  if (!assembled.ok) return new Set();
  const all = assembled.program.words.flatMap((word) => instructionOf(word) ?? []);
  const instructions = all.filter(({ name, registers }, at) => !endsConstant(all[at - 1], name, registers));
  const runs = new Set<string>();
  for (let at = 0; at + RUN <= instructions.length; at++) runs.add(textOf(instructions.slice(at, at + RUN)));
  return runs;
}

function textOf(instructions: readonly Instruction[]): string {
  const numbers = new Map<number, number>();
  const numberOf = (register: number) => {
    if (register === ZERO || register === STACK_POINTER) return `x${register}`;
    const number = numbers.get(register) ?? numbers.size;
    numbers.set(register, number);
    return number;
  };
  return instructions.map(({ name, registers }) => [name, ...registers.map(numberOf)].join(" ")).join(",");
}

const ZERO = 0;
const STACK_POINTER = 2;

const opcodeOf = (word: number): number => word & 0x7f;
const BY_OPCODE = new Map(
  ENCODINGS.map(({ bits }) => [
    opcodeOf(bits),
    ENCODINGS.filter((one) => opcodeOf(one.bits) === opcodeOf(bits)),
  ]),
);

/** Undefined for an unknown instruction or one without an effect. */
function instructionOf(word: number): Instruction | undefined {
  const encoding = BY_OPCODE.get(opcodeOf(word))?.find(
    ({ bits, format }) => (word & ~OPERAND_MASK[format]) >>> 0 === bits,
  );
  if (encoding === undefined || doesNothing(encoding, word)) return undefined;
  const { name, format } = encoding;
  const [d, a, b] = [rdOf(word), rs1Of(word), rs2Of(word)];
  switch (format) {
    case "register":
      return { name, registers: [a, b, d] };
    case "immediate":
      return name === "addi" && a === ZERO ? { name: CONSTANT, registers: [d] } : { name, registers: [a, d] };
    case "shift":
    case "load":
      return { name, registers: [a, d] };
    case "store":
      return { name, registers: [b, a] };
    case "branch":
      return { name: immediateOfB(word) < 0 ? `${name} back` : name, registers: [a, b] };
    case "upper":
      return { name: CONSTANT, registers: [d] };
    case "jump":
      return { name, registers: [d] };
    case "csr":
      return { name: `${name} ${word >>> 20}`, registers: [a, d] };
    case "csr-immediate":
      return { name: `${name} ${word >>> 20}`, registers: [d] };
    case "load-reserved":
      return { name, registers: [a, d] };
    case "atomic":
      return { name, registers: [a, b, d] };
    default:
      return { name, registers: [] };
  }
}

/** Addresses and constants, whatever their value. A large one takes two instructions, and counts as one. */
const CONSTANT = "constant";

function endsConstant(before: Instruction | undefined, name: string, [from, to]: readonly number[]): boolean {
  const isBegun = before?.name === CONSTANT && before.registers[0] === from;
  return isBegun && name === "addi" && from === to;
}

function doesNothing({ name, format }: Encoding, word: number): boolean {
  if (rdOf(word) === 0) return ["register", "immediate", "shift", "upper"].includes(format);
  return name === "addi" && immediateOfI(word) === 0 && rdOf(word) === rs1Of(word);
}
