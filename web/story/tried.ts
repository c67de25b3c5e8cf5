/** Results so far of trying an action. */
import type { Measured } from "../../lib/metrics/measure.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { StoryStep } from "../../scenarios/story/story.ts";

/** Effect of an action on its metric, over the whole run. */
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

/** True if the answer to a step's question is known. With a change to try, it is known only after the try. */
export function isAnswerKnown({ do: action }: Pick<StoryStep, "do">, tried: Tried | undefined): boolean {
  return action === undefined || tried?.status === "done" || tried?.status === "failed";
}

/** Runs a scenario to a cycle beside the page. */
export type Measure = (scenario: Scenario, runCycles: number) => Promise<Measured>;
