/** The action of a step: changes the open machine, and measures its metric before and after. */

import { withAction } from "../../lib/story/check.ts";
import { gapValue } from "../../lib/story/gap.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { StoryStep } from "../../scenarios/story/story.ts";
import type { Session } from "../state/session.ts";
import { type Measure, RUNNING, type Tried } from "./tried.ts";

export async function tryAction(
  { actions }: Pick<Session, "actions">,
  scenario: Scenario,
  action: NonNullable<StoryStep["do"]>,
  measure: Measure,
  onChange: (changed: Scenario, edit: Promise<unknown>) => void,
): Promise<Tried> {
  const changed = withAction(scenario, action);
  if (!changed.ok) return { ...RUNNING, status: "failed", message: changed.message };
  try {
    const numbers = Promise.all(
      [scenario, changed.scenario].map(async (one) =>
        gapValue(one, action.metric, await measure(one, one.runCycles)),
      ),
    );
    const edit = actions.editScenario(changed.scenario);
    onChange(changed.scenario, edit);
    const [[before, after], outcome] = await Promise.all([numbers, edit]);
    if (outcome.status === "refused") throw new Error(outcome.error.message);
    const unit = after?.unit ?? before?.unit ?? "";
    return { ...RUNNING, status: "done", before: before?.value, after: after?.value, unit };
  } catch (error) {
    return { ...RUNNING, status: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}
