import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS } from "../../../scenarios/index.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { STUDY_FORMAT, STUDY_VERSION, type StudyInput } from "../../../scenarios/study/study.ts";
import {
  firstValues,
  isNameTaken,
  shownAxes,
  withAxis,
  withCompanion,
  withLine,
  withLineField,
  withLineLabels,
  withLineName,
  withLineValues,
  withoutAxis,
  withoutLine,
} from "../../../web/study/draft/axes.ts";
import {
  axisColumns,
  fixedLines,
  pointColumns,
  shownScenarios,
  withField,
  withFixed,
  withFixedField,
  withMetric,
  withoutScenario,
  withoutSet,
  withScenario,
  withScenarioName,
} from "../../../web/study/draft/draft.ts";
import {
  draftOf,
  firstContexts,
  firstRings,
  freshFields,
  unchangedValue,
} from "../../../web/study/draft/newDraft.ts";
import { loadStudy } from "../../../web/study/loadStudy.ts";
import { builtin } from "../../boundary/support.ts";

const RING = { kind: "field", field: "ring", name: "r", values: [4, 8] };
const RATE = { kind: "field", field: "rate", values: "1..3" };
const PAIR = {
  kind: "together",
  fields: [
    { field: "a", values: [1, 2], labels: ["one", "two"] },
    { field: "b", name: "B", values: [null, { sizeBytes: 4096 }] },
  ],
};
const TABLE = { kind: "table", fields: ["c", "d"], rows: [[1, "200 MHz"]] };
const DRAFT = { name: "x", other: "kept", axes: [RING, RATE, PAIR, TABLE] };

describe("axes of a draft", () => {
  it("of every kind are shown as typed", () => {
    const line = { name: "", labels: "" };
    expect(shownAxes(DRAFT)).toEqual([
      { kind: "field", line: { ...line, field: "ring", name: "r", values: "4, 8" } },
      { kind: "field", line: { ...line, field: "rate", values: "1..3" } },
      {
        kind: "together",
        lines: [
          { ...line, field: "a", values: "1, 2", labels: "one, two" },
          { ...line, field: "b", name: "B", values: 'null, {"sizeBytes":4096}' },
        ],
      },
      { kind: "table", text: "c, d\n1, 200 MHz" },
    ]);
    expect(shownAxes({ axes: [7, { kind: "other" }, { kind: "table", rows: 1 }] })).toEqual(
      Array(3).fill({ kind: "unknown" }),
    );
  });

  it("are changed in place, and keep their other settings", () => {
    const changed = withLineValues(DRAFT, { axis: 0 }, "4..16*2");
    expect(changed).toEqual({ ...DRAFT, axes: [{ ...RING, values: "4..16*2" }, RATE, PAIR, TABLE] });
    const labelled = withLineLabels(DRAFT, { axis: 0 }, ["few", "many"]);
    expect(labelled.axes).toEqual([{ ...RING, labels: ["few", "many"] }, RATE, PAIR, TABLE]);
    expect(withLineLabels(labelled, { axis: 0 }, [])).toEqual(DRAFT);
    const other = withLineField(DRAFT, { axis: 2, line: 0 }, "e", undefined);
    expect(other.axes).toEqual([
      RING,
      RATE,
      { kind: "together", fields: [{ ...PAIR.fields[0], field: "e" }, PAIR.fields[1]] },
      TABLE,
    ]);
    expect(withoutAxis(changed, 0).axes).toEqual([RATE, PAIR, TABLE]);
    expect(withLineField(DRAFT, { axis: 0 }, "f", undefined).axes).toContainEqual({
      kind: "field",
      field: "f",
      values: [4, 8],
    });
  });

  it("get and lose companion fields", () => {
    const beside = withCompanion(DRAFT, 0, [4, 8], { field: "e", values: [1, 1] });
    expect(beside.axes).toEqual([
      {
        kind: "together",
        fields: [
          { field: "ring", name: "r", values: [4, 8] },
          { field: "e", values: [1, 1] },
        ],
      },
      RATE,
      PAIR,
      TABLE,
    ]);
    const three = withLine(DRAFT, 2, { field: "e", values: [5, 6] });
    expect(withoutLine(three, { axis: 2, line: 2 })).toEqual(DRAFT);
  });

  it("over a range have its values", async () => {
    const scenario = await builtin("ring-overflow");
    const draft = { axes: [{ kind: "field", field: "rxRingFrames", values: "4..16*2" }, PAIR] };
    expect(firstValues(draft, 0, scenario)).toEqual([4, 8, 16]);
    expect(firstValues(draft, 1, scenario)).toEqual([1, 2]);
    expect(firstValues({ axes: [{ ...RATE, values: "3..1" }] }, 0, scenario)).toBeUndefined();
  });

  it("rename search and comparison with them, which are removed with the column", () => {
    const asked = {
      ...DRAFT,
      scenarios: ["a", "b"],
      compare: "r",
      search: { over: ["r"], goal: "minimize", of: "r" },
    };
    expect(axisColumns(asked)).toEqual(["r", "rate"]);
    expect(pointColumns(asked)).toEqual(["scenario", "r", "rate", "a", "B", "c", "d"]);
    expect(withLineName(asked, { axis: 0 }, "depth")).toMatchObject({
      compare: "depth",
      search: { over: ["depth"], of: "depth" },
    });
    expect(withLineName(asked, { axis: 0 }, "")).toMatchObject({
      compare: "ring",
      search: { over: ["ring"] },
    });
    expect(withLineValues(asked, { axis: 1 }, "1..4")).toMatchObject({ compare: "r", search: asked.search });
    for (const gone of [withLineField(asked, { axis: 0 }, "other", undefined), withoutAxis(asked, 0)])
      expect([gone.compare, gone.search]).toEqual([undefined, undefined]);
    const one = withoutScenario({ ...asked, compare: "scenario" }, 0);
    expect([one.compare, one.search]).toEqual([undefined, asked.search]);
  });
});

