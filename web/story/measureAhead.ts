/** Numbers of captions. Each run is made once. The whole run is made before its numbers are shown. */
import type { Measured } from "../../lib/metrics/measure.ts";
import { captionParts, textIn } from "../../lib/story/caption.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Story } from "../../scenarios/story/story.ts";
import { idle } from "../ui/idle.ts";
import { otherScenario } from "./otherScenario.ts";
import type { Measure } from "./tried.ts";

/** Each run to a cycle of a scenario is made once. */
export function measuredOnce(measure: Measure): Measure {
  const known = new WeakMap<Scenario, Map<number, Promise<Measured>>>();
  return (scenario, runCycles) => {
    const runs = known.get(scenario) ?? new Map<number, Promise<Measured>>();
    known.set(scenario, runs);
    const found = runs.get(runCycles);
    if (found !== undefined) return found;
    const made = measure(scenario, runCycles);
    runs.set(runCycles, made);
    // A failed run is tried again.
    made.catch(() => runs.delete(runCycles));
    return made;
  };
}

/** Measures the numbers at the end of the run before the step that shows them, and then those of other scenarios, one
 * after the other in the order of the steps. */
export async function measureAhead(
  story: Story,
  scenario: Scenario | undefined,
  measure: Measure | undefined,
  isTold: () => boolean,
): Promise<void> {
  if (scenario === undefined || measure === undefined) return;
  const ends = story.steps
    .flatMap(({ caption, question }) => [caption, question?.answer ?? ""])
    .flatMap((text) => captionParts(textIn(text, "en")))
    .flatMap((part) => (part.kind === "gap" && part.isAtEnd ? [part.of] : []));
  for (const id of new Set(ends)) {
    const one = id === undefined ? scenario : await otherScenario(id);
    await idle();
    if (!isTold()) return;
    if (one !== undefined) await measure(one, one.runCycles).catch(() => undefined);
  }
}
