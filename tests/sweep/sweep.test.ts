import { describe, expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { measureRun } from "../../lib/metrics/measure.ts";
import { fieldsOf } from "../../lib/scenarioFields/describe.ts";
import { fieldNamed } from "../../lib/scenarioFields/fieldNamed.ts";
import { withContexts } from "../../lib/scenarioFields/withContexts.ts";
import { type Axis, readAxis } from "../../lib/sweep/axis.ts";
import { columnName, columnValues, readColumn, usualColumns } from "../../lib/sweep/column.ts";
import { planSweep } from "../../lib/sweep/plan.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS, builtinScenario } from "../../scenarios/index.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { fastCore } from "../support/cores.ts";

const core = await fastCore();
const ring = await builtin("ring-overflow");

async function builtin(id: string): Promise<Scenario> {
  const result = await builtinScenario(id)?.load();
  if (!result?.ok) throw new Error(id);
  return result.scenario;
}

function axis(text: string, scenario = ring): Axis {
  const read = readAxis(scenario, text);
  if (!read.ok) throw new Error(`${read.field}: ${read.message}`);
  return read.axis;
}

function refusal(text: string): string {
  const read = readAxis(ring, text);
  return read.ok ? `taken: ${read.axis.values.join(" ")}` : `${read.field}: ${read.message}`;
}

describe("a field of a sweep", () => {
  const name = (text: string, scenario = ring) => {
    const found = fieldNamed(scenario, text);
    return found.ok ? found.field.name : found.message;
  };

  test.each([
    "machine.nics.eth0.rxRingFrames",
    "machine.nics[0].rxRingFrames",
    "eth0.rxRingFrames",
    "rxRingFrames",
  ])("is named by %s", (text) => {
    expect(name(text)).toBe("machine.nics.eth0.rxRingFrames");
  });

  test("is named in every scenario as the scenario names it", async () => {
    for (const { id } of BUILTIN_SCENARIOS) {
      const scenario = await builtin(id);
      for (const field of fieldsOf(scenario).filter((_, at) => at % 97 === 0))
        expect(name(field.name, scenario)).toBe(field.name);
    }
  });

  test("is refused with a list if several match, and with a guess if none does", () => {
    expect(name("policy")).toBe("may be machine.core.policy, software.scheduler.policy");
    expect(name("rxRingFrame")).toBe("is not a field; did you mean rxRingFrames?");
    expect(name("machine.memory.l1d.sizeBytes")).toBe(
      "needs machine.memory.l1d, which this scenario leaves out",
    );
    expect(name("machine.memory.l9d.sizeBytes")).toMatch(/^is not a field/);
    expect(name("frobnicate")).toBe("is not a field of this scenario");
    expect(name("__proto__")).toBe("is not a field of this scenario");
    expect(name("a b")).toBe("is not a path of a field");
  });
});

const SHAPES = "a range is FROM..TO, FROM..TO+STEP or FROM..TO*FACTOR";

const LONG_NUMBERS = "commas separate values, and a long number is 200_000_000, 200M or 200 MHz";

describe("the values of a sweep", () => {
  test.each([
    ["rxRingFrames=8,16,32", [8, 16, 32]],
    ["rxRingFrames=3..6", [3, 4, 5, 6]],
    ["rxRingFrames=4..70*2", [4, 8, 16, 32, 64]],
    ["rxRingFrames=100..500+150", [100, 250, 400]],
    ["rxRingFrames=1, 8..32*2", [1, 8, 16, 32]],
    ["clockHertz=50 MHz..0.2 GHz*2", [50_000_000, 100_000_000, 200_000_000]],
    ["clockHertz=100_000_000, 200 MHz,  0.3 GHz", [100_000_000, 200_000_000, 300_000_000]],
    ["seed=001,002,010", [1, 2, 10]],
    ["seed=100,200,300", [100, 200, 300]],
    ["seed=5,0", [5, 0]],
    ["runCycles=1k..3k+1k", [1000, 2000, 3000]],
    ["machine.core.policy=single,on-event", ["single", "on-event"]],
    ["tailChain=true,false", [true, false]],
    ["name=a..b", ["a..b"]],
  ] as const)("are read from %s", (text, values) => {
    expect(axis(text).values).toEqual(values);
  });

  test.each([
    ["policy=on-event,single", "machine.core.policy"],
    ["policy=none", "software.scheduler.policy"],
  ])("%s: belong to the one of two fields with that ending that accepts them", (text, field) => {
    expect(axis(text).field.name).toBe(field);
  });

  test.each([
    ["=5", ": names no field: FIELD=VALUES"],
    ["rxRingFrames", "rxRingFrames: needs values: FIELD=VALUES"],
    ["rxRingFrames= ", "rxRingFrames: needs values: FIELD=VALUES"],
    ["policy=", "policy: may be machine.core.policy, software.scheduler.policy"],
    ["policy=round-robin", "policy: may be machine.core.policy, software.scheduler.policy"],
    ["policy=on-event,none", "policy: may be machine.core.policy, software.scheduler.policy"],
    ["tailChain=", "tailChain: needs values: FIELD=VALUES"],
    ["seed=1,,2", 'seed: "1,,2" lacks a value before or after a comma'],
    ["seed=1,2,", 'seed: "1,2," lacks a value before or after a comma'],
    ["clockHertz=100..", `clockHertz: "100.." lacks its end; ${SHAPES}`],
    ["clockHertz=..100", `clockHertz: "..100" lacks its begin; ${SHAPES}`],
    ["seed=..", `seed: ".." lacks its begin; ${SHAPES}`],
    ["seed=1..*2", `seed: "1..*2" lacks its end; ${SHAPES}`],
    ["seed=1..4..8", `seed: "1..4..8" has ".." 2 times; ${SHAPES}`],
    ["seed=1-8", `seed: "1-8" must be a number; ${SHAPES}`],
    ["seed=1:8", `seed: "1:8" must be a number; ${SHAPES}`],
    ["seed=1…8", `seed: "1…8" must be a number; ${SHAPES}`],
    ["seed=a..b", 'seed: "a..b" begins with "a", which must be a number'],
    ["seed=1..8/2", 'seed: "1..8/2" ends with "8/2", which must be a number'],
    ["clockHertz=1 MHz..2 ms", 'clockHertz: "1 MHz..2 ms" ends with "2 ms", which is in Hz, not in ms'],
    ["rxRingFrames=0..4", 'rxRingFrames: "0..4" begins with "0", which must be from 1 to 8192 frames'],
    ["rxRingFrames=4..2", 'rxRingFrames: "4..2" ends below its begin: 2 frames after 4 frames'],
    ["clockHertz=1 MHz..4", 'clockHertz: "1 MHz..4" ends below its begin: 4 Hz after 1000000 Hz'],
    ["rxRingFrames=4..8*1", 'rxRingFrames: "4..8*1" needs a factor above 1 after *, not "1"'],
    ["rxRingFrames=4..8*", 'rxRingFrames: "4..8*" needs a factor above 1 after *'],
    ["rxRingFrames=4..8*1e400", 'rxRingFrames: "4..8*1e400" needs a factor above 1 after *, not "1e400"'],
    ["rxRingFrames=4..8+0", 'rxRingFrames: "4..8+0" needs a step above 0 after +, not "0"'],
    ["rxRingFrames=4..8+", 'rxRingFrames: "4..8+" needs a step above 0 after +'],
    ["rxRingFrames=4..8+0.5", 'rxRingFrames: "4..8+0.5" has a step that must be a whole number'],
    ["seed=0..8*2", 'seed: "0..8*2" begins at 0, which no factor changes'],
    [
      "seed=1..20000",
      'seed: "1..20000" has more than 10000 values, 1 apart; append +STEP or *FACTOR for fewer',
    ],
    ["seed=1..1e+9+2", 'seed: "1..1e+9+2" has more than 10000 values'],
    ["clockHertz=100 200 300", `clockHertz: "100 200 300" has a space between digits: ${LONG_NUMBERS}`],
    ["clockHertz=100 000", `clockHertz: "100 000" has a space between digits: ${LONG_NUMBERS}`],
    ["seed=1..2 0+4", `seed: "1..2 0+4" has a space between digits: ${LONG_NUMBERS}`],
    ["seed=1\n2", `seed: "1\n2" has a space between digits: ${LONG_NUMBERS}`],
    ["clockHertz=1 Hz 2 Hz", 'clockHertz: "1 Hz 2 Hz" must be a number in Hz'],
    ["seed=1,000", `seed: "1,000" has commas between groups of digits: ${LONG_NUMBERS}`],
    [
      "clockHertz=250,050,000",
      `clockHertz: "250,050,000" has commas between groups of digits: ${LONG_NUMBERS}`,
    ],
    ["seed=1,1", "seed: has 1 twice"],
    ["seed=1..4,7,3", 'seed: has 3 twice, in "1..4" and in "3"'],
    ["rxRingFrames=2..8*2,3..9+5", 'rxRingFrames: has 8 frames twice, in "2..8*2" and in "3..9+5"'],
    ["clockHertz=100 MHz,0.1 GHz", 'clockHertz: has 100000000 Hz twice, in "100 MHz" and in "0.1 GHz"'],
    ["tailChain=true,false,true", "tailChain: has true twice"],
    ["name=a,b,a", 'name: has "a" twice'],
    ["clockHertz=1 V", 'clockHertz: "1 V" is in Hz, not in V'],
    ["machine.core.policy=bogus", /^machine\.core\.policy: "bogus" must be one of single, /],
  ])("are refused: %s", (text, message) => {
    if (typeof message === "string") expect(refusal(text)).toBe(message);
    else expect(refusal(text)).toMatch(message);
  });
});

describe("the plan of a sweep", () => {
  test("has every combination, the last field fastest, and leaves other fields unchanged", () => {
    const plan = planSweep(ring, [axis("rxRingFrames=4,8"), axis("seed=1..3")]);
    if (!plan.ok) throw new Error(plan.message);
    expect(plan.points.map(({ values }) => values)).toEqual([
      [4, 1],
      [4, 2],
      [4, 3],
      [8, 1],
      [8, 2],
      [8, 3],
    ]);
    for (const { values, scenario } of plan.points) {
      expect([scenario.machine.nics[0]?.rxRingFrames, scenario.seed]).toEqual(values);
      const [nic] = ring.machine.nics;
      expect({
        ...scenario,
        seed: ring.seed,
        machine: {
          ...scenario.machine,
          nics: [{ ...scenario.machine.nics[0], rxRingFrames: nic?.rxRingFrames }],
        },
      }).toEqual(ring);
    }
  });

  test("sets fields together that are only valid together", () => {
    const plan = planSweep(ring, [axis("contexts=3"), axis("machine.core.policy=on-event")]);
    expect(plan.ok && plan.points[0]?.scenario.machine.core).toMatchObject({
      contexts: 3,
      policy: "on-event",
    });
  });

  test("has the scenarios that the parser returns, and shares unchanged parts", async () => {
    for (const { id } of BUILTIN_SCENARIOS.filter((_, at) => at % 4 === 0)) {
      const base = await builtin(id);
      const plan = planSweep(base, [axis("seed=1..2", base), axis("clockHertz=50000000", base)]);
      if (!plan.ok) throw new Error(plan.message);
      for (const { scenario } of plan.points) {
        expect(parseScenario(structuredClone(scenario))).toEqual({ ok: true, scenario });
        expect(scenario.machine.clockHertz).toBe(50_000_000);
        expect(scenario.software, id).toBe(base.software);
        for (const [at, traffic] of scenario.traffic.entries()) expect(traffic).toBe(base.traffic[at]);
      }
    }
  });

  test("sets policy and threads for contexts by their short name, and the field alone by its path", () => {
    const plan = planSweep(ring, [axis("contexts=1..3"), axis("rxRingFrames=8")]);
    if (!plan.ok) throw new Error(plan.message);
    expect(plan.refused).toEqual([]);
    expect(plan.points.map(({ scenario }) => scenario.machine.core)).toMatchObject([
      { contexts: 1, policy: "single" },
      { contexts: 2, policy: "on-event" },
      { contexts: 3, policy: "on-event" },
    ]);
    expect(plan.points.map(({ scenario }) => scenario)).toMatchObject(
      [1, 2, 3].map((contexts) => ({
        software: {
          threads: withContexts(ring, contexts).software.threads.map(({ context }) => ({ context })),
        },
      })),
    );
    const alone = planSweep(ring, [axis("machine.core.contexts=1..3")]);
    expect(alone.ok && alone.refused.map(({ values }) => values)).toEqual([[2], [3]]);
    const kept = planSweep(ring, [axis("machine.core.policy=single"), axis("contexts=1..2")]);
    expect(kept.ok && kept.refused.map(({ values }) => values)).toEqual([["single", 2]]);
  });

  test("names every invalid combination by its place", () => {
    const plan = planSweep(ring, [axis("machine.core.contexts=1,4"), axis("seed=1..2")]);
    if (!plan.ok) throw new Error(plan.message);
    expect(plan.points.map(({ number }) => number)).toEqual([0, 1]);
    const why = {
      field: "machine.core.contexts",
      message: 'must be 1 with policy "single" (Context selection)',
      errorCount: 1,
    };
    expect(plan.refused).toEqual([
      { number: 2, values: [4, 1], ...why },
      { number: 3, values: [4, 2], ...why },
    ]);
  });

  test.each([
    [["seed=1", "seed=2"], "seed", "is set twice"],
    [["seed=1..200", "rxRingFrames=1..200"], "combinations", "are 40000; the limit is 10000"],
  ])("is refused for %j before anything runs", (texts, field, message) => {
    expect(
      planSweep(
        ring,
        texts.map((text) => axis(text)),
      ),
    ).toEqual({ ok: false, field, message });
  });
});

describe("a measured value of a sweep", () => {
  const machine = createMachine(core, compileScenario(ring));
  machine.step(1_000_000);
  const measured = measureRun(machine);
  const value = (text: string, scenario = ring) => {
    const read = readColumn(scenario, text);
    if (!read.ok) throw new Error(read.message);
    return [columnName(read.column), ...columnValues([read.column], scenario, measured)];
  };

  test("is whole if it is a whole number, and has 15 digits otherwise", () => {
    expect(value("1809 / 5000 in %")).toEqual(["1809 / 5000 in %", 36.18]);
    expect(value("7 / 100 in %")).toEqual(["7 / 100 in %", 7]);
    expect(value("1 / 3")).toEqual(["1 / 3", 0.333333333333333]);
    expect(value("9007199254740991")).toEqual(["9007199254740991", Number.MAX_SAFE_INTEGER]);
  });

  test("has its unit or the usual one, and may be a condition or a field", () => {
    const { delivered, offered } = machine.counters().nics.reduce(
      (sum, nic) => ({
        delivered: sum.delivered + nic.rx_delivered,
        offered: sum.offered + nic.rx_offered,
      }),
      { delivered: 0, offered: 0 },
    );
    expect(value("receive.delivered")).toEqual(["receive.delivered", delivered]);
    expect(value("receive.offered / 2")).toEqual(["receive.offered / 2", offered / 2]);
    expect(value("seconds in ms")).toEqual(["seconds in ms", 10]);
    expect(value("seconds")).toEqual(["seconds in us", 10_000]);
    expect(value("receive.delivered > 10")).toEqual(["receive.delivered > 10", true]);
    expect(value("machine.nics.eth0.rxRingFrames")).toEqual(["machine.nics.eth0.rxRingFrames", 8]);
    expect(value("send.latency.p50 in us")).toEqual(["send.latency.p50 in us", undefined]);
  });

  test.each([
    ["nope", "at character 1: no metric nope; irqscope sweep SCENARIO --list lists them"],
    [
      "1 + interupts",
      "at character 5: no metric interupts; did you mean interrupts? irqscope sweep SCENARIO --list lists them",
    ],
    [
      "receive.latency",
      "at character 1: no metric receive.latency; did you mean receive.latency.mean? irqscope sweep SCENARIO --list lists them",
    ],
    ["ipc +", "at character 6: expected a number, a metric or a bracket"],
    ["ipc in us", "does not measure us: it is a plain number"],
    ["ipc > 1 in %", "is a condition, which has no unit"],
    [
      'thread["in a x"].share',
      'at character 1: no metric thread["in a x"].share; irqscope sweep SCENARIO --list lists them',
    ],
  ])("is refused: %s", (text, message) => {
    expect(readColumn(ring, text)).toEqual({ ok: false, message });
  });

  test("has default columns that every scenario has", async () => {
    for (const { id } of BUILTIN_SCENARIOS) {
      const scenario = await builtin(id);
      for (const text of usualColumns(scenario))
        expect(readColumn(scenario, text).ok, `${id} ${text}`).toBe(true);
    }
  });
});
