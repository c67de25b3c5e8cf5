import type { Scenario } from "../../scenarios/format/schema.ts";
import type { AppState, ScenarioBase, ScenarioOrigin } from "./store.ts";

/** What a scenario that is loaded now was made from; one that was not edited is its own base. */
export function baseOf(
  scenario: Scenario,
  origin: ScenarioOrigin,
  before: Pick<AppState, "original" | "origin">,
): ScenarioBase {
  if (origin.kind !== "edit") return { scenario, origin };
  if (origin.of !== undefined) return origin.of;
  return before.original === undefined || before.origin === undefined
    ? { scenario, origin: { kind: "link" } }
    : { scenario: before.original, origin: before.origin };
}
