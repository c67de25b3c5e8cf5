/** Decides if a machine at the end of its run meets one goal of a task, and reports what is missing. nearBest is judged
 * elsewhere, because it depends on the other goals. */
import type { LabBench, Ran } from "./bench.ts";
import type { LabGoal, LabStep } from "./lab.ts";
import { placeBehind } from "./programPlace.ts";
import { filledText, templatesOf } from "./templates.ts";

export interface GoalMet {
  readonly met: boolean;
  /** The actual contents where they differ from the goal. Undefined for a condition. */
  readonly message?: string;
}

/** The goal for a machine of its `alsoOn`. */
export function goalOn(goal: LabGoal, machine: string): LabGoal {
  const { console: shown, memory } = goal;
  const text = shown?.on?.[machine];
  const words = memory?.on?.[machine];
  return {
    ...goal,
    console:
      shown && text !== undefined
        ? { ...shown, ...(shown.equals === undefined ? { contains: text } : { equals: text }) }
        : shown,
    memory: memory && words !== undefined ? { ...memory, words } : memory,
  };
}

/** Without `ran`, judges the step's machine as the lab gives it. */
export async function goalMet(bench: LabBench, step: LabStep, goal: LabGoal, ran?: Ran): Promise<GoalMet> {
  return met(bench, step, goal, { ran, isTold: true });
}

/** Judges another machine of the lab. The message does not tell the wanted contents, because a program could hold them
 * as constants. */
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
}

async function met(bench: LabBench, step: LabStep, goal: LabGoal, looked: Looked): Promise<GoalMet> {
  const message = await missing(bench, step, goal, looked);
  if (message !== undefined) return { met: false, message };
  return {
    met: goal.goal === undefined || (await bench.valueOf(step, goal.goal, looked.ran)).value === true,
  };
}

async function missing(
  bench: LabBench,
  step: LabStep,
  { console: wanted, memory }: LabGoal,
  looked: Looked,
): Promise<string | undefined> {
  if (wanted !== undefined) return missingOnConsole(bench, step, wanted, looked);
  return memory && missingInMemory(bench, step, memory, looked);
}

// ---- consoles ----

async function missingOnConsole(
  bench: LabBench,
  step: LabStep,
  { name, equals, contains }: NonNullable<LabGoal["console"]>,
  { ran, isTold }: Looked,
): Promise<string | undefined> {
  const outcome = ran?.outcome ?? (await bench.outcomeOf(step.machine));
  const found = outcome.consoles?.find((one) => one.console === name);
  const { sent = 0, text = "" } = found ?? {};
  const shown = withNewLines(text);
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

function notSent(name: string, wanted: string | undefined, shown: string): string {
  const last = linesOf(shown).at(-1);
  if (wanted === undefined)
    return last === undefined
      ? `console ${name} has sent nothing`
      : `console ${name} has not sent what is wanted, its last line is ${JSON.stringify(last)}`;
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

/** A new line at the end does not begin another line. */
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

/** Rounds away errors of binary fractions, which no program sends or stores. */
const plain = (value: number): number => Number(value.toPrecision(PLAIN_DIGITS));
const plainText = (value: number): string => String(plain(value));
const PLAIN_DIGITS = 12;

// ---- memory ----

const WORD_BYTES = 4;

async function missingInMemory(
  bench: LabBench,
  step: LabStep,
  { at, words }: NonNullable<LabGoal["memory"]>,
  { ran, isTold }: Looked,
): Promise<string | undefined> {
  for (const [index, word] of words.entries()) {
    const place = placeBehind(at, WORD_BYTES * index);
    const value = typeof word === "number" ? word : (await bench.valueOf(step, word, ran)).value;
    const { value: found } = await bench.valueOf(step, `word[${JSON.stringify(place)}]`, ran);
    if (typeof found !== "number") return noPlace(bench, step, place, ran);
    if (typeof value !== "number") return `what is wanted at ${place} has no value: ${word}`;
    const wanted = plain(value);
    if (found !== (wanted < 0 ? wanted + 2 ** 32 : wanted))
      return isTold
        ? `the word at ${place} is ${wordText(found)}, not ${wordText(wanted)}`
        : `the word at ${place} is wrong: ${wordText(found)}`;
  }
  return undefined;
}

function noPlace(bench: LabBench, step: LabStep, place: string, ran?: Ran): string {
  const [label] = bench.vocabularyOf(step, ran?.scenario).missingLabels(`word[${JSON.stringify(place)}]`);
  return label === undefined
    ? `${place} is not in the memory of programs`
    : `no program has the label ${label}`;
}

function wordText(value: number): string {
  if (!Number.isInteger(value)) return String(value);
  const hex = (value >>> 0).toString(16).padStart(2 * WORD_BYTES, "0");
  return `${value} (0x${hex})`;
}
