/** A thread's steps as the core runs them: `while` becomes jumps, names become indices. */
import type { SimCondition, SimStepOp } from "../../core-wasm/binding/layout.gen.ts";
import { STATUS_BIT_VALUE, type StatusBit } from "./core.ts";
import type { LineChoice } from "./lines.ts";
import type { Condition, Step } from "./schema.ts";

export interface FlatStep {
  readonly op: SimStepOp;
  readonly condition: SimCondition;
  /** Routine, NIC, line, queue or thread, by op. */
  readonly index: number;
  /** Jump target, counted from the thread's first step. */
  readonly target: number;
  readonly bits: number;
  /** As a reader would say it. */
  readonly label: string;
}

/** Indices by name. */
export interface Indices {
  readonly line: (choice: LineChoice) => number;
  readonly nic: ReadonlyMap<string, number>;
  readonly queue: ReadonlyMap<string, number>;
  readonly routine: ReadonlyMap<string, number>;
  readonly thread: ReadonlyMap<string, number>;
}

/** Every thread ends with an explicit return, so that each jump has a step to land on. */
export function flattenThread(steps: readonly Step[], indices: Indices): readonly FlatStep[] {
  const flat: FlatStep[] = [];
  flattenInto(flat, steps, indices);
  flat.push({ ...PLAIN, op: "return", label: "return" });
  return flat;
}

/** Number of steps that `flattenThread` gives. */
export function flatLength(steps: readonly Step[]): number {
  return 1 + bodyLength(steps);
}

function bodyLength(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + (step.do === "while" ? 2 + bodyLength(step.steps) : 1), 0);
}

const PLAIN = { condition: "rx-not-empty", index: 0, target: 0, bits: 0 } as const;

function flattenInto(flat: FlatStep[], steps: readonly Step[], indices: Indices): void {
  for (const step of steps) {
    if (step.do === "while") flattenWhile(flat, step, indices);
    else flat.push(flatStep(step, indices));
  }
}

function flattenWhile(flat: FlatStep[], step: Extract<Step, { do: "while" }>, indices: Indices): void {
  const test = flat.length;
  const target = test + bodyLength(step.steps) + 2;
  flat.push({
    op: "jump-unless",
    condition: step.condition.on,
    index: conditionIndex(step.condition, indices),
    target,
    bits: 0,
    label: `while ${step.condition.on}`,
  });
  flattenInto(flat, step.steps, indices);
  flat.push({ ...PLAIN, op: "jump", target: test, label: "repeat" });
}

function conditionIndex(condition: Condition, indices: Indices): number {
  return condition.on === "queue-not-empty"
    ? indexOf(indices.queue, condition.queue)
    : indexOf(indices.nic, condition.nic);
}

function flatStep(step: Exclude<Step, { do: "while" }>, indices: Indices): FlatStep {
  switch (step.do) {
    case "exec":
      return {
        ...PLAIN,
        op: step.do,
        index: indexOf(indices.routine, step.routine),
        label: `exec ${step.routine}`,
      };
    case "acknowledge": {
      const bits = statusBits(step.bits);
      const label = `acknowledge ${step.bits.join(", ")}`;
      return { ...PLAIN, op: step.do, index: indexOf(indices.nic, step.nic), bits, label };
    }
    case "take-frame":
    case "give-frame":
    case "reap":
      return {
        ...PLAIN,
        op: step.do,
        index: indexOf(indices.nic, step.nic),
        label: `${step.do} ${step.nic}`,
      };
    case "mask":
    case "unmask":
      return {
        ...PLAIN,
        op: step.do,
        index: indices.line(step),
        label: `${step.do} ${step.line ?? step.nic}`,
      };
    case "put":
    case "take":
    case "wait":
      return {
        ...PLAIN,
        op: step.do,
        index: indexOf(indices.queue, step.queue),
        label: `${step.do} ${step.queue}`,
      };
    case "raise":
      return {
        ...PLAIN,
        op: step.do,
        index: indexOf(indices.thread, step.thread),
        label: `raise ${step.thread}`,
      };
    case "deliver":
    case "return":
      return { ...PLAIN, op: step.do, label: step.do };
  }
}

export function statusBits(bits: readonly StatusBit[]): number {
  return bits.reduce((sum, bit) => sum | STATUS_BIT_VALUE[bit], 0);
}

export function indexOf(indices: ReadonlyMap<string, number>, name: string): number {
  const index = indices.get(name);
  if (index === undefined) throw new Error(`no such name: ${name}`);
  return index;
}
