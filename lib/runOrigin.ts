/** What the results of one run came of. */
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

/** Of what decides what a run gives, seed and length included: the same machine in other words has the same hash. */
export function scenarioHash(scenario: Scenario): string {
  const { name: _, description, source, story, knobs, ...machine } = scenario;
  return digestOf(canonicalText(machine));
}
