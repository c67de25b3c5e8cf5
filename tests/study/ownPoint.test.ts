import { expect, test } from "vitest";
import { withContexts } from "../../lib/scenarioFields/withContexts.ts";
import { isOwnPoint, ownGaps } from "../../lib/study/ownPoint.ts";
import { valuesOfText } from "../../lib/study/targets.ts";
import { withOwnPoint } from "../../web/study/draft/axes.ts";
import { builtin } from "../boundary/support.ts";
import { planned, study } from "./support.ts";

/** Four contexts whose threads the context rule would place differently. */
const PAPER = "002-both-34k";

const contexts = (values: (number | string)[] | string) => ({
  kind: "field" as const,
  field: "contexts",
  values,
});

test("a point whose context rule changes the machine is not the paper's own point", async () => {
  const scenario = await builtin(PAPER);
  const { points } = await planned({ scenarios: [PAPER], axes: [contexts([4])] });
  expect(points.map((point) => isOwnPoint(point.scenario, scenario))).toEqual([false]);
});

test('the context rule "as it is" keeps the scenario\'s machine for any seed and run length', async () => {
  const scenario = await builtin(PAPER);
  const set = { runCycles: 5000 };
  const { points } = await planned({
    scenarios: [PAPER],
    set,
    axes: [contexts([4, "as it is"])],
    seeds: { first: 9 },
  });
  expect(points.map((point) => isOwnPoint(point.scenario, scenario))).toEqual([false, true]);
  expect(points.map(({ values }) => values.contexts)).toEqual([4, "as it is"]);
  expect(points[1]?.scenario).toEqual({ ...scenario, runCycles: 5000, seed: 9 });
  expect(points[0]?.scenario.software).toEqual(withContexts(scenario, 4).software);
});

test("a point with another sample of the capture has the same machine", async () => {
  const scenario = await builtin("capture");
  const set = { "traffic[0].resample": { blockEvents: 50 } };
  const { points, study: read } = await planned({ scenarios: ["capture"], set, axes: [contexts([1, 2])] });
  expect(points.map((point) => isOwnPoint(point.scenario, scenario))).toEqual([true, false]);
  expect(ownGaps(read, scenario)).toEqual({ axes: [], set: [] });
});

test("the scenario's own point is found beside a range of values", async () => {
  const scenario = await builtin("ring-overflow");
  expect(valuesOfText(scenario, "contexts", "1..3, as it is")).toEqual([1, 2, 3, "as it is"]);
  expect(valuesOfText(scenario, "contexts", "as it is")).toEqual(["as it is"]);
  expect(valuesOfText(scenario, "contexts", "1, as it isn't")).toContain("as it isn't");
});

test("the values that the points lack for the scenario's own point are named", async () => {
  const axes = [
    contexts([1, 4]),
    { kind: "field" as const, field: "rxRingFrames", name: "ring", values: "16..64*2" },
    { kind: "field" as const, field: "framesPerSecond", values: [1000, 83_333.333] },
  ];
  const scenario = await builtin(PAPER);
  const ring = scenario.machine.nics[0]?.rxRingFrames;
  const set = { clockHertz: "77 MHz", runCycles: 10_000 };
  const gaps = ownGaps(study({ scenarios: [PAPER], axes: axes.slice(0, 2), set }), scenario);
  expect(gaps).toEqual({
    axes: [
      { axis: 0, columns: [{ column: "contexts", value: "as it is", isOfRun: false }] },
      { axis: 1, columns: [{ column: "ring", value: ring, isOfRun: false }] },
    ],
    set: ["clockHertz"],
  });
  const plain = await builtin("ring-overflow");
  expect(ownGaps(study({ scenarios: ["ring-overflow"], axes: [contexts([2, 3])] }), plain).axes).toEqual([
    { axis: 0, columns: [{ column: "contexts", value: 1, isOfRun: false }] },
  ]);
});

test("a missing run length does not count as a lack", async () => {
  const scenario = await builtin("ring-overflow");
  const lengths = { kind: "field" as const, field: "runCycles", values: [50_000, 60_000] };
  const { points, study: read } = await planned({
    scenarios: ["ring-overflow"],
    axes: [lengths, contexts([1])],
  });
  expect(ownGaps(read, scenario)).toEqual({ axes: [], set: [] });
  expect(points.map((point) => isOwnPoint(point.scenario, scenario))).toEqual([true, true]);
  const fields = ["contexts", "runCycles"];
  const table = study({
    scenarios: ["ring-overflow"],
    axes: [{ kind: "table", fields, rows: [[2, 5000]] }],
  });
  expect(ownGaps(table, scenario).axes[0]?.columns).toEqual([
    { column: "contexts", value: 1, isOfRun: false },
    { column: "runCycles", value: 5000, isOfRun: true },
  ]);
});

const LEFT_OUT = { kind: "field" as const, field: "machine.core.pipeline.divideCycles" };
const FIELDS = ["contexts", "rxRingFrames"];
test.each([
  ["lists and ranges", [contexts([2, 3]), { kind: "field", field: "rxRingFrames", values: "16..64*2" }]],
  [
    "labels",
    [
      { ...contexts([2]), labels: ["two"] },
      { kind: "field", field: "rxRingFrames", values: [16, 2] },
    ],
  ],
  ["a range of contexts", [contexts("2..3"), { kind: "field", field: "rxRingFrames", values: [16] }]],
  ["fields side by side", [{ kind: "together", fields: FIELDS.map((field) => ({ field, values: [2, 3] })) }]],
  ["labels of which one is taken", [{ ...contexts([2]), labels: ["as it is"] }]],
  ["a range of what the scenario leaves out", [contexts([2]), { ...LEFT_OUT, values: "8..16*2" }]],
  [
    "a table with the length of the run",
    [{ kind: "table", fields: ["contexts", "runCycles"], rows: [[2, 5000]] }],
  ],
  ["a table", [{ kind: "table", fields: FIELDS, rows: [[2, 4]] }]],
])("the scenario's own point is added to %s", async (_, axes) => {
  for (const id of [PAPER, "ring-overflow"]) {
    const scenario = await builtin(id);
    const draft = { scenarios: [id], axes };
    const before = study(draft as never);
    const after = await planned(withOwnPoint(draft, ownGaps(before, scenario), scenario) as never);
    const own = after.points.filter((point) => isOwnPoint(point.scenario, scenario));
    expect([id, own.length]).toEqual([id, 1]);
    expect(ownGaps(after.study, scenario)).toEqual({ axes: [], set: [] });
  }
});
