/** Which two machines these are, and why the page shows them. */
import type { FieldDifference } from "../../lib/scenarioFields/differences.ts";
import { DEFAULT_SCENARIO_ID } from "../../scenarios/default.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { t, translated } from "../text/t.ts";
import { formatInteger } from "../ui/format.ts";
import type { Because } from "./choosePair.ts";

/** What a machine with another number of contexts is written with. */
const OF_CONTEXTS = /^machine\.core\.(policy|contexts)$|^software\.threads.*\.context$/;

/** Undefined: the reader has chosen B, or it is a copy, which says so itself. */
export function becauseText(
  because: Because | undefined,
  b: Scenario,
  differences: readonly FieldDifference[],
): string | undefined {
  switch (because) {
    case "first":
      return `${t(
        "Not “{name}”, but two machines where nearly every packet interrupts: there contexts save most.",
        {
          name: translated(builtinScenario(DEFAULT_SCENARIO_ID)?.name ?? ""),
        },
      )} ${otherText(b, differences)}`;
    case "counterpart":
      return otherText(b, differences);
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

/** What A and B are, where nothing but their contexts differs. */
export function contextsText(
  a: Scenario,
  b: Scenario,
  differences: readonly FieldDifference[],
): string | undefined {
  if (differences.length === 0 || !areContextsAll(differences)) return undefined;
  const said = { A: contextWords(a.machine.core.contexts), B: contextWords(b.machine.core.contexts) };
  return `A: ${said.A} B: ${said.B}`;
}

function contextWords(contexts: number): string {
  return contexts === 1
    ? t("one set of registers (context), which each interrupt saves and restores.")
    : t("{count} sets (contexts): handler and protocol have their own, and nothing is saved.", {
        count: formatInteger(contexts),
      });
}

function otherText({ machine }: Scenario, differences: readonly FieldDifference[]): string {
  if (!areContextsAll(differences)) return t("B does the same job in another way.");
  const { contexts } = machine.core;
  return contexts === 1
    ? t("B: the same machine with one context.")
    : t("B: the same machine with {count} contexts.", { count: formatInteger(contexts) });
}
