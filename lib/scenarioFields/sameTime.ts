/** A change that is tried is compared with the run before, over the same simulated time: the run has as many cycles more as
 * its clock is faster. */
import { RUN_CYCLE_LIMIT } from "../../scenarios/base/limits.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Path } from "../expressions/index.ts";

export interface FieldValue {
  readonly path: Path;
  readonly value: unknown;
}

/** The change of the field, plus the run length if the field is the clock. `original` is the scenario that was opened.
 * If the run has the simulated time of its run, it keeps it to the cycle however often the clock changes. */
export function changesTogether(
  scenario: Scenario,
  { path, value }: FieldValue,
  original: Scenario = scenario,
): readonly FieldValue[] {
  const changed: FieldValue = { path, value };
  if (path.join(".") !== "machine.clockHertz" || typeof value !== "number" || !(value > 0)) return [changed];
  const isAsOpened = cyclesAt(original, scenario.machine.clockHertz) === scenario.runCycles;
  return [changed, { path: ["runCycles"], value: cyclesAt(isAsOpened ? original : scenario, value) }];
}

/** Length of the scenario's run at another clock. */
export function cyclesAt({ runCycles, machine }: Scenario, clockHertz: number): number {
  const cycles = Math.round((runCycles * clockHertz) / machine.clockHertz);
  return Math.min(RUN_CYCLE_LIMIT, Math.max(1, cycles));
}
