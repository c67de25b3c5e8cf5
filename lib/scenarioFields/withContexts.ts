/** A scenario with another number of hardware contexts for each core. One rule sets policy and threads
 * (docs/studies.md, "Contexts"). */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { placeOf } from "../../scenarios/software/contexts.ts";
import { isSame } from "./same.ts";

/** Name of the field that sets the number of contexts by this rule. The whole path names the plain field. */
export const CONTEXTS = "contexts";

/** A value of that field: number of contexts, policy and threads of the scenario do not change. */
export const AS_IT_IS = "as it is";

/** Sets the number of contexts. If the core switches by software or by events: one context saves and restores, several
 * are switched by events. Contexts that take turns keep doing so. If the core has a context for each of its threads,
 * each thread gets its own, in the order of the list. With fewer contexts, each start takes the most free one ("any").
 * A line that is steered to a context stays steered. */
export function withContexts(scenario: Scenario, contexts: number): Scenario {
  const { machine, software } = scenario;
  const { policy } = machine.core;
  const isSwitched = policy === "single" || policy === "on-event";
  const chosen = isSwitched ? (contexts === 1 ? "single" : "on-event") : policy;
  const coreOf = software.threads.map((thread) => placeOf(machine, thread).core);
  const threads = software.threads.map((thread, index) => {
    const core = coreOf[index];
    const count = coreOf.filter((one) => one === core).length;
    const before = coreOf.slice(0, index).filter((one) => one === core).length;
    const own = count <= contexts ? before : ("any" as const);
    return { ...thread, context: contexts === 1 ? 0 : own };
  });
  return {
    ...scenario,
    machine: { ...machine, core: { ...machine.core, policy: chosen, contexts } },
    software: { ...software, threads },
  };
}

/** Applies a typed value. AS_IT_IS changes nothing. This change precedes all others, so a field that is also set
 * keeps its value. */
export function withContextsSet(scenario: Scenario, value: unknown): Scenario {
  return typeof value === "number" ? withContexts(scenario, value) : scenario;
}

/** True if the rule, applied with the scenario's own number of contexts, changes nothing. */
export function isByRule(scenario: Scenario): boolean {
  return isSame(withContexts(scenario, scenario.machine.core.contexts), scenario);
}
