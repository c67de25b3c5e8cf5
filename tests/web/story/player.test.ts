/** The player of stories, on a page that keeps what it is told: a link to a step shows what Next shows. */
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { loadStory, STORIES } from "../../../scenarios/stories/index.ts";
import type { Story } from "../../../scenarios/story/story.ts";
import type { Session } from "../../../web/state/session.ts";
import { createStoryPlayer, type StoryPlayer } from "../../../web/story/player.ts";
import { builtin } from "../../boundary/support.ts";

interface Page {
  readonly player: StoryPlayer;
  /** Machine, moment and zoom. */
  readonly picture: () => string;
}

const untold = await builtin("ring-overflow");

/** A moment of a run, by what is sought: the machine is not asked. */
const momentOf = (scenario: Scenario, place: object): number =>
  [...JSON.stringify([scenario.name, place])].reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e6,
    7,
  );

function openPage(editMs = 0): Page {
  let scenario = untold;
  let [playhead, zoom] = [0, ""];
  const actions = new Proxy(
    {
      seek: (cycle: number) => {
        playhead = cycle;
      },
      showCycles: (from: number, to: number) => {
        zoom = `${from} to ${to}`;
      },
      editScenario: async (changed: Scenario) => {
        if (editMs > 0) await setTimeout(editMs);
        scenario = changed;
        return { status: "running" };
      },
    },
    // Everything else is of no account here.
    { get: (known: Readonly<Record<string, unknown>>, name: string) => known[name] ?? (() => undefined) },
  );
  const session = {
    store: { getState: () => ({ scenario, playing: false }), subscribe: () => () => {} },
    live: { playhead: { get: () => playhead, subscribe: () => () => {} } },
    actions,
    find: async (place: object) => momentOf(scenario, place),
  } as unknown as Session;
  const player = createStoryPlayer(session, () => Promise.reject(new Error("nothing is measured")));
  return { player, picture: () => JSON.stringify([scenario.name, playhead, zoom]) };
}

const isThere = async ({ player }: Page, step: number) =>
  expect
    .poll(
      () => {
        const state = player.store.getState();
        return state?.step === step && state.status === "there";
      },
      { interval: 2 },
    )
    .toBe(true);

async function storyOf(id: string): Promise<Story> {
  const story = await loadStory(id);
  if (story === undefined) throw new Error(`no story ${id}`);
  return story;
}

it.each(Object.keys(STORIES))(
  "a link to a step of %s shows what Next shows, and never what the step before showed",
  async (id) => {
    const story = await storyOf(id);
    const walked = openPage();
    let before = "";
    for (const step of story.steps.keys()) {
      if (step === 0) walked.player.open(story);
      else walked.player.go(step);
      await isThere(walked, step);
      const linked = openPage();
      linked.player.open(story, step);
      await isThere(linked, step);
      expect(linked.picture(), `step ${step + 1}`).toBe(walked.picture());
      expect(walked.picture(), `step ${step + 1}`).not.toBe(before);
      before = walked.picture();
    }
  },
);

it("goes back to the machine of the story when a step that shows another one is left", async () => {
  const story = await storyOf("ring-overflow");
  const page = openPage();
  const other = story.steps.findIndex(({ scenario }) => scenario !== undefined);
  page.player.open(story, other);
  await isThere(page, other);
  expect(page.picture()).not.toContain('"Ring overflow"');
  page.player.go(other - 1);
  await isThere(page, other - 1);
  expect(page.picture()).toContain('"Ring overflow"');
});

it("goes two steps back at once on a machine that is slow to come back", async () => {
  const story = await storyOf("handler-full-save");
  const other = story.steps.findIndex(({ scenario }) => scenario !== undefined);
  const linked = openPage();
  linked.player.open(story, other - 2);
  await isThere(linked, other - 2);
  const page = openPage(20);
  page.player.open(story, other);
  await isThere(page, other);
  page.player.go(other - 1);
  page.player.go(other - 2);
  await isThere(page, other - 2);
  expect(page.picture()).toBe(linked.picture());
});
