/** Walking through a thread's steps. */
import { hartLayers } from "./hartLayers.ts";
import type { System, Thread } from "./software.ts";
import type { Condition, PlainCondition, Step } from "./stepSchema.ts";

/** Steps that stand inside this one. */
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
