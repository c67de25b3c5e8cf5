/** Studies that would take hours before a run begins are refused at once, and the work of reading a study grows with
 * its size only. */
import { expect, it, vi } from "vitest";
import { planSteps, planStudy } from "../../lib/study/plan.ts";
import { planWork } from "../../lib/study/points.ts";
import { describeIssues } from "../../scenarios/base/messages.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { parseStudy } from "../../scenarios/study/parse.ts";
import { studySchema } from "../../scenarios/study/study.ts";
import { loadStudy } from "../../web/study/loadStudy.ts";
import { builtin } from "../boundary/support.ts";
import { study } from "./support.ts";

const ring = await builtin("ring-overflow");
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const axis = (field: string, count: number) => ({ kind: "field" as const, field, values: numbers(count) });

function refusal(axes: Parameters<typeof study>[0]["axes"], scenario: Scenario): string | undefined {
  const planned = planStudy(study({ scenarios: ["mine"], axes: axes ?? [] }), new Map([["mine", scenario]]));
  const [first] = planned.ok ? [] : planned.errors;
  return first && `${first.field}: ${first.message}`;
}

function withCapture(frames: number, lastNanoseconds: number): Scenario {
  const times = numbers(frames).map((at) => Math.round((at / frames) * lastNanoseconds));
  const parsed = parseScenario({
    ...ring,
    traffic: [
      {
        ...{ kind: "trace", nic: "eth0", loop: "open" },
        events: {
          timesNanoseconds: times,
          sizesBytes: times.map(() => 64),
          directions: "r".repeat(frames),
        },
      },
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.scenario;
}

/** Total number of entries in the lists that are searched for a value. */
function entriesSearched(run: () => void): number {
  const spy = vi.spyOn(Array.prototype, "indexOf");
  run();
  const entries = spy.mock.contexts.reduce<number>((sum, list) => sum + (list as unknown[]).length, 0);
  spy.mockRestore();
  return entries;
}

it("a plan refuses axes of billions of points, windows of a nanosecond, and ten thousand copies of a large capture", () => {
  const axes = [axis("runCycles", 10_000), axis("rxRingFrames", 8000), axis("backlog.capacity", 8000)];
  expect(refusal(axes, ring)).toBe("axes: make 640000000000 points or more; the limit is 10000");
  const day = withCapture(1000, 1000e9);
  expect(refusal([{ kind: "windows", milliseconds: 0.001 }], day)).toBe(
    "axes[0].milliseconds: give 1000000000 windows; the limit is 10000",
  );
  expect(refusal([axis("runCycles", 10_000)], withCapture(200_000, 1e9))).toMatch(
    /^axes: make 10000 points of a scenario that is too large to plan so often: at most \d{4} are planned$/,
  );
});

it("a source that expands counts with its expansion at each of its points", () => {
  const source = (count: number) => `.rept ${4000 + count}\n nop\n.endr\n ret`;
  const settings = numbers(200).map((at) => [
    {
      ...{ column: "source", place: "axes[0]", shown: String(at), value: source(at) },
      target: { kind: "path" as const, path: ["software"], field: undefined },
    },
  ]);
  expect(planWork(ring, [], [settings], 0)).toMatchObject({
    refused: expect.stringMatching(/at most 1\d\d /),
  });
  const plain = settings.map(([one]) => (one === undefined ? [] : [{ ...one, value: "ret" }]));
  expect(planWork(ring, [], [plain], 0)).toMatchObject({ units: expect.any(Number) });
});

it.each(["two-port-router", "preemptive-kernel", "napi-driver", "003-1024", "eight-cores"])(
  "%s may have the largest number of points",
  async (id) => {
    const steps = numbers(10_000).map((value) => [
      {
        ...{ column: "runCycles", place: "axes[0]", value, shown: value },
        target: { kind: "path" as const, path: ["runCycles"], field: undefined },
      },
    ]);
    expect(planWork(await builtin(id), [], [steps], 0)).toMatchObject({ units: expect.any(Number) });
    // The work of the earlier scenarios counts.
    expect(planWork(await builtin(id), [], [steps], 79_999_999)).toHaveProperty("refused");
  },
);

it("values and labels are each looked up a few times", () => {
  const VALUES = 4000;
  const values = numbers(VALUES).map((at) => `${"x".repeat(50)}${at}`);
  const file = {
    ...{ format: "irqscope-study", version: 1, name: "many", scenarios: ["mine"] },
    axes: [
      { kind: "field", field: "name", values, labels: values },
      { kind: "field", field: "runCycles", values: "1..10000" },
    ],
  };
  const entries = entriesSearched(() => {
    const read = parseStudy(file);
    expect(read.ok && planStudy(read.study, new Map([["mine", ring]])).ok).toBe(false);
  });
  expect(entries / VALUES).toBeLessThan(200);
});

it("wrong list entries are reported without comparing each to all others", () => {
  const ENTRIES = 3000;
  let reads = 0;
  const issues = numbers(ENTRIES).map((at) => {
    const issue = { path: ["labels", at], message: "" };
    const told =
      at % 2 === 0
        ? { ...issue, code: "invalid_type" as const, expected: "string" as const }
        : { ...issue, code: "too_big" as const, origin: "string", maximum: 80 };
    return new Proxy(told, {
      get: (target, field) => {
        reads += 1;
        return Reflect.get(target, field);
      },
    });
  });
  expect(describeIssues(studySchema, { labels: [] }, issues)).toHaveLength(ENTRIES);
  expect(reads / ENTRIES).toBeLessThan(30);
});

it("a plan is made point by point on the page, and abandoned when the user opens another study", async () => {
  const many = study({ scenarios: ["ring-overflow"], axes: [axis("runCycles", 50)] });
  expect([...planSteps(many, new Map([["ring-overflow", ring]]))]).toHaveLength(50);
  const file = {
    ...{ format: "irqscope-study", version: 1, name: "many", scenarios: ["ring-overflow"] },
    axes: [axis("runCycles", 10_000)],
  };
  let asked = 0;
  const isWanted = () => {
    asked += 1;
    return asked < 2;
  };
  expect(await loadStudy(file, isWanted)).toEqual({ ok: false, errors: [] });
  expect(asked).toBe(2);
});