describe("a renamed field of an axis", () => {
  const WHOLE = "machine.nics.eth0.rxRingFrames";
  const LINE = { kind: "field", field: "rxRingFrames", values: [4, 8], labels: ["few", "many"] };

  it("in another spelling keeps all its settings", async () => {
    const scenario = await builtin("ring-overflow");
    const search = { over: ["rxRingFrames"], goal: "minimize", of: "rxRingFrames", subjectTo: ["busy < 1"] };
    const draft = { axes: [LINE], compare: "rxRingFrames", search };
    expect(withLineField(draft, { axis: 0 }, WHOLE, scenario)).toEqual({
      axes: [{ ...LINE, field: WHOLE }],
      compare: WHOLE,
      search: { ...search, over: [WHOLE], of: WHOLE },
    });
    const named = { ...draft, axes: [{ ...LINE, name: "rxRingFrames" }] };
    expect(withLineField(named, { axis: 0 }, WHOLE, scenario)).toEqual({
      ...named,
      axes: [{ ...LINE, name: "rxRingFrames", field: WHOLE }],
    });
    const ranged = { ...draft, axes: [{ kind: "field", field: "rxRingFrames", values: "4..64*2" }] };
    expect(withLineField(ranged, { axis: 0 }, WHOLE, scenario)).toMatchObject({ compare: WHOLE });
  });

  it("of another kind keeps values and labels, and gets its own name", async () => {
    const scenario = await builtin("ring-overflow");
    const draft = { axes: [{ ...LINE, field: "contexts", name: "count" }], compare: "count" };
    const changed = withLineField(draft, { axis: 0 }, "machine.core.contexts", scenario);
    expect(changed.axes).toEqual([{ ...LINE, field: "machine.core.contexts" }]);
    expect(changed.compare).toBeUndefined();
  });

  it("may not get the name of another column", () => {
    const axes = ["a", "b"].map((field) => ({ kind: "field", field, values: [1, 2] }));
    const draft = { axes, search: { over: ["a"], goal: "minimize", of: "a" } };
    expect(isNameTaken(draft, { axis: 1 }, "a")).toBe(true);
    expect(withLineName(draft, { axis: 1 }, "a")).toBe(draft);
    expect(["b", "", "c"].some((name) => isNameTaken(draft, { axis: 1 }, name))).toBe(false);
    const twice = { ...draft, axes: [axes[0], { ...axes[1], name: "a" }] };
    expect(withLineName(twice, { axis: 1 }, "").search).toEqual(draft.search);
  });
});

describe("scenarios of a draft", () => {
  it("are added, named and removed", async () => {
    const scenario = await builtin("ring-overflow");
    const two = withScenario({ scenarios: ["ring-overflow"] }, scenario);
    expect(two.scenarios).toEqual(["ring-overflow", { name: "Ring overflow", scenario }]);
    const three = withScenario(withScenario(two, scenario), "ring-overflow");
    expect(shownScenarios(three)).toEqual([
      { name: "ring-overflow", from: "ring-overflow", isNamed: false },
      { name: "Ring overflow", from: undefined, isNamed: true },
      { name: "Ring overflow 2", from: undefined, isNamed: true },
      { name: "ring-overflow 2", from: "ring-overflow", isNamed: true },
    ]);
    const named = withScenarioName(two, 0, "mine");
    expect(named.scenarios).toEqual([
      { name: "mine", from: "ring-overflow" },
      { name: "Ring overflow", scenario },
    ]);
    expect(withScenarioName(named, 0, "ring-overflow")).toEqual(two);
    expect(withoutScenario(two, 0).scenarios).toEqual([{ name: "Ring overflow", scenario }]);
  });
});

