/** Chooses the story of an experiment: that of one of its machines. */
import { hasStory } from "../../scenarios/stories/index.ts";
import type { Experiment } from "./paper.ts";

/** Id of the built-in scenario that runs without changes, otherwise of one that the experiment varies. */
export function storyScenario({ runs }: Experiment): string | undefined {
  const told = Object.values(runs).filter(({ scenario }) => hasStory(scenario));
  return (told.find(({ set }) => Object.keys(set).length === 0) ?? told[0])?.scenario;
}
