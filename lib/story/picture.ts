/** What a step of a story shows, however the reader came to it: by Next, back, or by a link to the step. */
import type { Story, StoryPlace } from "../../scenarios/story/story.ts";
import { isSame } from "../scenarioFields/same.ts";

export interface StepPicture {
  /** Built-in scenario whose machine is shown; undefined: the one that the story tells of. */
  readonly scenario: string | undefined;
  /** Undefined: no step so far has named a place. */
  readonly at: StoryPlace | undefined;
  /** run: all of it; undefined: no step so far has said how much. */
  readonly visibleCycles: number | "run" | undefined;
}

/** A step that names no place stands where the step before it stands. */
export function pictureOf({ steps }: Pick<Story, "steps">, index: number): StepPicture {
  const told = steps.slice(0, index + 1);
  const at = told.findLast((step) => step.at !== undefined)?.at;
  const own = steps[index]?.visibleCycles;
  if (at?.on === "end") return { scenario: steps[index]?.scenario, at, visibleCycles: own ?? "run" };
  return { scenario: steps[index]?.scenario, at, visibleCycles: own ?? closeUp(told) };
}

/** How much the last of these steps that stands amid the run shows. */
export function closeUp(steps: Story["steps"]): number | undefined {
  return steps.findLast(({ at, visibleCycles }) => visibleCycles !== undefined && at?.on !== "end")
    ?.visibleCycles;
}

/** Next from the step before it would change nothing. */
export function repeatsPicture(story: Pick<Story, "steps">, index: number): boolean {
  return index > 0 && isSame(pictureOf(story, index), pictureOf(story, index - 1));
}
