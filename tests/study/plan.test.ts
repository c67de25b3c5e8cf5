import { expect, test } from "vitest";
import { withContexts } from "../../lib/scenarioFields/withContexts.ts";
import { planStudy, runsOf } from "../../lib/study/plan.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { BUILTIN_STUDIES } from "../../scenarios/studies/index.ts";
import { parseStudy } from "../../scenarios/study/parse.ts";
import { builtin } from "../boundary/support.ts";
import { planned, refusals, scenariosOf } from "./support.ts";

const RING = { scenarios: ["ring-overflow"] };
const field = (name: string, values: string | (string | number | boolean | null | object)[], more = {}) =>
  ({ kind: "field", field: name, values, ...more }) as never;

test("each combination is a point with each seed, and the last axis changes fastest", async () => {
  const { points, runs, columns, refused } = await planned({
    ...RING,
    axes: [field("rxRingFrames", "4..16*2", { name: "ring" }), field("clockHertz", ["100 MHz", 200e6])],
    seeds: { first: 7, count: 3 },
  });
  expect(columns).toEqual(["ring", "clockHertz"]);
  expect(refused).toEqual([]);
  expect(points.map(({ values }) => [values.ring, values.clockHertz])).toEqual([
    [4, 100e6],
    [4, 200e6],
    [8, 100e6],
    [8, 200e6],
    [16, 100e6],
    [16, 200e6],
  ]);
  expect(runs.map(({ point, seed }) => [point.number, seed]).slice(0, 4)).toEqual([
    [0, 7],
    [0, 8],
    [0, 9],
    [1, 7],
  ]);
  expect(runs).toHaveLength(18);
  for (const { scenario, seed, point } of runs) {
    expect(scenario.seed).toBe(seed);
    expect(scenario.machine.nics[0]?.rxRingFrames).toBe(point.values.ring);
    expect(scenario.machine.clockHertz).toBe(point.values.clockHertz);
  }
});

test("lists advance together, and a table has the points of its rows", async () => {
  const { points } = await planned({
    ...RING,
    axes: [
      {
        kind: "together",
        fields: [
          { field: "rxRingFrames", values: [4, 8] },
          { field: "capacity", name: "backlog", values: [16, 32], labels: ["short", "long"] },
        ],
      },
      {
        kind: "table",
        fields: ["memoryCycles", "framesPerSecond"],
        rows: [
          [1, 90000],
          [2, 80000],
          [2, 90000],
        ],
      },
    ],
  });
  expect(points.map(({ values }) => Object.values(values).join())).toEqual([
    "4,short,1,90000",
    "4,short,2,80000",
    "4,short,2,90000",
    "8,long,1,90000",
    "8,long,2,80000",
    "8,long,2,90000",
  ]);
  expect(points.at(-1)?.scenario.software.queues[0]?.capacity).toBe(32);
});

test("a value may be an object, null to remove a field, or a field that does not exist yet", async () => {
  const cache = { sizeBytes: 4096, lineBytes: 32, ways: 2, replacement: "lru" };
  const { points, refused } = await planned({
    ...RING,
    axes: [
      field("machine.memory.l1d", [null, cache], { name: "cache", labels: ["none", "4 kB"] }),
      field("machine.memory.l1d.sizeBytes", [8192], { name: "size" }),
    ],
  });
  expect(points.map(({ values }) => values)).toEqual([{ cache: "4 kB", size: 8192 }]);
  expect(points[0]?.scenario.machine.memory.l1d?.sizeBytes).toBe(8192);
  expect(refused).toMatchObject([
    {
      number: 0,
      field: "machine.memory.l1d.sizeBytes",
      message: "needs machine.memory.l1d, which is not there",
    },
  ]);
});

test("an axis may change a list entry that is the same at every point", async () => {
  const pressCycles = "machine.buttons[0].pressCycles";
  const { points, refused } = await planned({
    ...RING,
    set: { "machine.buttons": [{ name: "stop", pressCycles: [1000] }], [pressCycles]: [1000, 2000, 3000] },
    axes: [field(`${pressCycles}[2]`, "4000..5000+500"), field(`${pressCycles}[0]`, [1500, 2500])],
  });
  expect(points.map(({ scenario }) => scenario.machine.buttons[0]?.pressCycles)).toEqual([
    [1500, 2000, 4000],
    [1500, 2000, 4500],
    [1500, 2000, 5000],
  ]);
  expect(refused[0]).toMatchObject({
    field: `${pressCycles}[1]`,
    message: "is not later than the previous press",
  });
  const beyond = await planned({ ...RING, axes: [field(`${pressCycles}[3]`, [4000])] });
  expect(beyond.refused).toMatchObject([{ message: "needs machine.buttons[0], which is not there" }]);
});

test("several scenarios are the first column, and seeds are common unless the study says otherwise", async () => {
  const both = {
    scenarios: ["overload-one-context", "overload-three-contexts"],
    seeds: { first: 1, count: 2 },
  };
  const common = await planned(both);
  expect(common.runs.map(({ point, seed }) => [point.values.scenario, seed])).toEqual([
    ["overload-one-context", 1],
    ["overload-one-context", 2],
    ["overload-three-contexts", 1],
    ["overload-three-contexts", 2],
  ]);
  const own = await planned({ ...both, commonSeeds: false });
  expect(own.runs.map(({ seed }) => seed)).toEqual([1, 2, 3, 4]);
  expect(runsOf(own, own.points[1] as never, 1, 3).map(({ seed }) => seed)).toEqual([4, 5]);
});

