/** Warnings about studies or sweeps of captures that do not have the effect that a user expects. */
import type { ScenarioError } from "../../scenarios/base/messages.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { StudyPlan } from "./plan.ts";
import { windowsColumn } from "./replicates.ts";
import { seedLimit } from "./seeds.ts";

type Traffic = Scenario["traffic"][number];
type Capture = Traffic & { readonly kind: "trace" };

const isCapture = (one: Traffic): one is Capture => one.kind === "trace";

/** Several seeds of a machine whose traffic is recorded. */
export function seedWarnings(scenario: Scenario): readonly ScenarioError[] {
  return scenario.traffic.flatMap((one, index) => {
    if (!isCapture(one) || one.resample !== undefined) return [];
    const message =
      "is the same capture with every seed, so intervals say nothing about the traffic; windows of a longer capture are separate values (an axis of kind windows), and resample gives a range for such traffic";
    return [{ field: `traffic[${index}]`, message }];
  });
}

/** Captures that are longer than the run. */
export function lengthWarnings({ traffic, runCycles, machine }: Scenario): readonly ScenarioError[] {
  return traffic.flatMap((one, index) => {
    if (!isCapture(one) || one.loop !== "open") return [];
    const times = one.events.timesNanoseconds;
    const cycleOf = (nanoseconds: number) =>
      one.startCycle + ((nanoseconds * one.timeScalePermille) / 1000 / 1e9) * machine.clockHertz;
    const cut = times.length - countUntil(times, (time) => cycleOf(time) < runCycles);
    if (cut === 0) return [];
    const last = Math.ceil(cycleOf(times.at(-1) ?? 0));
    const end = one.resample === undefined ? `ends at cycle ${last}` : `ends about at cycle ${last}`;
    const message = `${end}, after the run's end, cycle ${runCycles}: ${cut} of ${times.length} events are cut off; runCycles or timeScalePermille changes that`;
    return [{ field: `traffic[${index}]`, message }];
  });
}

/** Times never fall. */
function countUntil(times: readonly number[], isBefore: (time: number) => boolean): number {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (isBefore(times[middle] ?? 0)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** If several points give the same warning, it names the first one. */
export function studyWarnings({ study, points }: StudyPlan): readonly ScenarioError[] {
  const found = new Map<string, ScenarioError>();
  const severalSeeds = seedLimit(study) > 1;
  for (const { scenario } of points) {
    const isCut = windowsColumn(study) !== undefined;
    const ofSeeds = severalSeeds && !isCut ? seedWarnings(scenario) : [];
    const warnings = [...ofSeeds, ...lengthWarnings(scenario)];
    for (const one of warnings) {
      const key = `${one.field} ${one.message.replaceAll(/\d+/g, "")}`;
      if (!found.has(key)) found.set(key, one);
    }
  }
  return [...found.values()];
}
