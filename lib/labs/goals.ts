/** Decides if a machine at the end of its run meets one goal of a task, and reports what is missing. nearBest is judged
 * elsewhere, because it depends on the other goals. */
import { SIM_PROGRAM_MEMORY_BASE } from "../../core-wasm/binding/layout.gen.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { MRET, RET } from "../assembler/encodings.ts";
import { registerName, registerNumber } from "../assembler/registers.ts";
import { exceptionName } from "../events/traps.ts";
import type { Outcome } from "../papers/outcome.ts";
import type { LabBench, Ran } from "./bench.ts";
import { digestOf } from "./digest.ts";
import { countOf, instructionsBetween } from "./instructions.ts";
import type { LabGoal, LabStep } from "./lab.ts";
import { withWords } from "./machines.ts";
import { filledText, templatesOf } from "./templates.ts";
import { unmetPart } from "./unmet.ts";
import { placeBehind } from "./value.ts";

export interface GoalMet {
  readonly met: boolean;
  /** The actual contents where they differ from the goal. Undefined if the goal and the value beside it say everything. */
  readonly message?: string;
  /** Set if the goal is missed in a cycle before the last one. */
  readonly cycle?: number | undefined;
}

/** The goal for a machine of its `alsoOn`. */
export function goalOn(goal: LabGoal, machine: string): LabGoal {
  const { console: shown, memory } = goal;
  const text = shown?.on?.[machine];
  const words = memory?.on?.[machine];
  return {
    ...goal,
    console: shown && text !== undefined ? { ...shown, [kindOf(shown)]: text } : shown,
    memory: memory && words !== undefined ? { ...memory, words } : memory,
  };
}

function kindOf({ equals, as }: NonNullable<LabGoal["console"]>): "equals" | "contains" | "as" {
  if (as !== undefined) return "as";
  return equals === undefined ? "contains" : "equals";
}

/** Without `ran`, judges the unchanged machine of the step. */
export async function goalMet(bench: LabBench, step: LabStep, goal: LabGoal, ran?: Ran): Promise<GoalMet> {
  return met(bench, step, goal, { ran, isTold: true });
}

/** Judges another machine of the lab. The message hides wanted contents that come from the lab or from a reference
 * program, because a program could contain them as constants. */
export async function goalMetOn(
  machine: string,
  bench: LabBench,
  step: LabStep,
  goal: LabGoal,
  ran: Ran,
): Promise<GoalMet> {
  return met(bench, step, goalOn(goal, machine), { ran, isTold: false });
}

interface Looked {
  readonly ran: Ran | undefined;
  /** True if messages name the wanted contents. */
  readonly isTold: boolean;
  /** True before the end of the run. */
  readonly isEarlier?: boolean;
}

async function met(bench: LabBench, step: LabStep, goal: LabGoal, looked: Looked): Promise<GoalMet> {
  const message = await fault(bench, step, goal, looked);
  if (message !== undefined) return { met: false, ...(message === "" ? {} : { message }) };
  const { between } = goal;
  const earlier = between === undefined ? goal : { text: goal.text, goal: between, points: 0 };
  // The condition between two handlers has only values of the program's own run.
  const isTold = looked.isTold || between !== undefined;
  for await (const ran of earlierRuns(bench, goal, looked.ran)) {
    const found = await fault(bench, step, earlier, { ran, isTold, isEarlier: true });
    const cycle = ran.scenario.runCycles;
    if (found !== undefined)
      return { met: false, cycle, message: `at cycle ${cycle}: ${found || "the condition does not hold"}` };
  }
  return { met: true };
}

/** Undefined if the goal is met. Empty if its condition says enough. */
async function fault(
  bench: LabBench,
  step: LabStep,
  goal: LabGoal,
  looked: Looked,
): Promise<string | undefined> {
  const { ran, isTold, isEarlier = false } = looked;
  const found = await missing(bench, step, goal, looked);
  if (found !== undefined || goal.goal === undefined) return found;
  const { value } = await bench.valueOf(step, goal.goal, ran);
  if (value === true) return undefined;
  // Early in the run a value may not exist yet, such as a latency before the first frame.
  const isLacking = bench.vocabularyOf(step, ran?.scenario).missingLabels(goal.goal).length > 0;
  if (value === undefined && isEarlier && !isLacking) return undefined;
  return (isTold ? await unmetPart(bench, step, goal, ran) : undefined) ?? "";
}

/** The program in the cycles before the last one in which the goal is checked. The lab's own machine is checked only at
 * its end. */
async function* earlierRuns(
  bench: LabBench,
  { looks = 0, between }: LabGoal,
  ran: Ran | undefined,
): AsyncGenerator<Ran> {
  if (ran === undefined) return;
  const runTo = async (runCycles: number): Promise<Ran> => {
    const scenario = { ...ran.scenario, runCycles };
    return { scenario, outcome: await bench.run(scenario) };
  };
  for (let look = 0; look < looks; look++) {
    const there = await runTo(cycleOf(bench, ran.scenario, look, looks));
    const entered = between === undefined ? undefined : there.outcome.handlers?.running?.entered;
    yield entered === undefined ? there : await runTo(Math.max(1, entered));
  }
}