test("points with an invalid scenario are named with field and reason, and keep their number", async () => {
  const { points, refused } = await planned({
    ...RING,
    axes: [field("machine.core.contexts", [1, 2]), field("rxRingFrames", [8])],
  });
  expect(points.map(({ number }) => number)).toEqual([0]);
  expect(refused).toMatchObject([
    { number: 1, values: { rxRingFrames: 8 }, field: "machine.core.contexts", errorCount: 1 },
  ]);
});

test("the hash of a plan covers every field that decides the results", async () => {
  const hash = async (fields: object) => (await planned({ ...RING, ...fields })).studyHash;
  const base = await hash({});
  expect(base).toMatch(/^[0-9a-f]{16}$/);
  expect(await hash({ description: "other words", seeds: { count: 50 }, compare: undefined })).toBe(base);
  expect(await hash({ stop: { metric: "busy in %", halfWidth: 1 } })).toBe(base);
  const others = [
    { set: { rxRingFrames: 4 } },
    { axes: [field("rxRingFrames", [8])] },
    { warmUpCycles: 5 },
    { metrics: ["interrupts"] },
    { scenarios: ["coalescing"] },
    { commonSeeds: false },
  ];
  const hashes = await Promise.all(others.map(hash));
  expect(new Set([base, ...hashes]).size).toBe(others.length + 1);
});

test.each<[object, string]>([
  [{ axes: [field("rxRingFramez", [1])] }, "did you mean rxRingFrames"],
  [{ axes: [field("seed", [1])] }, 'axes[0]: "seed" is a column of every row'],
  [{ axes: [field("rxRingFrames", [4, "x"])] }, 'axes[0]: rxRingFrames: "x" must be a number'],
  [{ axes: [field("rxRingFrames", [4, 4])] }, "axes[0]: has 4 twice"],
  [{ axes: [field("rxRingFrames", "4..2")] }, 'axes[0].values: "4..2" ends below its begin'],
  [{ axes: [field("contexts", [17])] }, "must be a whole number from 1 to 16"],
  [
    { axes: [field("rxRingFrames", [4]), field("eth0.rxRingFrames", [8])] },
    "axes: set machine.nics.eth0.rxRingFrames twice",
  ],
  [{ set: { rxRingFrames: 8 }, axes: [field("rxRingFrames", [4])] }, "twice"],
  [{ axes: [field("rxRingFrames", [4], { name: "cycles" })] }, '"cycles" is a column of every row'],
  [{ compare: "ring" }, 'compare: "ring" is not a column'],
  [
    { metrics: ["receive.los"] },
    "metrics[0]: receive.los: at character 1: no metric receive.los; did you mean",
  ],
  [{ stop: { metric: "x", halfWidth: 1 } }, 'stop.metric: "x" is none of the metrics'],
  [{ axes: [field("rxRingFrames", "1..1024"), field("clockHertz", "1000..2000")] }, "the limit is 10000"],
  [{ axes: [field("rxRingFrames", "1..1000")], seeds: { count: 1000 } }, "the limit is 200000"],
])("a plan is refused for %j", async (fields, message) => {
  expect((await refusals({ ...RING, ...fields })).join("\n")).toContain(message);
});

test.each(BUILTIN_STUDIES)("the built-in study $id has a complete plan", async ({ load, id }) => {
  const read = parseStudy(await load());
  expect(read).toMatchObject({ ok: true, study: { name: id } });
  if (!read.ok) return;
  expect(planStudy(read.study, await scenariosOf(read.study))).toMatchObject({
    ok: true,
    plan: { refused: [] },
  });
});

test("a number of contexts sets the placement of threads and the policy", async () => {
  const one = await builtin("ring-overflow");
  const placed = (contexts: number) => {
    const { machine, software } = withContexts(one, contexts);
    return [machine.core.policy, machine.core.contexts, ...software.threads.map(({ context }) => context)];
  };
  expect(placed(1)).toEqual(["single", 1, 0, 0, 0]);
  expect(placed(2)).toEqual(["on-event", 2, "any", "any", "any"]);
  expect(placed(3)).toEqual(["on-event", 3, 0, 1, 2]);
  expect(placed(4)).toEqual(["on-event", 4, 0, 1, 2]);
  // The demo with three contexts is written by hand.
  const three = await builtin("ring-overflow-three-contexts");
  const byRule = withContexts(one, 3);
  expect(byRule.machine.core).toEqual(three.machine.core);
  expect(byRule.software.threads.map(({ context }) => context)).toEqual(
    three.software.threads.map(({ context }) => context),
  );
  expect(withContexts(three, 1).machine.core).toEqual(one.machine.core);
});

test("contexts that take turns keep that policy, and each core counts its own threads", async () => {
  const turns = await builtin("load-use-four-contexts");
  expect(withContexts(turns, 2).machine.core).toMatchObject({
    policy: turns.machine.core.policy,
    contexts: 2,
  });
  const cores = await builtin("two-cores");
  const by = withContexts(cores, 8);
  expect(parseScenario(by).ok).toBe(true);
  for (const core of [0, 1]) {
    const own = by.software.threads.filter((thread) => thread.core === core).map(({ context }) => context);
    expect(own).toEqual(own.map((_, index) => index));
  }
});
