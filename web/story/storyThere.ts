/** Whether the open item has a story. */
import { hasStory } from "../../scenarios/stories/index.ts";
import type { AppState } from "../state/store.ts";

export type Open = Pick<AppState, "scenario" | "origin">;

/** Id of the original of a changed built-in scenario. */
export function builtinId({ origin }: Open): string | undefined {
  return origin?.kind === "bundled" ? origin.id : undefined;
}

export function isStoryThere(open: Open): boolean {
  const id = builtinId(open);
  return open.scenario?.story !== undefined || (id !== undefined && hasStory(id));
}
