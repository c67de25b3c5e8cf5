import { describe, expect, test } from "vitest";
import { sim_layer } from "../../core-wasm/binding/index.ts";
import { runExperiment, sharedRuns } from "../../lib/papers/gallery.ts";
import { borrowedResults, unknownOrigins, unknownSettings } from "../../lib/papers/origins.ts";
import { runToOutcome } from "../../lib/papers/outcome.ts";
import { type Paper, parsePaper } from "../../lib/papers/paper.ts";
import { scenarioOf } from "../../lib/papers/plan.ts";
import { fastCore } from "../support/cores.ts";

const core = await fastCore();

type Json = Record<string, unknown>;

function paper(claims: readonly Json[], more: Json = {}, experiment: Json = {}): Paper {
  const parsed = parsePaper({
    format: "irqscope-paper",
    version: 1,
    id: "000",
    title: "t",
    authors: "a",
    cited: "a",
    published: "p",
    summary: "s",
    origins: [],
    experiments: [
      {
        id: "e",
        title: "e",
        place: "here",
        text: "",
        runs: {
          one: { scenario: "000-receive-one-context", set: { runCycles: 500_000 } },
          three: { scenario: "000-receive-three-contexts", set: { runCycles: 500_000 } },
        },
        claims,
        ...experiment,
      },
    ],
    ...more,
  });
  if (!parsed.ok)
    throw new Error(parsed.errors.map(({ field, message }) => `${field} ${message}`).join("; "));
  return parsed.paper;
}

function ran(of: Paper) {
  const [experiment] = of.experiments;
  if (!experiment) throw new Error("no experiment");
  return runExperiment(of, experiment, async (scenario, warmUp) => {
    const outcome = runToOutcome(core, scenario, warmUp);
    if (!outcome) throw new Error("stopped");
    return outcome;
  });
}

const judged = async (of: Paper) => (await ran(of)).judgements;

const prediction = (more: Json): Json => ({
  id: "000-p",
  text: "p",
  place: "here",
  kind: "prediction",
  printed: 990,
  unit: "Mb/s",
  value: 'run["one"].receive.rate',
  tolerance: { relative: 0.02 },
  reason: "",
  ...more,
});

describe("a predicted claim", () => {
  test("holds within its band and misses outside", async () => {
    const [good] = await judged(paper([prediction({})]));
    expect(good?.verdict).toBe("pass");
    expect(good?.simulated).toBeGreaterThan(970);
    expect(good?.band?.[0]).toBeCloseTo(970.2);
    const [bad] = await judged(paper([prediction({ printed: 1100 })]));
    expect(bad?.verdict).toBe("miss");
    expect(bad?.error).toBeCloseTo((bad?.simulated ?? 0) / 1100 - 1);
    const [known] = await judged(paper([prediction({ printed: 1100, knownMiss: "because" })]));
    expect(known?.verdict).toBe("known-miss");
  });

  test("names an existing metric in its unit", async () => {
    await expect(judged(paper([prediction({ value: 'run["two"].receive.rate' })]))).rejects.toThrow(
      /no metric/,
    );
    await expect(judged(paper([prediction({ value: 'run["one"].receive.loss' })]))).rejects.toThrow(
      /does not measure Mb\/s/,
    );
    await expect(judged(paper([prediction({ value: 'run["one"].receive.rate > 1 Mb/s' })]))).rejects.toThrow(
      /condition/,
    );
  });

  const isr = 'software.routines["Driver ISR (Rx done)"].cycles';
  const free = (values: readonly number[]): Json => ({
    free: [{ id: "isr", text: "handler", reason: "r", fields: [isr], values }],
  });

  test("with a free parameter holds only if it holds over most of the range", async () => {
    const near = await judged(paper([prediction({})], free([2228, 2230, 2235, 4000]), { free: ["isr"] }));
    expect(near[0]?.share).toBe(0.75);
    expect(near[0]?.verdict).toBe("pass");
    expect(near[0]?.sensitivity[0]?.points.map(({ holds }) => holds)).toEqual([true, true, false]);
    const far = await judged(paper([prediction({})], free([2228, 3000, 4000, 5000]), { free: ["isr"] }));
    expect(far[0]?.share).toBe(0.25);
    expect(far[0]?.holds).toBe(true);
    expect(far[0]?.verdict).toBe("miss");
  });
});

