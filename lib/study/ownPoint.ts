/** Finds the unchanged scenario among the points of its study: decides if a point equals it, and lists the values that
 * the axes lack if none does. */

import { readField } from "../../scenarios/base/fieldPath.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Study, StudyValue } from "../../scenarios/study/study.ts";
import { isSame } from "../scenarioFields/same.ts";
import { AS_IT_IS, isByRule } from "../scenarioFields/withContexts.ts";
import { type AxisStep, axisSteps, fixedSettings, type Setting } from "./points.ts";
import type { Target } from "./targets.ts";

/** Compares the machines. Ignores seed, length and texts, and for captures the chosen part and resampling. */
export function isOwnPoint(point: Scenario, scenario: Scenario): boolean {
  return isSame(machineOf(point), machineOf(scenario));
}

const NO_MACHINE: ReadonlySet<unknown> = new Set([
  "seed",
  "runCycles",
  "name",
  "description",
  "source",
  "story",
  "knobs",
]);

function machineOf({ traffic, ...scenario }: Scenario): unknown {
  const machine = Object.entries(scenario).filter(([field]) => !NO_MACHINE.has(field));
  return { ...Object.fromEntries(machine), traffic: traffic.map(withoutSample) };
}

function withoutSample(traffic: Scenario["traffic"][number]): unknown {
  if (traffic.kind !== "trace") return traffic;
  const { resample: _, events: __, ...recorded } = traffic;
  return recorded;
}

export interface OwnColumn {
  readonly column: string;
  /** The scenario's value; null if it omits the field. For fields of the run: the value in the first step of the axis.
   */
  readonly value: StudyValue;
  /** Seed, length, resampling and texts: no part of the machine. */
  readonly isOfRun: boolean;
}

export interface OwnGaps {
  /** Axes that always change the scenario, with the values that would leave it unchanged. */
  readonly axes: readonly { readonly axis: number; readonly columns: readonly OwnColumn[] }[];
  /** Fields that have another value at every point. */
  readonly set: readonly string[];
}

/** Explains why no point of the study equals the unchanged scenario. */
export function ownGaps(study: Study, scenario: Scenario): OwnGaps {
  const steps = axisSteps(study, scenario);
  const fixed = fixedSettings(study, scenario);
  const isOwn = (setting: Setting) =>
    isNoMachine(setting) || isSame(setting.value, ownValue(setting.target, scenario)) || isUntouched(setting);
  const axes = steps.ok ? steps.value : [];
  return {
    axes: axes.flatMap((ofAxis, axis) => {
      const [first = []] = ofAxis;
      if (first.length === 0 || ofAxis.some((step: AxisStep) => step.every(isOwn))) return [];
      return [{ axis, columns: first.map((one) => ownColumn(one, scenario)) }];
    }),
    set: (fixed.ok ? fixed.value : []).filter((one) => !isOwn(one)).map(({ column }) => column),
  };
}

function ownColumn(first: Setting, scenario: Scenario): OwnColumn {
  const isOfRun = isNoMachine(first);
  const value = isOfRun ? first.value : ownValue(first.target, scenario);
  return { column: first.column, value, isOfRun };
}

const isUntouched = ({ target, value }: Setting) => target.kind === "contexts" && value === AS_IT_IS;

const isNoMachine = ({ target }: Setting) =>
  target.kind === "window" ||
  (target.kind === "path" &&
    (NO_MACHINE.has(target.path[0]) || (target.path[0] === "traffic" && target.path.includes("resample"))));

/** The scenario's value of a field; null if it omits the field. If the rule for contexts would change threads or
 * policy, the value is AS_IT_IS. */
export function ownValue(target: Target, scenario: Scenario): StudyValue {
  if (target.kind === "contexts") return isByRule(scenario) ? scenario.machine.core.contexts : AS_IT_IS;
  return target.kind === "window" ? null : ((readField(scenario, target.path) ?? null) as StudyValue);
}
