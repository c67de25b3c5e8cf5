/** Rules of locks, of the steps that take and return them, of threads in machine mode, and of programs: they assemble, and
 * fit into the core and into the memory that they share. */

import {
  SIM_PROGRAM_LIMIT,
  SIM_PROGRAM_MEMORY_BASE,
  SIM_PROGRAM_MEMORY_LIMIT,
} from "../../core-wasm/binding/layout.gen.ts";
import { quotedVisibly } from "../../lib/assembler/visible.ts";
import { assembleProgram } from "../compile/assembleProgram.ts";
import {
  INSTRUCTION_BYTES,
  initialWords,
  type PlacedRoutine,
  placeRoutines,
  programMemoryBytes,
} from "../compile/programs.ts";
import type { Lock, Routine, Scenario, Step, Thread } from "../format/schema.ts";
import { contextsOf, placeOf } from "../software/contexts.ts";
import { someStep } from "../software/steps.ts";
import type { Check } from "./checking.ts";

/** Locks, and the steps that take and return them. */
export function checkLocks(check: Check): void {
  check.scenario.software.locks.forEach((lock, index) => {
    const field = `software.locks[${index}]`;
    for (const key of ["acquire", "poll", "release"] as const) {
      const routine = key === "poll" ? pollOf(lock) : lock[key];
      if (routine !== undefined) check.refers(`${field}.${key}`, "routine", routine);
    }
    if (lock.kind === "spin" && lock.acquire === undefined && lock.poll === undefined) {
      check.fail(
        `${field}.poll`,
        "is missing: a spinning thread needs a routine to run, `poll` or `acquire`",
      );
    }
  });
}

function pollOf(lock: Lock): string | undefined {
  return lock.kind === "spin" ? lock.poll : undefined;
}

type LockStep = Extract<Step, { do: "lock" | "unlock" }>;

export function checkLockStep(check: Check, thread: Thread, step: LockStep, field: string): void {
  if (!check.refers(`${field}.lock`, "lock", step.lock)) return;
  const other = step.do === "lock" ? "unlock" : "lock";
  const isPaired = someStep(thread.steps, (one) => one.do === other && one.lock === step.lock);
  if (!isPaired) {
    const name = quotedVisibly(step.lock);
    check.fail(
      field,
      step.do === "lock"
        ? `takes a lock that it never gives back: ${name} has no unlock in this thread`
        : `gives back a lock that it never takes: ${name} has no lock in this thread`,
    );
  }
  const lock = check.scenario.software.locks.find((one) => one.name === step.lock);
  if (lock?.kind === "sleep" && thread.start.on !== "always") {
    check.fail(field, `only a permanent thread may sleep for a lock; this one starts on ${thread.start.on}`);
  }
}

/** Threads in machine mode. */
export function checkHarts(scenario: Scenario, fail: (field: string, message: string) => void): void {
  scenario.software.threads.forEach((thread, index) => {
    if (thread.machineMode) checkHart(scenario, thread, `software.threads[${index}]`, fail);
  });
}

function checkHart(
  scenario: Scenario,
  thread: Thread,
  field: string,
  fail: (field: string, message: string) => void,
): void {
  const { machine, software } = scenario;
  if (thread.start.on !== "always") {
    fail(`${field}.start.on`, "of a thread in machine mode is always: its traps are its own");
  }
  if (thread.context === "any") {
    fail(`${field}.context`, "of a thread in machine mode is a number: the context is its mhartid");
  }
  if (!thread.interruptsEnabled) {
    fail(`${field}.interruptsEnabled`, "of a thread in machine mode is true: mstatus says when traps come");
  }
  if (software.scheduler.policy !== "none") {
    fail(
      "software.scheduler.policy",
      "is none where a thread is in machine mode: no other shares its context",
    );
  }
  const [step] = thread.steps;
  const routine = step?.do === "exec" && software.routines.find(({ name }) => name === step.routine);
  if (thread.steps.length !== 1 || routine === false || routine?.kind !== "program") {
    fail(`${field}.steps`, "of a thread in machine mode are one: an exec of a program");
  } else if (step?.do === "exec" && step.layer !== undefined) {
    fail(`${field}.steps[0].layer`, "must be omitted in machine mode: the register mlayer gives it");
  }
  const own = contextsOf(scenario, thread);
  software.threads.forEach((other, index) => {
    if (other === thread) return;
    const isOnlyContext = machine.core.policy === "single" && placeOf(machine, other).core === thread.core;
    if (!isOnlyContext && !contextsOf(scenario, other).some((context) => own.includes(context))) return;
    fail(
      `software.threads[${index}].context`,
      `is that of ${quotedVisibly(thread.name)}, which is in machine mode and has its context for itself`,
    );
  });
}