describe("a curve", () => {
  const curve = (value: string): Json => ({
    curves: [
      {
        id: "saves",
        text: "share of save and restore",
        along: "contexts",
        unit: "%",
        points: [
          { at: "one", value },
          { at: "three", value: value.replaceAll("one", "three") },
        ],
      },
    ],
  });
  const share = 'run["one"].layer["save-restore"].share';

  test("has a value for each point in its unit, whatever a free parameter sets", async () => {
    const loop = 'software.routines["application loop"].cycles';
    const free = {
      free: [{ id: "loop", text: "loop", reason: "r", fields: [loop], values: [100_000, 90_000] }],
    };
    const { curves } = await ran(paper([prediction({})], free, { free: ["loop"], ...curve(share) }));
    const [saves] = curves;
    expect(saves?.points.map(({ at }) => at)).toEqual(["one", "three"]);
    // 186 + 3 + 6 cycles of 2,425, and 9 of 2,239
    expect(saves?.points[0]?.value).toBeCloseTo((100 * 195) / 2425, 0);
    expect(saves?.points[1]?.value).toBeCloseTo((100 * 9) / 2239, 1);
  });

  test("names an existing metric in its unit", async () => {
    await expect(ran(paper([prediction({})], {}, curve('run["two"].receive.loss')))).rejects.toThrow(
      /no metric/,
    );
    await expect(ran(paper([prediction({})], {}, curve('run["one"].receive.rate')))).rejects.toThrow(
      /does not measure %/,
    );
    await expect(ran(paper([prediction({})], {}, curve(`${share} > 1 %`)))).rejects.toThrow(/condition/);
  });
});

describe("a number in the reason of a known miss", () => {
  const loop = 'software.routines["application loop"].cycles';
  const isr = 'software.routines["Driver ISR (Rx done)"].cycles';
  const more: Json = {
    free: [
      { id: "isr", text: "handler", reason: "r", fields: [isr], values: [2228, 4000] },
      { id: "loop", text: "loop", reason: "r", fields: [loop], values: [100_000, 90_000] },
    ],
  };
  const stale = async (knownMiss: string, ...figures: readonly Json[]) =>
    (
      await judged(
        paper([prediction({ printed: 1100, knownMiss, figures })], more, { free: ["isr", "loop"] }),
      )
    )[0]?.stale;

  test("is a result of a run, as it is or with another value of a free parameter", async () => {
    const [own] = await judged(paper([prediction({})]));
    const rate = own?.simulated?.toFixed(1) ?? "";
    const slow = { free: "isr", value: 4000 };
    const [far] = await judged(paper([prediction({})], more, { free: ["isr"] }));
    const there = far?.sensitivity[0]?.points[0]?.simulated?.toFixed(0) ?? "";
    expect(await stale(`${rate}, then ${there}`, { text: rate }, { text: there, at: slow })).toEqual([]);
    expect(await stale(`${rate}, then 9`, { text: rate }, { text: "9", at: slow })).toEqual([
      expect.stringMatching(/^9 is [56]\d\d/),
    ]);
    expect(await stale("nothing", { text: rate })).toEqual([`${rate} is not in the reason`]);
  });

  test("may be the number of points at which the claim holds", async () => {
    expect(await stale("at 0 of 3 points", { text: "0 of 3", points: true })).toEqual([]);
    expect(await stale("at 1 of 3 points", { text: "1 of 3", points: true })).toEqual([
      "1 of 3 points are 0 of 3",
    ]);
  });
});

test("a claim about shape is a condition over several runs", async () => {
  const shape = (condition: string): Json => ({
    id: "000-s",
    text: "s",
    place: "here",
    kind: "shape",
    condition,
  });
  const verdict = async (condition: string) => (await judged(paper([shape(condition)])))[0]?.verdict;
  expect(await verdict('run["three"].receive.rate > run["one"].receive.rate')).toBe("pass");
  expect(await verdict('run["three"].saves > 0')).toBe("miss");
  await expect(verdict('run["three"].saves')).rejects.toThrow(/not a condition/);
});

test("a calibration equals the field of the scenarios in all its runs", async () => {
  const calibration = (printed: number, runs: readonly string[]): Json => ({
    id: "000-c",
    text: "c",
    place: "here",
    kind: "calibration",
    printed,
    unit: "cycles",
    fields: ["machine.interrupts.saveRestore.saveCycles", "machine.interrupts.saveRestore.restoreCycles"],
    runs,
  });
  expect((await judged(paper([calibration(186, ["one", "three"])])))[0]?.verdict).toBe("pass");
  expect((await judged(paper([calibration(187, ["one"])])))[0]?.verdict).toBe("miss");
});