/** One cycle in each of `looks` equal parts of the run. */
function cycleOf(
  { lab, seed, draw = "" }: LabBench,
  { name, runCycles }: Scenario,
  look: number,
  looks: number,
): number {
  const chosen = Number.parseInt(digestOf(`${lab.id} ${seed} ${draw} ${name} ${look}`).slice(0, 8), 16);
  const startOf = (part: number) => 1 + Math.floor((part * (runCycles - 1)) / looks);
  const first = startOf(look);
  return first + (chosen % Math.max(1, startOf(look + 1) - first));
}

async function missing(
  bench: LabBench,
  step: LabStep,
  { console: wanted, memory, registers, unchanged }: LabGoal,
  looked: Looked,
): Promise<string | undefined> {
  const changed = unchanged && changedBetween(bench, step, unchanged, looked.ran);
  if (changed !== undefined) return changed;
  if (registers !== undefined) return changedRegister(bench, step, registers, looked.ran);
  if (wanted !== undefined) return missingOnConsole(bench, step, wanted, looked);
  return memory && missingInMemory(bench, step, memory, looked);
}

// ---- consoles ----

async function missingOnConsole(
  bench: LabBench,
  step: LabStep,
  { name, equals, contains, as }: NonNullable<LabGoal["console"]>,
  { ran, isTold }: Looked,
): Promise<string | undefined> {
  const { sent, text } = sentBy(ran?.outcome ?? (await bench.outcomeOf(step.machine)), name);
  const shown = withNewLines(text);
  if (as !== undefined) {
    const wanted = withNewLines(sentBy(await bench.outcomeOf(as), name).text);
    return firstDifference(name, linesOf(wanted), linesOf(shown), isTold);
  }
  if (equals === undefined) {
    const wanted = await filled(bench, step, contains ?? "", ran);
    return shown.includes(wanted) ? undefined : notSent(name, isTold ? wanted : undefined, shown);
  }
  const wanted = await filled(bench, step, equals, ran);
  const kept = new TextEncoder().encode(text).length;
  return sent > kept
    ? `console ${name} has sent ${sent} characters, and only the last ${kept} are kept`
    : firstDifference(name, linesOf(wanted), linesOf(shown), isTold);
}

function sentBy({ consoles }: Outcome, name: string): { readonly sent: number; readonly text: string } {
  return consoles?.find((one) => one.console === name) ?? { sent: 0, text: "" };
}

function notSent(name: string, wanted: string | undefined, shown: string): string {
  const last = linesOf(shown).at(-1);
  if (wanted === undefined)
    return last === undefined
      ? `console ${name} has sent nothing`
      : `console ${name} has not sent the expected text; its last line is ${JSON.stringify(last)}`;
  return last === undefined
    ? `console ${name} has sent nothing, not ${JSON.stringify(wanted)}`
    : `console ${name} has not sent ${JSON.stringify(wanted)}, its last line is ${JSON.stringify(last)}`;
}

function firstDifference(
  name: string,
  wanted: readonly string[],
  shown: readonly string[],
  isTold: boolean,
): string | undefined {
  const at = Array.from({ length: Math.max(wanted.length, shown.length) }).findIndex(
    (_, index) => wanted[index] !== shown[index],
  );
  if (at < 0) return undefined;
  const [asked, there] = [wanted[at], shown[at]];
  if (there === undefined)
    return isTold
      ? `line ${at + 1} of console ${name} is missing: ${JSON.stringify(asked)}`
      : `line ${at + 1} of console ${name} is missing`;
  if (asked === undefined)
    return `line ${at + 1} of console ${name} is one too many: ${JSON.stringify(there)}`;
  return !isTold
    ? `line ${at + 1} of console ${name} is wrong: ${JSON.stringify(there)}`
    : `line ${at + 1} of console ${name} is ${JSON.stringify(there)}, not ${JSON.stringify(asked)}`;
}

const withNewLines = (text: string): string => text.replaceAll("\r\n", "\n");

