/** Finds out what masked a line in the controller: its configuration or a step of a thread. */

import type { Machine } from "../../core-wasm/binding/index.ts";
import { flattenThread } from "../../scenarios/compile/flatten.ts";
import { indicesOf } from "../../scenarios/compile/names.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Thread } from "../../scenarios/software/software.ts";
import { stepsInside } from "../../scenarios/software/steps.ts";
import type { Steps, Traveller } from "../journeys/journey.ts";

/** `step`: its number in the thread, from 1 onwards, with those of the steps around it ("2.1"). Undefined if the search
 * did not find the step. */
export type MaskedSince =
  | { readonly kind: "start" }
  | { readonly kind: "step"; readonly thread: number; readonly step: string }
  | undefined;

interface MaskStep {
  readonly thread: number;
  /** Index among the steps as the core runs them. */
  readonly index: number;
  readonly step: string;
}

/** Cycles before a time in which the search begins, and those in which it ends. */
const LOOK_BACK_CYCLES = 1024;
const LOOK_BACK_LIMIT = 2 ** 18;

/** True if a step of a thread masks or unmasks the line. */
export function isSwitched(scenario: Scenario, line: number): boolean {
  return (["mask", "unmask"] as const).some((op) => stepsFor(scenario, op, line).length > 0);
}

export const isMasked = (machine: Machine, line: number): boolean =>
  machine.read(({ view }) => view.lines[line]?.masked === 1);

/** What masked the line, which is masked at this cycle. */
export function* maskedSince(run: Traveller, line: number, cycle: number): Steps<MaskedSince> {
  const { machine, scenario } = run;
  const steps = stepsFor(scenario, "mask", line);
  const atStart: MaskedSince = linesOf(scenario.machine)[line]?.masked ? { kind: "start" } : undefined;
  const [only] = steps;
  if (only === undefined) return atStart;
  if (steps.length === 1 && atStart === undefined) return sinceOf(only);
  for (let back = LOOK_BACK_CYCLES; back <= LOOK_BACK_LIMIT; back *= 4) {
    const from = Math.max(0, cycle - back);
    let last: MaskStep | undefined;
    yield* run.goTo(from);
    for (let before = stateOf(machine, line); machine.cycle < cycle; ) {
      run.step(machine.cycle + 1, 0);
      const now = stateOf(machine, line);
      if (now.masked && !before.masked) last = steps.find((one) => isPassed(one, before, now));
      before = now;
      yield;
    }
    if (last !== undefined) return sinceOf(last);
    if (from === 0) return atStart;
  }
  return undefined;
}

const sinceOf = ({ thread, step }: MaskStep): MaskedSince => ({ kind: "step", thread, step });

interface State {
  readonly masked: boolean;
  /** The present step of each thread that has started. */
  readonly steps: ReadonlyMap<number, number>;
}

function stateOf(machine: Machine, line: number): State {
  return machine.read(({ view }) => ({
    masked: view.lines[line]?.masked === 1,
    steps: new Map(
      Array.from({ length: view.frame_count }, (_, at) => [
        view.frames[at]?.thread ?? 0,
        view.frames[at]?.step ?? 0,
      ]),
    ),
  }));
}

/** True if the thread came past this step. A thread that lives always goes on with its first step. */
function isPassed({ thread, index }: MaskStep, before: State, now: State): boolean {
  const from = before.steps.get(thread) ?? -1;
  const to = now.steps.get(thread) ?? Number.POSITIVE_INFINITY;
  if (from === to) return false;
  return from < to ? from <= index && index < to : index >= from || index < to;
}

function stepsFor(scenario: Scenario, op: "mask" | "unmask", line: number): readonly MaskStep[] {
  const indices = indicesOf(scenario);
  return scenario.software.threads.flatMap(({ steps }, thread) => {
    const numbers = numbersOf(steps, op);
    const flat = flattenThread(steps, indices).map((step, index) => ({ step, index }));
    return flat
      .filter(({ step }) => step.op === op)
      .flatMap(({ step, index }, at) =>
        step.index === line ? [{ thread, index, step: numbers[at] ?? "" }] : [],
      );
  });
}

/** Numbers of the steps of this kind, in the order in which the core has them. */
function numbersOf(steps: Thread["steps"], op: "mask" | "unmask", before = ""): readonly string[] {
  return steps.flatMap((step, at) => {
    const number = `${before}${at + 1}`;
    const others = step.do === "if" ? step.else : [];
    const inside = stepsInside(step).slice(0, others.length === 0 ? undefined : -others.length);
    return [
      ...(step.do === op ? [number] : []),
      ...numbersOf(inside, op, `${number}.`),
      ...numbersOf(others, op, `${number}.else.`),
    ];
  });
}