describe("a paper is refused", () => {
  const errors = (value: unknown) => {
    const result = parsePaper(value);
    return result.ok ? [] : result.errors.map(({ field, message }) => `${field} ${message}`);
  };
  test("with the field and the reason of the mistake", () => {
    expect(errors({ format: "irqscope-paper", version: 1 })).toContain("id is missing");
    const good = paper([prediction({})]);
    const [experiment] = good.experiments;
    expect(errors({ ...good, experiments: [{ ...experiment, free: ["x"] }] })).toEqual([
      "experiments[0].free no free parameter x",
    ]);
    expect(errors({ ...good, experiments: [{ ...experiment, claims: [] }] })).toEqual([
      "experiments[0].claims needs claims or curves",
    ]);
    expect(errors({ ...good, experiments: [experiment, experiment] })).toEqual([
      "experiments[1].claims[0].id is used twice: 000-p",
    ]);
  });

  test("for a run that sets an unknown field", async () => {
    const runs = { one: { scenario: "000-receive-one-context", set: { "machine.nics[7].rxRingFrames": 3 } } };
    await expect(judged(paper([prediction({})], {}, { runs }))).rejects.toThrow(
      "000/e/one: no field machine.nics[7].rxRingFrames",
    );
    const wrong = { one: { scenario: "000-receive-one-context", set: { runCycles: -1 } } };
    await expect(judged(paper([prediction({})], {}, { runs: wrong }))).rejects.toThrow(
      "000/e/one: runCycles: must be at least 1",
    );
  });
});

test("an origin covers fields by pattern", () => {
  const of = paper([prediction({})], {
    origins: [
      { field: "machine.**", from: "source", where: "x" },
      { field: 'software.routines["a b"].cycles', from: "convention", where: "x" },
    ],
  });
  const scenario = {
    runCycles: 5,
    machine: { core: { contexts: 3 } },
    software: {
      routines: [
        { name: "a b", kind: "cycles", cycles: 1 },
        { name: "c", kind: "cycles", cycles: 2 },
      ],
    },
  };
  expect(unknownOrigins(of, "s", scenario).map(({ field }) => field)).toEqual([
    "runCycles",
    "software.routines.c.cycles",
  ]);
});

describe("the origin of a parameter", () => {
  const origin = (field: string, from: string, where: string): Json => ({ field, from, where });

  test("is reported if it cites a predicted value, and accepted if it cites an input", () => {
    const of = (where: string) =>
      borrowedResults(
        paper([prediction({ place: "table 1" })], { origins: [origin("seed", "source", where)] }),
      ).map(({ claim }) => claim);
    expect(of("table 1: so that 990 comes out")).toEqual(["000-p"]);
    expect(of("as for 000-p")).toEqual(["000-p"]);
    expect(of("table 1: 186 cycles")).toEqual([]);
    expect(of("table 2: 990 bytes")).toEqual([]);
  });

  test("is required for what a run or a free parameter sets", () => {
    const swept = {
      id: "f",
      text: "f",
      reason: "",
      fields: ["seed"],
      values: [1, 2],
      with: [{ "machine.clockHertz": 1_000_000 }],
    };
    const of = (...fields: string[]) => {
      const origins = fields.map((field) => origin(field, "source", "here"));
      const missed = unknownSettings(paper([prediction({})], { free: [swept], origins }, { free: ["f"] }));
      return [...new Set(missed.map(({ field }) => field))];
    };
    expect(of()).toEqual(["runCycles", "seed", "machine.clockHertz"]);
    expect(of("runCycles", "seed", "machine.*")).toEqual([]);
  });
});

describe("machines that several experiments use", () => {
  const scenario = async () =>
    scenarioOf(
      { scenario: "000-receive-one-context", set: { runCycles: 5_000 }, warmUpCycles: 0, text: "" },
      "",
    );

  test("run once, even if another experiment asks during the run", async () => {
    let runs = 0;
    const runMachine = sharedRuns(async (of, warmUp) => {
      runs += 1;
      const outcome = runToOutcome(core, of, warmUp);
      if (!outcome) throw new Error("stopped");
      return outcome;
    });
    const [one, two] = await Promise.all([runMachine(await scenario(), 0), runMachine(await scenario(), 0)]);
    expect(two).toBe(one);
    expect(runs).toBe(1);
    await runMachine(await scenario(), 1_000);
    expect(runs).toBe(2);
  });

  test("run until their work is done, or report that it was not", async () => {
    const audio = await scenarioOf(
      { scenario: "002-audio-24k", set: { runCycles: 200_000 }, warmUpCycles: 0, text: "" },
      "",
    );
    const until = { layers: ["application"], instructions: 30_000 } as const;
    const measured = runToOutcome(core, audio, 20_000, until)?.measured;
    const retired = measured?.counters.instructions_of[sim_layer.application] ?? 0;
    expect(retired).toBeGreaterThanOrEqual(30_000);
    expect(retired).toBeLessThanOrEqual(35_000);
    expect(measured?.cycles).toBeLessThan(100_000);
    expect(() => runToOutcome(core, audio, 20_000, { ...until, instructions: 300_000 })).toThrow(
      "application have not retired 300000 instructions by cycle 200000",
    );
  });

  test("run again after a stop", async () => {
    let runs = 0;
    const runMachine = sharedRuns(() => {
      runs += 1;
      return Promise.reject(new Error("stopped"));
    });
    await expect(runMachine(await scenario(), 0)).rejects.toThrow("stopped");
    await expect(runMachine(await scenario(), 0)).rejects.toThrow("stopped");
    expect(runs).toBe(2);
  });
});
