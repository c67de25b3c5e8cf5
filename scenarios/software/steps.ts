/** The steps of a thread, including nested ones, and the layers to which its cycles are accounted. */

import { THREAD_LAYERS } from "./layers.ts";
import type { Software, System, Thread } from "./software.ts";
import type { Condition, PlainCondition, Step } from "./stepSchema.ts";

export function hasPrograms({ software }: { readonly software: Software }): boolean {
  return software.routines.some(({ kind }) => kind === "program");
}

type Layer = (typeof THREAD_LAYERS)[number];

const LAYER_MASK = 0xff;
/** Shift of the layer before the last trap. A return makes it the present layer. */
const BEFORE_SHIFT = 8;

/** A line that names the register, and the usual way to write it: a number, and no expression, is loaded right before. */
const NAMED = /^[^#\n]*\b(?:mlayer|0x7c1)\b/gm;
const WRITTEN =
  /^[^#\n]*\bli\s+(\w+)\s*,\s*(0[xX][0-9a-fA-F]+|0|[1-9]\d*)[ \t]*(?:#[^\n]*)?\n\s*csrw\s+(?:mlayer|0x7c1)\s*,\s*\1\b/gm;

/** Layers to which the cycles of a thread in machine mode may be accounted: an interrupt sets the driver's layer, and
 * its programs set others by `mlayer` (M-207). `sources` are those of its programs. Undefined stands for a program
 * without source, which may set any layer. */
export function hartLayers(sources: readonly (string | undefined)[]): ReadonlySet<Layer> {
  return new Set<Layer>(["driver-isr", ...sources.flatMap(layersWritten)]);
}

function layersWritten(source: string | undefined): readonly Layer[] {
  if (source === undefined) return THREAD_LAYERS;
  const values = Array.from(source.matchAll(WRITTEN), ([, , value = ""]) => Number(value));
  if (values.length < Array.from(source.matchAll(NAMED)).length) return THREAD_LAYERS;
  return values.flatMap((value) =>
    [value & LAYER_MASK, (value >> BEFORE_SHIFT) & LAYER_MASK].flatMap(
      (number) => THREAD_LAYERS[number - 1] ?? [],
    ),
  );
}

/** Steps inside this step. */
export function stepsInside(step: Step): readonly Step[] {
  if (step.do === "while" || step.do === "repeat" || step.do === "system-call") return step.steps;
  return step.do === "if" ? [...step.steps, ...step.else] : [];
}

export function someStep(steps: readonly Step[], matches: (step: Step) => boolean): boolean {
  return steps.some((step) => matches(step) || someStep(stepsInside(step), matches));
}

export function plainConditions(condition: Condition): readonly PlainCondition[] {
  return condition.on === "all" ? condition.of : [condition];
}

/** Layers that the cycles of the thread are accounted to, the scheduler's switches included. */
export function layersOfThread(
  { software }: Pick<System, "software">,
  thread: Thread,
): ReadonlySet<Thread["layer"]> {
  const layers = new Set([thread.layer]);
  if (software.scheduler.policy !== "none" || software.scheduler.tickWorkCycles > 0)
    layers.add("system-call");
  someStep(thread.steps, (step) => {
    if (step.do === "system-call") layers.add(step.do);
    if ("layer" in step && step.layer !== undefined) layers.add(step.layer);
    return false;
  });
  if (thread.machineMode) for (const layer of hartLayers(sourcesOf(software, thread))) layers.add(layer);
  return layers;
}

function sourcesOf({ routines }: System["software"], { steps }: Thread): readonly (string | undefined)[] {
  return routines.flatMap((routine) =>
    routine.kind === "program" &&
    someStep(steps, (step) => step.do === "exec" && step.routine === routine.name)
      ? [routine.program.source]
      : [],
  );
}
