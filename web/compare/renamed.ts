/** The name of a machine that was made from another. */
import { differencesOf } from "../../lib/scenarioFields/differences.ts";
import { NAME_CHARACTER_LIMIT } from "../../scenarios/base/limits.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { t, translated } from "../text/t.ts";
import { withinSentence } from "../text/withinSentence.ts";
import { valueText } from "../ui/fieldValue.ts";

/** B's name states the difference, so that no two machines of a talk have the same name. `what` describes the change if
 * the title of the field is not enough. */
export function renamed(a: Scenario, b: Scenario, what?: string): Scenario {
  const differences = differencesOf(a, b);
  const [only] = differences;
  if (only === undefined) return { ...b, name: a.name };
  const difference =
    what ??
    (differences.length === 1
      ? `${withinSentence(translated(only.title))} ${valueText(only.b, only.unit)}`
      : t("{count} fields changed", { count: differences.length }));
  const name = `${a.name}, ${difference}`;
  return name.length > NAME_CHARACTER_LIMIT ? b : { ...b, name };
}
