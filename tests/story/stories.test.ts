/** Runs every step of every built-in story: its moment and its highlighted part exist, its numbers have values, and its
 * action has the stated effect. */
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { createMachine, type Machine, sim_event_kind } from "../../core-wasm/binding/index.ts";
import type { Path } from "../../lib/expressions/index.ts";
import { finished, travelFromStart } from "../../lib/journeys/fromStart.ts";
import { offeredKnobs } from "../../lib/knobs/offered.ts";
import { type Measured, measureRun } from "../../lib/metrics/measure.ts";
import { loadPapers } from "../../lib/papers/gallery.ts";
import { storyScenario } from "../../lib/papers/storyScenario.ts";
import { tryField } from "../../lib/scenarioFields/change.ts";
import { captionParts } from "../../lib/story/caption.ts";
import { storyFaults, withAction } from "../../lib/story/check.ts";
import { gapValue } from "../../lib/story/gap.ts";
import { pictureOf } from "../../lib/story/picture.ts";
import { explain } from "../../lib/why/explain.ts";
import { findTarget } from "../../lib/why/find.ts";
import { readRecords } from "../../lib/why/records.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { DEMOS } from "../../scenarios/demos/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS, builtinScenario } from "../../scenarios/index.ts";
import { filledStory, loadTour, STORIES } from "../../scenarios/stories/index.ts";
import { partFault } from "../../scenarios/story/parts.ts";
import {
  type Story,
  type StoryInput,
  type StoryText,
  storySchema,
  textsOf,
} from "../../scenarios/story/story.ts";
import { DATA, PAGE } from "../../web/text/de/index.ts";
import { fastCore } from "../support/cores.ts";
import { long, someOf } from "../support/long.ts";

const core = await fastCore();
const FULL_STORY_STEPS = [5, 9] as const;

/** The page has a thin space between groups of digits, in both languages. */
const UNLIKE_THE_PAGE = /\d{4}|\d[.,]\d{3}/;

/** The German names of the page and its scenarios. */
const NAMES: ReadonlySet<string> = new Set([
  ...Object.values(PAGE),
  ...BUILTIN_SCENARIOS.map(({ name }) => (DATA as Readonly<Record<string, string>>)[name] ?? name),
]);

function germanLabels({ knobs = [] }: Scenario): readonly string[] {
  return knobs.flatMap(({ label = "" }) => (typeof label === "string" ? label : label.de));
}

/** Each file is read once. */
function once<T>(make: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (id) => {
    const made = known.get(id) ?? make(id);
    known.set(id, made);
    return made;
  };
}

const scenarioOf = once(async (id): Promise<Scenario> => {
  const loaded = await builtinScenario(id)?.load();
  if (!loaded?.ok) throw new Error(`no scenario ${id}`);
  return loaded.scenario;
});

const readStory = once(async (id): Promise<Story> => {
  const module = await STORIES[id]?.();
  return storySchema.parse(module?.default);
});

/** Started machines by their scenario as a text. They continue where the last search ended. */
const begun = new Map<string, Machine>();

function machineAt(scenario: Scenario, cycle: number): Machine {
  const key = JSON.stringify(scenario);
  const known = begun.get(key);
  const machine =
    known !== undefined && known.cycle <= cycle ? known : createMachine(core, compileScenario(scenario));
  begun.set(key, machine);
  machine.step(cycle);
  return machine;
}

type EventStep = Extract<Story["steps"][number]["at"], { readonly on: "event" }>;

/** One run from cycle 0 onwards, with a search for events of some kinds. */
class Search {
  readonly machine: Machine;
  readonly #end: number;
  readonly #mask: number;
  readonly #seen: { readonly cycle: number; readonly kinds: number }[] = [];

  constructor(scenario: Scenario, kinds: readonly EventStep["event"][]) {
    this.machine = createMachine(core, compileScenario(scenario));
    this.#end = scenario.runCycles;
    this.#mask = kinds.reduce((mask, kind) => mask | (1 << sim_event_kind[kind]), 0);
  }