/** A line feed at the end does not start another line. */
function linesOf(text: string): readonly string[] {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** Numbers in plain digits, as a program sends them. */
async function filled(bench: LabBench, step: LabStep, text: string, ran?: Ran): Promise<string> {
  const templates = templatesOf(text, bench.vocabularyOf(step, ran?.scenario));
  const needs = templates.flatMap(({ quantity }) => (typeof quantity === "string" ? [] : quantity.needs));
  return filledText(text, templates, await bench.measured(step, new Set(needs), ran), plainText);
}

/** Removes errors of binary fractions, which no program sends or stores. */
const plain = (value: number): number => Number(value.toPrecision(PLAIN_DIGITS));
const plainText = (value: number): string => String(plain(value));
const PLAIN_DIGITS = 12;

// ---- memory ----

const WORD_BYTES = 4;

async function missingInMemory(
  bench: LabBench,
  step: LabStep,
  { at, words, within, lag }: NonNullable<LabGoal["memory"]>,
  { ran, isTold }: Looked,
): Promise<string | undefined> {
  const amountOf = async (text: string | undefined) => {
    const value = text === undefined ? 0 : (await bench.valueOf(step, text, ran)).value;
    return typeof value === "number" ? value : 0;
  };
  const [width, most] = [await amountOf(within), await amountOf(lag)];
  for (const [index, word] of words.entries()) {
    const place = placeBehind(at, WORD_BYTES * index);
    const value = typeof word === "number" ? word : (await bench.valueOf(step, word, ran)).value;
    const { value: found } = await bench.valueOf(step, `word[${JSON.stringify(place)}]`, ran);
    if (typeof found !== "number") return noPlace(bench, step, place, ran);
    if (typeof value !== "number") return `the expected word at ${place} has no value: ${word}`;
    const wanted = plain(value);
    const above = found - (wanted < 0 ? wanted + 2 ** 32 : wanted);
    if (above > width || -above > Math.max(width, most))
      return isTold || isOfOwnRun(word)
        ? `the word at ${place} is ${wordText(found)}, not ${wordText(wanted)}`
        : `the word at ${place} is wrong: ${wordText(found)}`;
  }
  return undefined;
}

/** True for a metric of the same run, which no other machine gives away. */
const isOfOwnRun = (word: number | string): boolean => typeof word === "string" && !word.includes("run[");

// ---- registers and instructions ----

/** A handler that is still running may be working, unless it has run for longer than this. */
const HANDLER_CYCLE_LIMIT = 20_000;

async function changedRegister(
  bench: LabBench,
  step: LabStep,
  { but }: NonNullable<LabGoal["registers"]>,
  ran: Ran | undefined,
): Promise<string | undefined> {
  const scenario = ran?.scenario ?? bench.scenarioOf(step.machine);
  const { handlers } = ran?.outcome ?? (await bench.outcomeOf(step.machine));
  const free = new Set(but.map((name) => registerNumber(String(withWords(name, bench.chosen)))));
  const first = handlers?.changed.find(({ register }) => !free.has(register));
  if (first !== undefined) {
    const { register, returned, before, after } = first;
    return `${registerName(register)} changed in the handler, first at cycle ${returned}: from ${registerText(before)} to ${registerText(after)}`;
  }
  if (handlers?.astray !== undefined) {
    const { entered, returned } = handlers.astray;
    return `the handler entered in cycle ${entered} returned in cycle ${returned} to another instruction than the interrupted one`;
  }
  const running = handlers?.running;
  if (running === undefined || scenario.runCycles - running.entered <= HANDLER_CYCLE_LIMIT) return undefined;
  const { entered, exception } = running;
  const isLacking = countOf(scenario, MRET) < countOf(bench.scenarioOf(step.machine), MRET);
  if (isLacking && countOf(scenario, RET) > 0)
    return `the handler entered in cycle ${entered} has never returned: ret ends a call, a handler ends with mret`;
  if (exception === undefined) return `the handler entered in cycle ${entered} has never returned`;
  const { mcause, address, cycle } = exception;
  return `the handler entered in cycle ${entered} has never returned: the instruction at ${hexText(address)} raised the exception ${exceptionName(mcause)} (mcause ${mcause}) in cycle ${cycle}`;
}

function changedBetween(
  bench: LabBench,
  step: LabStep,
  labels: readonly [string, string],
  ran: Ran | undefined,
): string | undefined {
  const wanted = instructionsBetween(bench.scenarioOf(step.machine), labels) ?? [];
  const found = ran === undefined ? wanted : instructionsBetween(ran.scenario, labels);
  const [from, to] = labels;
  if (found === undefined) return `the labels ${from} and ${to} are missing or in another order`;
  const at = Array.from({ length: Math.max(wanted.length, found.length) }).findIndex(
    (_, index) => wanted[index]?.text !== found[index]?.text,
  );
  if (at < 0) return undefined;
  const line = found[at]?.line ?? found.at(-1)?.line;
  return `line ${line} is changed: the program from ${from} to ${to} must stay as it is`;
}

function noPlace(bench: LabBench, step: LabStep, place: string, ran?: Ran): string {
  const [label] = bench.vocabularyOf(step, ran?.scenario).missingLabels(`word[${JSON.stringify(place)}]`);
  return label === undefined
    ? `${place} is not in the memory of programs`
    : `no program has the label ${label}`;
}

function wordText(value: number): string {
  if (!Number.isInteger(value)) return String(value);
  return `${value} (${hexText(value)})`;
}

/** Addresses in hexadecimal digits. */
const registerText = (value: number): string =>
  value >= SIM_PROGRAM_MEMORY_BASE && value < 2 ** 31 ? hexText(value) : String(value);

const hexText = (value: number): string => `0x${(value >>> 0).toString(16).padStart(2 * WORD_BYTES, "0")}`;
