/** A thread's steps as the core runs them: `while` becomes jumps, names become indices. */
import {
  type SimCondition,
  type SimLayer,
  type SimStepOp,
  sim_layer,
} from "../../core-wasm/binding/layout.gen.ts";
import {
  type DeviceName,
  deviceCondition,
  deviceNamed,
  deviceStep,
  isDeviceCondition,
  isDeviceStep,
} from "../devices/kinds.ts";
import { chosenName, type LineChoice } from "../devices/lines.ts";
import type { DeviceUse } from "../devices/schemas.ts";
import type { Condition, PlainCondition, Step } from "../format/schema.ts";
import { plainConditions } from "../software/steps.ts";

export interface FlatStep {
  readonly op: SimStepOp;
  readonly condition: SimCondition;
  /** Kind of the device that the index names. */
  readonly device: DeviceName;
  /** Routine, device, line, queue, lock or thread, by op. */
  readonly index: number;
  /** Receive ring of the NIC. */
  readonly ring: number;
  /** Jump target, counted from the thread's first step, or blocks of a disk request. */
  readonly target: number;
  /** Status bits, whether a put waits, or the layer of what takes time. */
  readonly bits: number;
  /** Cycles of a sleep. */
  readonly cycles: number;
  /** Text of the step for readers. */
  readonly label: string;
}

/** Indices by name. Devices are keyed by the key of their references. */
export interface Indices extends Readonly<Record<DeviceName, ReadonlyMap<string, number>>> {
  readonly line: (choice: LineChoice) => number;
  readonly queue: ReadonlyMap<string, number>;
  readonly lock: ReadonlyMap<string, number>;
  readonly routine: ReadonlyMap<string, number>;
  readonly thread: ReadonlyMap<string, number>;
}

/** Context of a step: the layer to which its routines are accounted unless they name another one. */
interface Scope extends Indices {
  /** Index of the thread. Omitted if only labels are needed. */
  readonly own?: number;
  readonly layer?: SimLayer | undefined;
}

/** Every thread ends with an explicit return, so that each jump has a step to land on. */
export function flattenThread(steps: readonly Step[], indices: Scope): readonly FlatStep[] {
  const flat: FlatStep[] = [];
  flattenInto(flat, steps, indices);
  flat.push({ ...PLAIN, op: "return", label: "return" });
  return flat;
}

/** Number of steps that `flattenThread` returns. */
export function flatLength(steps: readonly Step[]): number {
  return 1 + bodyLength(steps);
}

function bodyLength(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + lengthOf(step), 0);
}

function lengthOf(step: Step): number {
  switch (step.do) {
    case "while":
    case "repeat":
      return plainConditions(step.condition).length + bodyLength(step.steps) + 1;
    case "if":
      return plainConditions(step.condition).length + bodyLength(step.steps) + elseLength(step);
    case "system-call":
      return (step.enter === undefined ? 0 : 1) + bodyLength(step.steps) + (step.exit === undefined ? 0 : 1);
    default:
      return 1;
  }
}

/** The steps of `else`, and the jump over them. */
function elseLength(step: Extract<Step, { do: "if" }>): number {
  return step.else.length === 0 ? 0 : 1 + bodyLength(step.else);
}

const PLAIN = {
  condition: "rx-not-empty",
  device: "nic",
  index: 0,
  ring: 0,
  target: 0,
  bits: 0,
  cycles: 0,
} as const;

function flattenInto(flat: FlatStep[], steps: readonly Step[], indices: Scope): void {
  for (const step of steps) {
    if (step.do === "while") flattenWhile(flat, step, indices);
    else if (step.do === "repeat") flattenRepeat(flat, step, indices);
    else if (step.do === "if") flattenIf(flat, step, indices);
    else if (step.do === "system-call") flattenSystemCall(flat, step, { ...indices, layer: step.do });
    else flat.push(flatStep(step, indices));
  }
}

function flattenWhile(flat: FlatStep[], step: Extract<Step, { do: "while" }>, indices: Scope): void {
  const test = flat.length;
  flattenTests(flat, step.do, step.condition, test + lengthOf(step), indices);
  flattenInto(flat, step.steps, indices);
  flat.push({ ...PLAIN, op: "jump", target: test, label: "repeat" });
}

function flattenRepeat(flat: FlatStep[], step: Extract<Step, { do: "repeat" }>, indices: Scope): void {
  const first = flat.length;
  flattenInto(flat, step.steps, indices);
  flattenTests(flat, step.do, step.condition, first + lengthOf(step), indices);
  flat.push({ ...PLAIN, op: "jump", target: first, label: "repeat" });
}

