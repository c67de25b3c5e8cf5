/** The scenarios of Start here: each exists, is listed, and asks what its story answers. */
import { expect, it } from "vitest";
import { LISTED_SCENARIOS } from "../../../scenarios/index.ts";
import { loadStory } from "../../../scenarios/stories/index.ts";
import { START_HERE } from "../../../web/scenarios/gallery/builtinCards.ts";
import { GALLERY } from "../../../web/text/de/gallery.ts";

const SECONDS_PER_STEP = [15, 45] as const;

it.each(START_HERE)(
  "$id: its question in Start here is the title of its story, at most as long",
  async (step) => {
    expect(LISTED_SCENARIOS.map(({ id }) => id)).toContain(step.id);
    const story = await loadStory(step.id);
    expect(story?.title).toEqual({
      en: step.question(),
      de: (GALLERY as Record<string, string>)[step.question()],
    });
    const [least, most] = SECONDS_PER_STEP.map((seconds) => (seconds * (story?.steps.length ?? 0)) / 60);
    expect(step.minutes).toBeGreaterThanOrEqual(least ?? 0);
    expect(step.minutes).toBeLessThanOrEqual(most ?? 0);
  },
);

it("Start here names no scenario twice", () => {
  expect(new Set(START_HERE.map(({ id }) => id)).size).toBe(START_HERE.length);
});
