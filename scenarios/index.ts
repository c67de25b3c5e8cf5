/** The scenarios that come with irqscope, for page and command alike. */
import type { BuiltinScenario } from "./builtin.ts";
import { DEMOS } from "./demos/index.ts";
import { PAPER_SCENARIOS } from "./papers/scenarios.ts";

export type { BuiltinScenario, Opening, ScenarioGroup } from "./builtin.ts";

export const BUILTIN_SCENARIOS: readonly BuiltinScenario[] = [...DEMOS, ...PAPER_SCENARIOS];
/** Scenarios that a list offers. */
export const LISTED_SCENARIOS = BUILTIN_SCENARIOS.filter(({ isVariant }) => isVariant !== true);

/** The scenario as a file that names it as its base gets it. Undefined if there is none. */
export const builtinBase = async (id: string): Promise<unknown> => builtinScenario(id)?.written();

export function builtinScenario(id: string): BuiltinScenario | undefined {
  return BUILTIN_SCENARIOS.find((scenario) => scenario.id === id);
}