describe("the fields that are the same at every point", () => {
  const set = { runCycles: 5, "traffic[0].resample": { blockEvents: 9 }, clockHertz: "125 MHz", l1d: null };

  it("are a line each, except those with their own place", async () => {
    const scenario = await builtin("capture");
    expect(fixedLines({ set }, scenario)).toEqual([
      { field: "clockHertz", value: "125 MHz" },
      { field: "l1d", value: "null" },
    ]);
    const other = { runCycles: "5 M", "traffic[0].resample": { blockEvents: 9, more: 1 } };
    expect(fixedLines({ set: other }, scenario).map(({ field }) => field)).toEqual(Object.keys(other));
  });

  it("have a line for resampling if the form shows it nowhere else", async () => {
    const blocks = { "traffic[0].resample": { blockEvents: 9 }, "traffic[3].resample": { blockEvents: 9 } };
    const shown = (scenario: Scenario | undefined) =>
      fixedLines({ set: blocks }, scenario).map(({ field }) => field);
    expect(shown(await builtin("capture"))).toEqual(["traffic[3].resample"]);
    expect(shown(await builtin("ring-overflow"))).toEqual(Object.keys(blocks));
    expect(shown(undefined)).toEqual(Object.keys(blocks));
    const words = { "traffic[0].resample": { blockEvents: "9" } };
    expect(fixedLines({ set: words }, await builtin("capture"))).toHaveLength(1);
  });

  it("are changed in place", () => {
    expect(Object.entries(withFixedField({ set }, "clockHertz", "hertz").set ?? {})).toEqual(
      Object.entries(set).map(([field, value]) => [field === "clockHertz" ? "hertz" : field, value]),
    );
    expect(withFixed({ name: "x" }, "a", { b: 1 })).toEqual({ name: "x", set: { a: { b: 1 } } });
    expect(withoutSet({ set }, "l1d").set).not.toHaveProperty("l1d");
    expect(withField({ set: { a: 1 } }, ["set", "b"], 2)).toEqual({ set: { a: 1, b: 2 } });
  });
});

it("a stop rule is removed with its measure", () => {
  const draft = { metrics: ["a", "b"], stop: { metric: "b", halfWidth: 1 } };
  expect(withMetric(draft, 1, "c")).toEqual({ metrics: ["a", "c"], stop: { metric: "c", halfWidth: 1 } });
  expect(withMetric(draft, 0, "")).toEqual({ ...draft, metrics: ["b"] });
  expect(withMetric(draft, 2, "c")).toEqual({ ...draft, metrics: ["a", "b", "c"] });
});

describe("the first study of a scenario", () => {
  it("can be planned for every built-in scenario", async () => {
    for (const { id, load } of BUILTIN_SCENARIOS.slice(0, 12)) {
      const parsed = await load();
      if (!parsed.ok) throw new Error(id);
      const read = await loadStudy(JSON.parse(JSON.stringify(draftOf(parsed.scenario, id))));
      expect([id, read.ok ? "" : read.errors]).toEqual([id, ""]);
    }
  });

  it("has the scenario's own contexts and ring among its values", async () => {
    const ofSource = await builtin("002-both-34k");
    expect(firstContexts(await builtin("ring-overflow"))).toEqual([1, 2, 3]);
    // Four contexts whose threads the context rule would place anew. With fewer contexts some lines would be steered to
    // none.
    expect(firstContexts(ofSource)).toEqual([4, "as it is"]);
    expect(firstContexts(await builtin("002-audio-34k"))).toEqual([3, 4]);
    expect([8, 64].map(firstRings)).toEqual(["4..64*2", "4..64*2"]);
    expect(firstRings(2)).toEqual([2, 4, 8, 16, 32, 64]);
    expect(firstRings(24)).toEqual([4, 8, 16, 24, 32, 64]);
    expect(firstRings(512)).toEqual([64, 128, 256, 512]);
  });
});

describe("an added field of a draft", () => {
  it("is not one already named, has the scenario's own value, and changes no point", async () => {
    const scenario = await builtin("ring-overflow");
    const draft = { ...draftOf(scenario, "ring-overflow"), format: STUDY_FORMAT, version: STUDY_VERSION };
    const [first, second] = freshFields(draft, scenario, 2);
    expect(first?.field).not.toBe("contexts");
    expect(first?.field).not.toContain("rxRingFrames");
    expect(second?.field).not.toBe(first?.field);
    expect(freshFields({ axes: [] }, scenario, 2)).toEqual([
      { field: "contexts", value: "as it is" },
      { field: "machine.nics.eth0.rxRingFrames", value: 8 },
    ]);
    const before = await loadStudy(draft);
    const rows = [[first?.value, second?.value]];
    const table = { kind: "table", fields: [first?.field, second?.field], rows };
    const after = await loadStudy(JSON.parse(JSON.stringify(withAxis(draft, 2, table))));
    if (!before.ok || !after.ok) throw new Error(JSON.stringify([before, after]));
    const machines = ({ plan }: typeof before.loaded) => plan.points.map((point) => point.scenario);
    expect(machines(after.loaded)).toEqual(machines(before.loaded));
  });
});