  /** Runs to the next event, or to a cycle. */
  #goOn(until: number): void {
    const kinds = this.machine.step(until, this.#mask);
    if (kinds !== 0) this.#seen.push({ cycle: this.machine.cycle, kinds });
  }

  runTo(cycle: number): void {
    while (this.machine.cycle < cycle) this.#goOn(cycle);
  }

  /** The cycle right after the number-th event after a cycle. Undefined: there is none. */
  find({ event, number, after }: EventStep): number | undefined {
    const mask = 1 << sim_event_kind[event];
    let found = 0;
    for (let at = 0; ; at++) {
      while (at >= this.#seen.length && this.machine.cycle < this.#end) this.#goOn(this.#end);
      const one = this.#seen[at];
      if (one === undefined) return undefined;
      if (one.cycle > after && (one.kinds & mask) !== 0) found += 1;
      if (found === number) return one.cycle;
    }
  }
}

const cyclesKnown = new Map<Story, readonly (number | undefined)[]>();

/** The cycle at which the machine stops for each step. Actions of earlier steps are kept. */
async function cyclesOf(scenario: Scenario, story: Story): Promise<readonly (number | undefined)[]> {
  const known = cyclesKnown.get(story);
  if (known !== undefined) return known;
  const searches = new Map<Scenario, Search>();
  const kinds = story.steps.flatMap(({ at }) => (at?.on === "event" ? [at.event] : []));
  const cycles: (number | undefined)[] = [];
  for (const index of story.steps.keys()) {
    const { at, scenario: other } = pictureOf(story, index);
    if (at?.on === "condition") throw new Error("a built-in story stands at cycles and events");
    const of = other === undefined ? scenario : await scenarioOf(other);
    // Whole runs of the large machines are made for the long list.
    if (at === undefined || at.on === "end") cycles.push(at && of.runCycles);
    else {
      const search = searches.get(of) ?? new Search(of, kinds);
      searches.set(of, search);
      if (at.on === "cycle") search.runTo(at.cycle);
      const cycle = at.on === "cycle" ? at.cycle : search.find(at);
      if (search.machine.cycle === cycle) keepRun(of, search.machine);
      cycles.push(cycle);
    }
  }
  cyclesKnown.set(story, cycles);
  for (const [of, { machine }] of searches) begun.set(JSON.stringify(of), machine);
  return cycles;
}

const runs = new Map<string, Measured>();

const runKey = (scenario: Scenario, cycle: number) => `${cycle} ${JSON.stringify(scenario)}`;

function keepRun(scenario: Scenario, machine: Machine): Measured {
  const measured = measureRun(machine);
  runs.set(runKey(scenario, machine.cycle), measured);
  return measured;
}

/** A run of one machine to one cycle is made once. */
function measuredAt(scenario: Scenario, cycle: number): Measured {
  return runs.get(runKey(scenario, cycle)) ?? keepRun(scenario, machineAt(scenario, cycle));
}

function wholeRun(scenario: Scenario, expression: string): number {
  return gapValue(scenario, expression, measuredAt(scenario, scenario.runCycles))?.value ?? Number.NaN;
}

/** Numbers in figures in the caption: those of the machine or of the action. */
function figuresIn(text: string): readonly number[] {
  const plain = captionParts(text).flatMap((part) => (part.kind === "text" ? [part.text] : []));
  return Array.from(plain.join(" ").matchAll(/\d[\d,.\u202f]*/g), ([figure]) =>
    Number(figure.replace(/\u202f(?=\d{3})/g, "").replace(/[,.]$/, "")),
  );
}

it("the tour is a story about parts that every machine has", async () => {
  const tour = await loadTour();
  expect(storySchema.parse(tour)).toEqual(tour);
  for (const { id } of DEMOS) expect(storyFaults(await scenarioOf(id), tour)).toEqual([]);
  for (const { caption } of tour.steps) expect(textsOf(caption)).toHaveLength(2);
});

it("every file of the folder is in the list of stories, or is the tour", () => {
  const files = readdirSync(new URL("../../scenarios/stories", import.meta.url)).flatMap(
    (name) => /^(.+)\.story\.json$/.exec(name)?.[1] ?? [],
  );
  expect(files.toSorted()).toEqual([...Object.keys(STORIES), "tour"].toSorted());
});

it("an event that a story looks for after the end of the run is reported", async () => {
  const scenario = await scenarioOf("one-packet");
  const at = { on: "event", event: "frame-dropped", after: scenario.runCycles + 1 } as const;
  const story = filledStory({ title: "Late", steps: [{ at, caption: "Never" }] });
  const message = `is beyond the run, which has ${scenario.runCycles} cycles`;
  expect(storyFaults(scenario, story)).toEqual([{ field: "steps[0].at.after", message }]);
});

it("every demo has a story", () => {
  expect(DEMOS.map(({ id }) => id).filter((id) => !(id in STORIES))).toEqual([]);
});

it("every experiment of the papers has a story of one of its machines", async () => {
  const experiments = (await loadPapers()).flatMap((paper) => paper.experiments);
  expect(experiments.length).toBeGreaterThan(0);
  for (const experiment of experiments) {
    const told = storyScenario(experiment);
    expect(told, experiment.id).toBeDefined();
    expect(Object.values(experiment.runs).map(({ scenario }) => scenario)).toContain(told);
  }
});

it.each(Object.keys(STORIES))("%s is read without the schema library, with its defaults", async (id) => {
  const raw = (await STORIES[id]?.())?.default as StoryInput;
  expect(filledStory(raw)).toEqual(storySchema.parse(raw));
});

/** By source: claims with id, place and number. */
const PRINTED: Readonly<Record<string, { claims: readonly (readonly [string, string, number?])[] }>> =
  JSON.parse(readFileSync(new URL("../../scenarios/papers/printed.json", import.meta.url), "utf8"));

/** A loss of timer-network-disk, found by its length in the list of events. */
const LATEST_DISK_INTERRUPT = 516;

/** Complete runs of large machines on a busy host. */
const LIMIT_MS = 120_000;

/** Complete runs of these stories take 2 to 11 s of CPU each. All other stories together take 16 s. */
const LARGE: ReadonlySet<string> = new Set([
  "002-audio-24k",
  "002-audio-34k",
  "002-both-24k",
  "002-both-34k",
  "002-both-34k-weighted",
  "deadline-thread",
  "eight-cores",
]);
const WHOLE_RUN = long(
  "A whole run gives the numbers that a story tells of the end. The runs of the seven large machines take 40 s of CPU, and of the others two thirds 10 s.",
);
const RUN_IN_SHORT = new Set(someOf(Object.keys(STORIES), 3).some.filter((id) => !LARGE.has(id)));

describe.each(Object.keys(STORIES))("the story of %s", { timeout: LIMIT_MS }, (id) => {
  afterAll(() => begun.clear());
  const wholeRunOptions = RUN_IN_SHORT.has(id) ? {} : WHOLE_RUN;

  it("is valid in two languages and within the length of a story", async () => {
    const [scenario, story] = [await scenarioOf(id), await readStory(id)];
    expect(storyFaults(scenario, story)).toEqual([]);
    expect(story.steps.length).toBeGreaterThanOrEqual(FULL_STORY_STEPS[0]);
    expect(story.steps.length).toBeLessThanOrEqual(FULL_STORY_STEPS[1]);
    const texts: readonly StoryText[] = story.steps.flatMap((step) => [
      step.caption,
      ...(step.do === undefined ? [] : [step.do.label, step.do.metricLabel]),
      ...(step.question === undefined
        ? []
        : [step.question.text, step.question.answer, ...step.question.choices]),
    ]);
    for (const text of [story.title, ...texts]) {
      expect(textsOf(text)).toHaveLength(2);
      for (const one of textsOf(text)) expect(one.replace(/\{[^}]*\}/g, "")).not.toMatch(UNLIKE_THE_PAGE);
    }
    const german = story.steps.map(({ caption }) => textsOf(caption)[1] ?? "").join(" ");
    for (const [, name = ""] of german.matchAll(/„([^“]*)“/g))
      expect(NAMES.has(name) || germanLabels(scenario).includes(name), `„${name}“`).toBe(true);
    for (const { light } of story.steps) expect(light.length).toBeGreaterThan(0);
  });

  it("stops at moments that the run has, in order up to the first step that looks back over the run", async () => {
    const [scenario, story] = [await scenarioOf(id), await readStory(id)];
    const cycles = await cyclesOf(scenario, story);
    expect(cycles).not.toContain(undefined);
    const looksBack = story.steps.findIndex(
      ({ at, do: action, scenario: other }) =>
        at?.on === "end" || action !== undefined || other !== undefined,
    );
    const told = cycles.slice(0, looksBack < 0 ? undefined : looksBack);
    expect(told).toEqual(told.toSorted((a, b) => Number(a) - Number(b)));
    for (const [index, { visibleCycles }] of story.steps.entries())
      if (visibleCycles !== undefined) expect(visibleCycles).toBeGreaterThan(index === 0 ? 9 : 0);
  });

  it("changes the picture at every step: another machine, moment or zoom", async () => {
    const [scenario, story] = [await scenarioOf(id), await readStory(id)];
    const cycles = await cyclesOf(scenario, story);
    const shown = story.steps.map((_, index) => {
      const { scenario: of, visibleCycles } = pictureOf(story, index);
      return JSON.stringify([of, cycles[index], visibleCycles]);
    });
    const repeated = shown.flatMap((one, index) =>
      index > 0 && one === shown[index - 1] ? [index + 1] : [],
    );
    expect(repeated).toEqual([]);
  });

  it("names parts that the machines of its other scenarios have", async () => {
    for (const { scenario: other, light } of (await readStory(id)).steps) {
      if (other === undefined) continue;
      const of = await scenarioOf(other);
      for (const part of light) expect(partFault(of, part), `${other}: ${part}`).toBeUndefined();
    }
  });

  it("has the figures of the machine, and fills the placeholders of its steps", async () => {
    const [scenario, story] = [await scenarioOf(id), await readStory(id)];
    const cycles = await cyclesOf(scenario, story);
    const known = new Set(
      (JSON.stringify(scenario).match(/[:[,](\d+)/g) ?? []).map((one) => Number(one.slice(1))),
    );
    // What the source prints may stand beside what the machine does.
    for (const [, , printed] of PRINTED[scenario.source?.document ?? ""]?.claims ?? [])
      if (printed !== undefined) known.add(printed);
    for (const [index, step] of story.steps.entries()) {
      const actions = step.do === undefined ? [] : [Number(step.do.value)];
      for (const text of [step.caption, step.question?.answer ?? ""].flatMap(textsOf)) {
        for (const figure of figuresIn(text))
          expect(
            known.has(figure) || known.has(figure * 1e6) || actions.includes(figure),
            `${index + 1}: ${figure}`,
          ).toBe(true);
        for (const part of captionParts(text)) {
          if (part.kind !== "gap") continue;
          // The next test has the placeholders of the end. In large machines they have a value before it too.
          if (part.isAtEnd && !LARGE.has(id)) continue;
          const of = part.of === undefined ? scenario : await scenarioOf(part.of);
          const cycle = part.of === undefined ? (cycles[index] ?? 0) : 0;
          const value = gapValue(of, part.expression, measuredAt(of, cycle));
          expect(value?.value, `${index + 1}: ${part.expression}`).toBeTypeOf("number");
        }
      }
    }
  });

  it("fills the placeholders of its end", wholeRunOptions, async () => {
    const [scenario, story] = [await scenarioOf(id), await readStory(id)];
    for (const [index, step] of story.steps.entries())
      for (const text of [step.caption, step.question?.answer ?? ""].flatMap(textsOf))
        for (const part of captionParts(text)) {
          if (part.kind !== "gap" || !part.isAtEnd) continue;
          const of = part.of === undefined ? scenario : await scenarioOf(part.of);
          const value = gapValue(of, part.expression, measuredAt(of, of.runCycles));
          expect(value?.value, `${index + 1}: ${part.expression}`).toBeTypeOf("number");
          // A share without a value was requested where it is not counted.
          if (part.expression.endsWith("in %"))
            expect(value?.value, `${index + 1}: ${part.expression}`).not.toBe(0);
        }
  });

  it("takes the answer to a prediction from the run, not from the text", async () => {
    const story = await readStory(id);
    for (const [index, { do: action, caption, question }] of story.steps.entries()) {
      if (action === undefined) continue;
      for (const text of textsOf(caption)) expect(text, String(index + 1)).toContain("?");
      const asked = question === undefined ? [] : [question.text, ...question.choices].flatMap(textsOf);
      // A number in a question would be that of a run that the user has not tried yet.
      for (const text of asked) expect(text, String(index + 1)).not.toContain("{");
    }
  });

  it("has actions that the machine accepts", async () => {
    const [scenario, story] = [await scenarioOf(id), await readStory(id)];
    for (const { do: action } of story.steps)
      if (action !== undefined) expect(withAction(scenario, action)).toMatchObject({ ok: true });
  });

  it("has actions with the stated effect", wholeRunOptions, async () => {
    const [scenario, story] = [await scenarioOf(id), await readStory(id)];
    for (const { do: action } of story.steps) {
      if (action === undefined) continue;
      const changed = withAction(scenario, action);
      if (!changed.ok) throw new Error(changed.message);
      const [before, after] = [scenario, changed.scenario].map((one) => wholeRun(one, action.metric));
      const said = `${action.metric}: ${before} to ${after}`;
      if (action.becomes === "less") expect(after, said).toBeLessThan(0.9 * Number(before));
      else if (action.becomes === "more") expect(after, said).toBeGreaterThan(1.1 * Number(before));
      else expect(Math.abs(Number(after) - Number(before)), said).toBeLessThanOrEqual(0.05 * Number(before));
    }
  });
});

/** Each of its knobs makes this machine slower. */
const AT_ITS_BEST = ["load-use-four-contexts"];

it("a story names the next one, and ends in a challenge if its machine has knobs", async () => {
  const lacks = await Promise.all(
    Object.keys(STORIES).map(async (id) => {
      const { challenge, next } = await readStory(id);
      const hasKnobs = offeredKnobs(await scenarioOf(id)).some(({ path }) => path[0] !== "traffic");
      const isAsked = hasKnobs && !AT_ITS_BEST.includes(id);
      return [
        ...(isAsked && challenge === undefined ? [`${id}: no challenge`] : []),
        ...(next === undefined || !(next in STORIES) || next === id ? [`${id}: no next story`] : []),
      ];
    }),
  );
  expect(lacks.flat()).toEqual([]);
});

const CHALLENGED = (
  await Promise.all(Object.keys(STORIES).map(async (id) => ((await readStory(id)).challenge ? [id] : [])))
).flat();

const EVERY_CHALLENGE = long(
  "It adds whole runs with each value of the knobs of more than thirty machines, some 200 s of CPU. The short list has the challenge of the first story.",
);

describe.each(CHALLENGED)("the challenge of %s", { timeout: LIMIT_MS }, (id) => {
  const options = id === "ring-overflow" ? {} : EVERY_CHALLENGE;
  it(
    "is not met as it is opened, and is met by one change of a knob that leaves the traffic alone",
    options,
    async () => {
      const [scenario, { challenge }] = [await scenarioOf(id), await readStory(id)];
      if (challenge === undefined) throw new Error("no challenge");
      expect(wholeRun(scenario, challenge.metric)).toBeGreaterThanOrEqual(challenge.below);
      const changes = offeredKnobs(scenario).flatMap(({ path, values, value }) =>
        path[0] === "traffic"
          ? []
          : values.filter((one) => one !== value).map((one) => ({ path, value: one })),
      );
      const isMet = changes.some(({ path, value }) => {
        const changed = tryField(scenario, { path: path as Path, name: path.join(".") }, value);
        return changed.ok && wholeRun(changed.scenario, challenge.metric) < challenge.below;
      });
      expect(isMet).toBe(true);
    },
  );
});

describe("the story of ring-overflow", { timeout: LIMIT_MS }, () => {
  const changed = async (field: string, value: number) => {
    const made = withAction(await scenarioOf("ring-overflow"), { field, value });
    if (!made.ok) throw new Error(made.message);
    return made.scenario;
  };
  const lost = (scenario: Scenario) => wholeRun(scenario, "receive.dropped");

  it("begins before the first loss and points to it", async () => {
    const [scenario, story] = [await scenarioOf("ring-overflow"), await readStory("ring-overflow")];
    const dropped = (await cyclesOf(scenario, story)).map(
      (cycle) => gapValue(scenario, "receive.dropped", measuredAt(scenario, cycle ?? 0))?.value,
    );
    expect(dropped.slice(0, 4)).toEqual([0, 0, 0, 1]);
  });

  it("is right that a ring of 64 loses no packet but the backlog some, that packets wait longer, and that 16 slots lose almost as few", async () => {
    const [scenario, long] = [await scenarioOf("ring-overflow"), await changed("rxRingFrames", 64)];
    expect(wholeRun(long, 'receive.drop["queue-full"]')).toBe(lost(long));
    expect(lost(long)).toBeGreaterThan(0);
    expect(lost(long)).toBeLessThan(lost(scenario) / 2);
    const p99 = "receive.latency.p99";
    expect(wholeRun(long, p99)).toBeGreaterThan(2 * wholeRun(scenario, p99));
    expect(lost(await changed("rxRingFrames", 16)) / lost(long)).toBeCloseTo(1, 1);
  });

  it("is right that a faster clock or a memory of 1 cycle loses almost none", async () => {
    for (const [field, value] of [
      ["clockHertz", 150_000_000],
      ["memoryCycles", 1],
    ] as const) {
      const scenario = await changed(field, value);
      expect(lost(scenario) / wholeRun(scenario, "receive.offered"), field).toBeLessThan(0.003);
    }
  });

  it.each([
    ["a sixth", "ring-overflow", "ring-overflow-three-contexts", 1 / 6],
    ["five sixths", "overload-one-context", "overload-three-contexts", 5 / 6],
  ])("is right that three contexts save %s of the losses of %s", async (_, one, three, share) => {
    const saved = 1 - lost(await scenarioOf(three)) / lost(await scenarioOf(one));
    expect(Math.abs(saved - share)).toBeLessThan(0.02);
  });
});

describe("the delay of an interrupt by another handler", { timeout: LIMIT_MS }, () => {
  it("is in the story of three devices, with the handler's name", async () => {
    const [scenario, story] = [await scenarioOf("timer-network-disk"), await readStory("timer-network-disk")];
    const run = travelFromStart(core, scenario);
    const late = (number: number) => {
      const target = finished(findTarget(run, "interrupt", number));
      return target && finished(explain(run, target));
    };
    const blocks = (number: number) =>
      late(number)
        ?.clauses.filter(({ kind }) => kind === "blocked")
        .toSorted((a, b) => b.toCycle - b.fromCycle - (a.toCycle - a.fromCycle))
        .map(({ thread }) => scenario.software.threads[thread ?? -1]?.name)[0];
    const at = story.steps.findIndex(({ caption }) => textsOf(caption)[0]?.startsWith("Here the disk asks"));
    const cycle = (await cyclesOf(scenario, story))[at] ?? 0;
    const asked = finished(readRecords(run, 2_280_000, 2_300_000)).events.find(
      (one) => one.kind === "line-asserted" && one.subject === 2,
    );
    const waits = late(asked?.value ?? -1);
    expect(waits?.fromCycle).toBeLessThan(cycle);
    expect(waits?.toCycle).toBeGreaterThan(cycle);
    expect(blocks(asked?.value ?? -1)).toBe("network driver");
    // The latest interrupt waits for the same handler, and the caption's number is its length.
    const longest = wholeRun(scenario, 'line["disk"].latency.maximum in us') * 100; // 100 MHz
    const latest = late(LATEST_DISK_INTERRUPT);
    expect((latest?.toCycle ?? 0) - (latest?.fromCycle ?? 0)).toBeCloseTo(longest, 6);
    expect(blocks(LATEST_DISK_INTERRUPT)).toBe("network driver");
  });
});
