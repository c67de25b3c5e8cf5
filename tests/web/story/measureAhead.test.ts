/** A story's numbers are measured before its steps are reached: its own machine first, then other scenarios in order. */
import { expect, it } from "vitest";
import type { Measured } from "../../../lib/metrics/measure.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { filledStory } from "../../../scenarios/stories/index.ts";
import { measureAhead } from "../../../web/story/measureAhead.ts";
import { builtin } from "../../boundary/support.ts";

const STORY = filledStory({
  title: "T",
  steps: [
    { caption: "{interrupts} now, {end: interrupts} at the end" },
    { caption: "{of handler-least-save: interrupts} and {of handler-full-save: interrupts}" },
    {
      caption: "{of handler-least-save: instructions}",
      question: { text: "?", choices: ["a", "b"], right: 1, answer: "{of one-packet: interrupts}" },
    },
  ],
});

async function measured(isTold: () => boolean): Promise<readonly string[]> {
  const runs: string[] = [];
  const measure = async (scenario: Scenario, cycles: number): Promise<Measured> => {
    runs.push(`${scenario.name} ${cycles}`);
    throw new Error("what fails here is tried again by the step");
  };
  await measureAhead(STORY, await builtin("handler-own-context"), measure, isTold);
  return runs;
}

it("a story measures each run once, to its end", async () => {
  expect(await measured(() => true)).toEqual([
    "A handler in a context of its own 400000",
    "A handler that saves what it uses 400000",
    "A handler that saves every register 400000",
    expect.stringMatching(/^One packet \d+$/),
  ]);
});

it("a story measures no further run once it is closed", async () => {
  let count = 0;
  expect(await measured(() => ++count < 3)).toHaveLength(2);
});