it("a value that is the same at every point changes no scenario when it is added", async () => {
  const scenario = await builtin("ring-overflow");
  expect(unchangedValue(scenario, "contexts")).toBe("as it is");
  expect(unchangedValue(scenario, "rxRingFrames")).toBe(8);
  expect(unchangedValue(scenario, "machine.nics[0]")).toEqual(scenario.machine.nics[0]);
  expect(unchangedValue(scenario, "nothing")).toBeNull();
  expect(unchangedValue(undefined, "rxRingFrames")).toBeNull();
});

describe("the first study of a capture", () => {
  const capture = (events: number, resample?: { blockEvents: number }) => {
    const directions = "r".repeat(events);
    const traffic = { kind: "trace", resample, events: { sizesBytes: Array(events).fill(64), directions } };
    const machine = { nics: [], core: { contexts: 1, policy: "single" } };
    const software = { threads: [], queues: [{ name: "backlog" }] };
    return { name: "mine", machine, software, traffic: [{ kind: "constant" }, traffic] } as never;
  };

  it.each([
    [3465, 174],
    [400, 50],
    [30, 30],
  ])("of %i packets is another sample with each seed, in blocks of %i", (events, blockEvents) => {
    const draft = draftOf(capture(events), undefined);
    expect(draft.set).toEqual({ "traffic[1].resample": { blockEvents } });
    expect(draft.seeds).toEqual({ count: 10 });
    // A long ring moves the loss into the queue, whose drop cause is among the measures.
    expect(draft.metrics).toContain("receive.loss in %");
    expect(draft.metrics).toContain('receive.drop["queue-full"]');
  });

  it.each([
    [10_000, "open", undefined, { kind: "windows", milliseconds: 1000 }],
    [9999, "open", undefined, undefined],
    [20_000, "closed", undefined, undefined],
    [20_000, "open", { blockEvents: 7 }, undefined],
  ])("of %i packets, %s, resampled as %j, is divided into windows: %j", (frames, loop, resample, windows) => {
    const timesNanoseconds = Array.from({ length: frames }, (_, at) => ((at + 1) * 10e9) / frames);
    const events = { timesNanoseconds, sizesBytes: Array(frames).fill(64), directions: "r".repeat(frames) };
    const base = capture(1) as unknown as Scenario;
    const traffic = [{ kind: "trace", loop, nic: "eth0", resample, events }];
    const draft = draftOf({ ...base, traffic } as never, undefined);
    expect((draft.axes as StudyInput["axes"] & object).at(-1)).toEqual(
      windows ?? expect.not.objectContaining({ kind: "windows" }),
    );
    expect(draft.set === undefined).toBe(windows !== undefined || resample !== undefined);
    expect(draft.seeds).toEqual({ count: windows !== undefined ? 1 : resample === undefined ? 10 : 5 });
  });

  it("has no measures of sending without a send path, a queue that grows with the ring, and the scenario as a point", async () => {
    const base = await builtin("ring-overflow");
    const [card] = base.machine.nics;
    const [queue] = base.software.queues;
    const times = [0, 1000, 2000];
    const events = { timesNanoseconds: times, sizesBytes: [64, 64, 64], directions: "rrr" };
    const traffic = [{ kind: "trace", loop: "open", nic: card?.name, events }];
    const read = parseScenario({ ...base, traffic });
    if (!read.ok) throw new Error(JSON.stringify(read.errors));
    const draft = draftOf(read.scenario, undefined);
    expect(JSON.stringify(draft.metrics)).not.toContain("send.");
    const [, rings] = draft.axes as StudyInput["axes"] & object;
    if (rings?.kind !== "together") throw new Error("ring and queue are walked together");
    const [ring, own] = rings.fields;
    expect(rings.fields.map(({ name }) => name)).toEqual(["ring", "queue"]);
    expect(ring?.values).toEqual([4, 8, 16, 32, 64]);
    expect(own?.values.map((one, at) => Number(one) >= Number(ring?.values[at]))).not.toContain(false);
    expect(own?.values.at(-1)).toBe(256);
    expect(own?.values[ring?.values.indexOf(card?.rxRingFrames ?? 0) ?? -1]).toBe(queue?.capacity);
  });

  it("keeps the scenario's own block size, and other scenarios get none", () => {
    expect(draftOf(capture(3465, { blockEvents: 7 }), undefined).set).toBeUndefined();
    expect(draftOf({ ...(capture(10) as object), traffic: [] } as never, undefined).set).toBeUndefined();
  });
});
