/** The origin of the results of one run. */
import type { CoreModule } from "../core-wasm/binding/index.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { canonicalText, digestOf } from "./labs/digest.ts";
import { originOf, type RunOrigin } from "./origin.ts";

export const runOrigin = (
  core: Pick<CoreModule, "version">,
  scenario: Scenario,
  command: string,
): RunOrigin => ({
  ...originOf(core, command),
  scenarioHash: scenarioHash(scenario),
});

/** Hash of everything that decides the result of a run, including seed and length. The same machine with another name
 * or description has the same hash. */
export function scenarioHash(scenario: Scenario): string {
  const { name: _, description, source, story, knobs, ...machine } = scenario;
  return digestOf(canonicalText(machine));
}
