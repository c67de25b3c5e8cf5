/**
 * The picture at a step of a story. It is the same whether the reader came by Next, by Back, or by a link to
 * the step.
 */
import type { Story, StoryPlace } from "../../scenarios/story/story.ts";
import { isSame } from "../scenarioFields/same.ts";

export interface StepPicture {
  /** Built-in scenario whose machine is shown. Undefined for the story's own scenario. */
  readonly scenario: string | undefined;
  /** Built-in scenario whose machine is shown next to the first one. */
  readonly beside: string | undefined;
  /** Undefined if no step so far has named a place. */
  readonly at: StoryPlace | undefined;
  /** "run" shows the whole run. Undefined if no step so far has set the range. */
  readonly visibleCycles: number | "run" | undefined;
}

/** A step that names no place stays at the place of the previous step. */
export function pictureOf({ steps }: Pick<Story, "steps">, index: number): StepPicture {
  const told = steps.slice(0, index + 1);
  const at = told.findLast((step) => step.at !== undefined)?.at;
  const { scenario, beside, visibleCycles: own } = steps[index] ?? {};
  const visibleCycles = own ?? (at?.on === "end" ? "run" : closeUp(told));
  return { scenario, beside, at, visibleCycles };
}

/** The visible range of the last of these steps that is not at the end of the run. */
export function closeUp(steps: Story["steps"]): number | undefined {
  return steps.findLast(({ at, visibleCycles }) => visibleCycles !== undefined && at?.on !== "end")
    ?.visibleCycles;
}

/** True if Next from the previous step would change nothing. */
export function repeatsPicture(story: Pick<Story, "steps">, index: number): boolean {
  return index > 0 && isSame(pictureOf(story, index), pictureOf(story, index - 1));
}
