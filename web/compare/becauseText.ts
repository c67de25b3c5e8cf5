/** Names the two machines, and explains why the page shows them. */
import type { FieldDifference } from "../../lib/scenarioFields/differences.ts";
import { DEFAULT_SCENARIO_ID } from "../../scenarios/default.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { contextsOf } from "../../scenarios/software/contexts.ts";
import { t, translated } from "../text/t.ts";
import { formatInteger } from "../ui/format.ts";
import type { Because } from "./choosePair.ts";

/** Fields that change together with the number of contexts. */
const OF_CONTEXTS = /^machine\.core\.(policy|contexts)$|^software\.threads.*\.context$/;

/** Undefined if the reader has chosen B, if B is a copy, which has its own note, or if `contextsText` says everything.
 */
export function becauseText(
  because: Because | undefined,
  a: Scenario,
  b: Scenario,
  differences: readonly FieldDifference[],
): string | undefined {
  const other = hasOtherContexts(a, b, differences) ? undefined : t("B does the same job in another way.");
  switch (because) {
    case "first": {
      const first = t(
        "Unlike “{name}”, these two machines take an interrupt for nearly every packet. That is where contexts help most.",
        { name: translated(builtinScenario(DEFAULT_SCENARIO_ID)?.name ?? "") },
      );
      return other === undefined ? first : `${first} ${other}`;
    }
    case "counterpart":
      return other;
    case "unchanged":
      return t("B is A without its changes: the race shows what they do.");
    default:
      return undefined;
  }
}

/** The machines differ in their contexts, and in nothing else. */
export function areContextsAll(differences: readonly FieldDifference[]): boolean {
  return differences.every(({ name }) => OF_CONTEXTS.test(name));
}

/** Describes A and B if they differ only in the number of contexts and in the threads that have them. */
export function contextsText(
  a: Scenario,
  b: Scenario,
  differences: readonly FieldDifference[],
): string | undefined {
  return hasOtherContexts(a, b, differences) ? `A: ${contextWords(a)} B: ${contextWords(b)}` : undefined;
}

function hasOtherContexts(a: Scenario, b: Scenario, differences: readonly FieldDifference[]): boolean {
  return a.machine.core.contexts !== b.machine.core.contexts && areContextsAll(differences);
}

function contextWords(scenario: Scenario): string {
  const { contexts } = scenario.machine.core;
  if (contexts === 1) return t("one set of registers (context), which each interrupt saves and restores.");
  const count = formatInteger(contexts);
  return haveOwnContexts(scenario)
    ? t("{count} sets (contexts): each thread has its own, and nothing is saved.", { count })
    : t("{count} sets (contexts); some threads share one.", { count });
}

function haveOwnContexts(scenario: Scenario): boolean {
  const taken = scenario.software.threads.flatMap((thread) => contextsOf(scenario, thread));
  return new Set(taken).size === taken.length;
}
