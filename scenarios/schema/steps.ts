/** Walking through a thread's steps. */
import type { Condition, PlainCondition, Step } from "./schema.ts";

/** Steps that stand inside this one. */
export function stepsInside(step: Step): readonly Step[] {
  if (step.do === "while") return step.steps;
  return step.do === "if" ? [...step.steps, ...step.else] : [];
}

export function someStep(steps: readonly Step[], matches: (step: Step) => boolean): boolean {
  return steps.some((step) => matches(step) || someStep(stepsInside(step), matches));
}

export function plainConditions(condition: Condition): readonly PlainCondition[] {
  return condition.on === "all" ? condition.of : [condition];
}