/** Bound of `codeAddress` in core-wasm/src/cpu/code/program.c. */
const CODE_ADDRESS_LIMIT = SIM_PROGRAM_MEMORY_BASE - 4 * SIM_PROGRAM_LIMIT;

/** `countMore` receives the number of errors that are not listed. */
export function checkPrograms(
  scenario: Scenario,
  fail: (field: string, message: string) => void,
  countMore: (errors: number) => void,
): void {
  if (!scenario.software.routines.some(({ kind }) => kind === "program")) return;
  const placed = placeRoutines(scenario, assembleProgram);
  const memoryBytes = programMemoryBytes(scenario, placed);
  if (memoryBytes > SIM_PROGRAM_MEMORY_LIMIT) {
    fail(
      "software.programs",
      `data and stacks take ${memoryBytes} bytes, and ${SIM_PROGRAM_MEMORY_LIMIT} are allowed`,
    );
  }
  let words = 0;
  placed.forEach(({ codeAddress, program }, index) => {
    if (program === undefined) return;
    const field = `software.routines[${index}]`;
    if (program.elfRefused !== undefined) fail(`${field}.program.elf`, program.elfRefused);
    checkElfAddresses(scenario, index, placed, fail);
    checkSources(scenario.software.routines[index], `${field}.sources`, fail);
    const { errors = [], errorCount = 0 } = program.refused ?? {};
    for (const { line, column, message } of errors) {
      fail(`${field}.program.source`, `line ${line}, column ${column}: ${message}`);
    }
    countMore(errorCount - errors.length);
    if (codeAddress > CODE_ADDRESS_LIMIT) {
      fail(`${field}.codeAddress`, `is ${codeAddress}, at most ${CODE_ADDRESS_LIMIT}`);
    }
    if (program.assembled === undefined) return;
    const data = initialWords(program.assembled);
    words += program.assembled.words.length + data.length;
    const end = program.dataAddress - SIM_PROGRAM_MEMORY_BASE + program.assembled.data.length;
    if (program.assembled.data.length > 0 && end > memoryBytes) {
      fail(`${field}.dataAddress`, `its data end beyond the memory of programs, ${memoryBytes} bytes`);
    }
  });
  if (words > SIM_PROGRAM_LIMIT) {
    fail(
      "software.routines",
      `have ${words} words of programs and their data in total, but the limit is ${SIM_PROGRAM_LIMIT}`,
    );
  }
}

type Fail = (field: string, message: string) => void;

/** A linked file must be at the addresses for which it was linked. */
function checkElfAddresses(
  { software }: Scenario,
  index: number,
  placed: readonly PlacedRoutine[],
  fail: Fail,
): void {
  const routine = software.routines[index];
  const own = placed[index];
  if (routine?.kind !== "program" || routine.program.elf === undefined || own === undefined) return;
  const field = `software.routines[${index}]`;
  for (const name of ["codeAddress", "dataAddress"] as const)
    if (routine[name] !== "auto") fail(`${field}.${name}`, "comes from the linked file and must be omitted");
  const ranges = rangesOf(own);
  placed.forEach((other, otherIndex) => {
    if (otherIndex === index || (otherIndex > index && isElf(software.routines[otherIndex]))) return;
    const both = rangesOf(other).find(([from, to]) =>
      ranges.some(([begin, end]) => from < end && begin < to),
    );
    if (both !== undefined)
      fail(
        `${field}.program.elf`,
        `lies over ${software.routines[otherIndex]?.name} at 0x${both[0].toString(16)}`,
      );
  });
}

function checkSources(routine: Routine | undefined, field: string, fail: Fail): void {
  const sources = routine?.kind === "program" ? (routine.sources ?? []) : [];
  if (sources.length > 0 && !isElf(routine)) fail(field, "belong to a linked file (elf)");
  const files = sources.map(({ file }) => file);
  files.forEach((file, index) => {
    const first = files.indexOf(file);
    if (first < index) fail(`${field}[${index}].file`, `is also the name of ${field}[${first}]`);
  });
}

const isElf = (routine: Routine | undefined): boolean =>
  routine?.kind === "program" && routine.program.elf !== undefined;

/** Address ranges of code and data, from and to. */
function rangesOf({ codeAddress, program }: PlacedRoutine): readonly (readonly [number, number])[] {
  const { assembled, dataAddress = 0 } = program ?? {};
  if (assembled === undefined) return [];
  const { words, data } = assembled;
  return [
    [codeAddress, codeAddress + words.length * INSTRUCTION_BYTES],
    ...(data.length === 0 ? [] : [[dataAddress, dataAddress + data.length] as const]),
  ];
}
