/** Stories of built-in scenarios, by the scenario's id. They are separate from the scenarios, because share links and
 * the first page do not need them (decision 0013). */
import type { Story, StoryInput, StoryPlace, StoryStep } from "../story/story.ts";

interface StoryModule {
  readonly default: unknown;
}

export const STORIES: Readonly<Record<string, () => Promise<StoryModule>>> = {
  "000-contexts": () => import("./000-contexts.story.json"),
  "000-entry": () => import("./000-entry.story.json"),
  "000-receive-one-context": () => import("./000-receive-one-context.story.json"),
  "000-send-one-context": () => import("./000-send-one-context.story.json"),
  "000-sources-one-context": () => import("./000-sources-one-context.story.json"),
  "000-trace-receive": () => import("./000-trace-receive.story.json"),
  "001-nat-hot": () => import("./001-nat-hot.story.json"),
  "001-nat-pinned": () => import("./001-nat-pinned.story.json"),
  "001-netperf": () => import("./001-netperf.story.json"),
  "001-netperf-hot": () => import("./001-netperf-hot.story.json"),
  "002-audio-24k": () => import("./002-audio-24k.story.json"),
  "002-audio-34k": () => import("./002-audio-34k.story.json"),
  "002-both-24k": () => import("./002-both-24k.story.json"),
  "002-both-34k": () => import("./002-both-34k.story.json"),
  "002-both-34k-weighted": () => import("./002-both-34k-weighted.story.json"),
  "003-64": () => import("./003-64.story.json"),
  "003-broadcast": () => import("./003-broadcast.story.json"),
  "004-smp": () => import("./004-smp.story.json"),
  "005-cortex-m3": () => import("./005-cortex-m3.story.json"),
  "006-click": () => import("./006-click.story.json"),
  "007-interrupts": () => import("./007-interrupts.story.json"),
  "007-napi": () => import("./007-napi.story.json"),
  "audio-ring": () => import("./audio-ring.story.json"),
  "button-overrun": () => import("./button-overrun.story.json"),
  capture: () => import("./capture.story.json"),
  "checksum-in-c": () => import("./checksum-in-c.story.json"),
  "two-port-router": () => import("./two-port-router.story.json"),
  "checksum-program": () => import("./checksum-program.story.json"),
  coalescing: () => import("./coalescing.story.json"),
  "deadline-thread": () => import("./deadline-thread.story.json"),
  "eight-cores": () => import("./eight-cores.story.json"),
  "figure-4": () => import("./figure-4.story.json"),
  "handler-full-save": () => import("./handler-full-save.story.json"),
  "handler-least-save": () => import("./handler-least-save.story.json"),
  "handler-own-context": () => import("./handler-own-context.story.json"),
  ksoftirqd: () => import("./ksoftirqd.story.json"),
  "load-use-four-contexts": () => import("./load-use-four-contexts.story.json"),
  "load-use-one-context": () => import("./load-use-one-context.story.json"),
  "lock-per-core": () => import("./lock-per-core.story.json"),
  "napi-budget": () => import("./napi-budget.story.json"),
  "napi-driver": () => import("./napi-driver.story.json"),
  "napi-livelock": () => import("./napi-livelock.story.json"),
  "napi-lost-wake-up": () => import("./napi-lost-wake-up.story.json"),
  "one-lock": () => import("./one-lock.story.json"),
  "one-packet": () => import("./one-packet.story.json"),
  "overload-one-context": () => import("./overload-one-context.story.json"),
  "overload-three-contexts": () => import("./overload-three-contexts.story.json"),
  "pinned-handler": () => import("./pinned-handler.story.json"),
  "preemptive-kernel": () => import("./preemptive-kernel.story.json"),
  "polling-driver": () => import("./polling-driver.story.json"),
  "priority-inversion": () => import("./priority-inversion.story.json"),
  "ring-overflow": () => import("./ring-overflow.story.json"),
  "ring-overflow-three-contexts": () => import("./ring-overflow-three-contexts.story.json"),
  "run-to-completion": () => import("./run-to-completion.story.json"),
  "time-slices": () => import("./time-slices.story.json"),
  "timer-network-disk": () => import("./timer-network-disk.story.json"),
  "top-and-bottom-half": () => import("./top-and-bottom-half.story.json"),
  "two-cores": () => import("./two-cores.story.json"),
  "weighted-contexts": () => import("./weighted-contexts.story.json"),
};

/** The story of the page itself, independent of the open machine. */
export async function loadTour(): Promise<Story> {
  return filledStory((await import("./tour.story.json")).default as StoryInput);
}

export function hasStory(id: string): boolean {
  return Object.hasOwn(STORIES, id);
}

/** The tests have validated it. Undefined if there is none. */
export async function loadStory(id: string): Promise<Story | undefined> {
  const load = Object.hasOwn(STORIES, id) ? STORIES[id] : undefined;
  return load === undefined ? undefined : filledStory((await load()).default as StoryInput);
}

/** Fills in defaults like the schema, because the page does not load the schema library. */
export function filledStory({ steps, ...rest }: StoryInput): Story {
  return { ...rest, steps: steps.map(filledStep) };
}

type StepInput = StoryInput["steps"][number];

function filledStep({ at, light = [], do: action, ...rest }: StepInput): StoryStep {
  return {
    ...rest,
    light,
    ...(at === undefined ? {} : { at: filledPlace(at) }),
    ...(action === undefined
      ? {}
      : {
          do:
            action.leadsTo === undefined
              ? withoutPlace(action)
              : { ...action, leadsTo: filledPlace(action.leadsTo) },
        }),
  };
}

function withoutPlace({ leadsTo: _, ...action }: NonNullable<StepInput["do"]>): NonNullable<StoryStep["do"]> {
  return action;
}

function filledPlace(place: NonNullable<StepInput["at"]>): StoryPlace {
  if (place.on === "cycle" || place.on === "end") return place;
  return { ...place, number: place.number ?? 1, after: place.after ?? 0 };
}
