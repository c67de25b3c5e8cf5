/** Which built-in scenarios a short address may name for what is open. */
import { isSame } from "../../../lib/scenarioFields/same.ts";
import type { BuiltinScenario } from "../../../scenarios/builtin.ts";
import { minimalScenario } from "../../../scenarios/format/format.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS, builtinScenario } from "../../../scenarios/index.ts";
import type { AppState } from "../../state/store.ts";
import type { Names } from "../share.ts";

/** `other`: what it is compared with. */
export async function namesOf(
  { original, origin }: Pick<AppState, "original" | "origin">,
  other?: Scenario,
): Promise<Names> {
  const builtin = origin?.kind === "bundled" ? builtinScenario(origin.id) : undefined;
  if (builtin === undefined || original === undefined) return { base: undefined };
  return {
    base: { builtin, scenario: original },
    other: other === undefined ? undefined : await builtinLike(other),
  };
}

async function builtinLike(scenario: Scenario): Promise<BuiltinScenario | undefined> {
  const builtin = BUILTIN_SCENARIOS.find(({ name }) => name === scenario.name);
  const loaded = await builtin?.load().catch(() => undefined);
  const isIt = loaded?.ok && isSame(minimalScenario(loaded.scenario), minimalScenario(scenario));
  return isIt ? builtin : undefined;
}