function flattenIf(flat: FlatStep[], step: Extract<Step, { do: "if" }>, indices: Scope): void {
  const end = flat.length + lengthOf(step);
  const otherwise = step.else.length === 0 ? end : end - bodyLength(step.else);
  flattenTests(flat, step.do, step.condition, otherwise, indices);
  flattenInto(flat, step.steps, indices);
  if (step.else.length === 0) return;
  flat.push({ ...PLAIN, op: "jump", target: end, label: "else" });
  flattenInto(flat, step.else, indices);
}

function flattenSystemCall(flat: FlatStep[], step: Extract<Step, { do: "system-call" }>, scope: Scope): void {
  if (step.enter !== undefined)
    flat.push({ ...execStep(step.enter, undefined, scope), label: "enter kernel" });
  flattenInto(flat, step.steps, scope);
  if (step.exit !== undefined) flat.push({ ...execStep(step.exit, undefined, scope), label: "leave kernel" });
}

function layerBits(layer: SimLayer | undefined, scope: Scope): number {
  return sim_layer[layer ?? scope.layer ?? "idle"];
}

function execStep(routine: string, layer: SimLayer | undefined, scope: Scope): FlatStep {
  const index = indexOf(scope.routine, routine);
  return { ...PLAIN, op: "exec", index, bits: layerBits(layer, scope), label: `exec ${routine}` };
}

function flattenTests(
  flat: FlatStep[],
  word: string,
  condition: Condition,
  target: number,
  indices: Indices,
): void {
  for (const test of plainConditions(condition)) {
    const place = placeOf(test, indices);
    const label = `${word} ${test.on}`;
    flat.push({ ...PLAIN, op: "jump-unless", condition: test.on, ...place, target, label });
  }
}

function placeOf(
  condition: PlainCondition,
  indices: Indices,
): { index: number; ring: number; bits?: number } {
  if (isDeviceCondition(condition)) {
    return { index: deviceIn(condition, indices).index, ring: 0, ...deviceCondition(condition) };
  }
  switch (condition.on) {
    case "queue-not-empty":
    case "queue-not-full":
      return { index: indexOf(indices.queue, condition.queue), ring: 0 };
    case "budget-left":
      return { index: 0, ring: 0 };
  }
}

/** The device that a step or condition names. */
function deviceIn(use: object, indices: Indices): { device: DeviceName; index: number; name: string } {
  const named = deviceNamed(use);
  if (named === undefined) throw new Error("names no device");
  const { kind } = named.kind;
  return { device: kind, index: indexOf(indices[kind], named.name), name: named.name };
}

function flatDeviceStep(step: DeviceUse["step"], indices: Scope): FlatStep {
  const { device, index, name } = deviceIn(step, indices);
  return { ...PLAIN, device, index, label: `${step.do} ${name}`, ...deviceStep(step) };
}

function flatStep(
  step: Exclude<Step, { do: "while" | "repeat" | "if" | "system-call" }>,
  indices: Scope,
): FlatStep {
  if (isDeviceStep(step)) return flatDeviceStep(step, indices);
  switch (step.do) {
    case "exec":
      return execStep(step.routine, step.layer, indices);
    case "lock":
    case "unlock":
      return {
        ...PLAIN,
        op: step.do,
        index: indexOf(indices.lock, step.lock),
        bits: layerBits(step.layer, indices),
        label: `${step.do} ${step.lock}`,
      };
    case "mask":
    case "unmask":
      return {
        ...PLAIN,
        op: step.do,
        index: indices.line(step),
        label: `${step.do} ${chosenName(step)}`,
      };
    case "wait-raise":
      return {
        ...PLAIN,
        op: "wait",
        condition: "raised",
        index: indices.own ?? 0,
        label: "wait for a raise",
      };
    case "put":
      return {
        ...PLAIN,
        op: step.do,
        index: indexOf(indices.queue, step.queue),
        bits: step.whenFull === "wait" ? 1 : 0,
        label: `${step.do} ${step.queue}`,
      };
    case "sleep":
      return { ...PLAIN, op: step.do, cycles: step.cycles, label: `sleep ${step.cycles} cycles` };
    case "copy":
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
    case "unlock-cache":
      return { ...PLAIN, op: step.do, index: CACHE_INDEX[step.cache], label: `${step.do} ${step.cache}` };
    case "deliver":
    case "disable-interrupts":
    case "enable-interrupts":
    case "drop":
    case "yield":
    case "return":
      return { ...PLAIN, op: step.do, label: step.do };
  }
}

const CACHE_INDEX = { l1i: 0, l1d: 1, l2: 2 } as const;

export function indexOf(indices: ReadonlyMap<string, number>, name: string): number {
  const index = indices.get(name);
  if (index === undefined) throw new Error(`no such name: ${name}`);
  return index;
}
