/** A scenario with another number of hardware contexts a core, policy and threads placed by one rule (docs/studies.md,
 * "Contexts"). */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { placeOf } from "../../scenarios/software/contexts.ts";
import { isSame } from "./same.ts";

/** What the number of contexts by this rule is called where fields are named; its whole path is the field alone. */
export const CONTEXTS = "contexts";

/** A value of it: number of contexts, policy and threads stay as the scenario has them. */
export const AS_IT_IS = "as it is";

/** Where the core switches by software or by events: one context saves and restores, several are switched by events;
 * contexts that take turns go on to do so. A core with a context for each of its threads gives each its own, in the
 * order of the list; with fewer, each start takes the context where most is free ("any"). A line that is steered to
 * a context stays steered. */
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

/** Of a value that was typed; AS_IT_IS changes nothing. It comes before all others: a field that is set besides keeps its
 * value. */
export function withContextsSet(scenario: Scenario, value: unknown): Scenario {
  return typeof value === "number" ? withContexts(scenario, value) : scenario;
}

/** Whether the rule, asked for the number of contexts that the scenario has, leaves it as it is. */
export function isByRule(scenario: Scenario): boolean {
  return isSame(withContexts(scenario, scenario.machine.core.contexts), scenario);
}
