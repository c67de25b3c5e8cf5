/** What trying an action has given so far. */
import type { Measured } from "../../lib/metrics/measure.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { StoryStep } from "../../scenarios/story/story.ts";

/** What an action did to its metric, over the whole run. */
export interface Tried {
  readonly status: "running" | "done" | "failed";
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly unit: string;
  /** Why it failed. */
  readonly message: string;
}

export const RUNNING: Tried = {
  status: "running",
  before: undefined,
  after: undefined,
  unit: "",
  message: "",
};

/** The answer of a step's question: not before what there is to try was tried. */
export function isAnswerKnown({ do: action }: Pick<StoryStep, "do">, tried: Tried | undefined): boolean {
  return action === undefined || tried?.status === "done" || tried?.status === "failed";
}

/** Runs a scenario to a cycle beside the page. */
export type Measure = (scenario: Scenario, runCycles: number) => Promise<Measured>;
