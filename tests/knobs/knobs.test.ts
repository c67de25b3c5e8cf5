/** Reading of a scenario's knobs, and the fault of each invalid knob. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { type EndedRun, hasDeadlines, headlinesOf } from "../../lib/knobs/headlines.ts";
import { knobsOf } from "../../lib/knobs/knobs.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { fieldsOf } from "../../lib/scenarioFields/describe.ts";
import { fieldNamed } from "../../lib/scenarioFields/fieldNamed.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario, ScenarioInput } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { builtin } from "../boundary/support.ts";
import { fastCore } from "../support/cores.ts";

const core = await fastCore();
const file: ScenarioInput = JSON.parse(
  readFileSync(new URL("../../scenarios/demos/ring-overflow.json", import.meta.url), "utf8"),
);

const parsed = (knobs: unknown) => parseScenario({ ...file, knobs });
function withKnobs(knobs: unknown): Scenario {
  const result = parsed(knobs);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

describe("knobs", () => {
  it("are found by the end of a field path, in order, with the present value among theirs", () => {
    const { knobs, faults } = knobsOf(
      withKnobs([
        { field: "eth0.rxRingFrames", values: [32, 4] },
        { field: "protocol.interruptsEnabled" },
        { field: "core.policy", values: ["single", "round-robin"] },
        { field: "memoryCycles", range: { from: 1, to: 4 } },
        { field: "clockHertz" },
        { field: "lineRateBitPerSecond", values: ["ideal", 1e9] },
      ]),
    );
    expect(faults).toEqual([]);
    expect(knobs.map(({ kind, values }) => [kind, values])).toEqual([
      ["slider", [4, 8, 32]],
      ["switch", [false, true]],
      ["choice", ["single", "round-robin"]],
      ["slider", [1, 2, 3, 4]],
      ["slider", [25e6, 50e6, 100e6, 200e6, 400e6, 800e6]],
      ["choice", ["ideal", 1e9]],
    ]);
    expect(knobs.every(({ values, value }) => values.includes(value))).toBe(true);
  });

  it("are omitted with a reason if they name no field, several fields, or an invalid value", () => {
    const { knobs, faults } = knobsOf(
      withKnobs([
        { field: "rxRingFrame" },
        { field: "priority" },
        { field: "rxRingFrames", values: [8, 0] },
        { field: "memoryCycles", values: [1, 2.5] },
        { field: "core.policy", values: ["single", "none"] },
        { field: "clockHertz", range: { from: 0, to: 10 } },
      ]),
    );
    expect(knobs).toEqual([]);
    expect(faults.map(({ field }) => field)).toEqual([
      "knobs[0].field",
      "knobs[1].field",
      "knobs[2].values[1]",
      "knobs[3].values[1]",
      "knobs[4].values[1]",
      "knobs[5].range",
    ]);
  });

  it.each([
    [Array.from({ length: 7 }, () => ({ field: "rxRingFrames" })), "knobs"],
    [[{ field: "rxRingFrames", values: [8] }], "knobs[0].values"],
    [[{ field: "rxRingFrames", values: [4, 8], range: { from: 1, to: 2 } }], "knobs[0].range"],
    [[{ field: "rxRingFrames", range: { from: 2, to: 2 } }], "knobs[0].range.to"],
    [[{ field: "rxRingFrames", range: { from: 0, to: 1000 } }], "knobs[0].range.step"],
    [[{ field: "rxRingFrames", label: { en: "Ring" } }], "knobs[0].label.de"],
  ])("are refused as %j", (knobs, field) => {
    const result = parsed(knobs);
    expect(result.ok ? [] : result.errors.map((error) => error.field)).toEqual([field]);
  });

  it("change neither the state hash nor the fields of the machine", () => {
    const { knobs: _, ...without } = file;
    const plain = parseScenario(without);
    if (!plain.ok) throw new Error("refused");
    const scenario = withKnobs(file.knobs);
    const hashOf = (one: Scenario) => {
      const machine = createMachine(core, compileScenario(one));
      machine.step(1_000_000);
      return machine.stateHash();
    };
    expect(hashOf(scenario)).toBe(hashOf(plain.scenario));
    expect(fieldsOf(scenario)).toEqual(fieldsOf(plain.scenario));
    expect(fieldNamed(scenario, "range.from").ok).toBe(false);
  });
});

describe("headlines of a comparison", () => {
  const ran = (scenario: Scenario) => {
    const machine = createMachine(core, compileScenario(scenario));
    machine.step(scenario.runCycles);
    const { clockHertz } = scenario.machine;
    return { metrics: readMetrics(machine, scenario.machine), clockHertz };
  };
  let asWritten: EndedRun;
  beforeAll(() => {
    asWritten = ran(withKnobs([]));
  });

  it("count over the whole run: a ring of 16 instead of 8 loses 524 frames instead of 1,145", () => {
    const scenario = withKnobs([]);
    const [nic] = scenario.machine.nics;
    if (nic === undefined) throw new Error("no card");
    const machine = { ...scenario.machine, nics: [{ ...nic, rxRingFrames: 16 }] };
    const changes = headlinesOf(ran({ ...scenario, machine }), asWritten);
    expect(changes.map(({ key, verdict }) => [key, verdict])).toEqual([
      ["lost", "better"],
      ["delivered", "better"],
      ["packet-p99", "worse"],
    ]);
    const [lost, delivered] = changes;
    expect([lost?.before, lost?.after]).toEqual([1145, 524]);
    expect((lost?.after ?? 0) + (delivered?.after ?? 0)).toBeLessThanOrEqual(lost?.ofAfter ?? 0);
  });

  it("begin with the late responses in a machine that has a deadline, also where there are none left", async () => {
    const inversion = await builtin("priority-inversion");
    const locks = inversion.software.locks.map((lock) => ({ ...lock, protocol: "inherit" as const }));
    const mended = { ...inversion, software: { ...inversion.software, locks } };
    const [late] = headlinesOf(ran(mended), ran(inversion), { ofDeadlines: hasDeadlines(inversion) });
    expect(late).toMatchObject({ key: "late", before: 32, after: 0, verdict: "better" });
    expect(hasDeadlines(withKnobs([]))).toBe(false);
  });

  it("compare times instead of cycles if the clock changes", () => {
    const twice = { ...asWritten, clockHertz: 2 * asWritten.clockHertz };
    const latency = headlinesOf(twice, asWritten).find(({ key }) => key === "packet-p99");
    expect(latency?.after).toBeCloseTo((latency?.before ?? 0) / 2, 12);
    expect(latency?.verdict).toBe("better");
  });

  it("compare counts per second if the runs take different times", () => {
    const scenario = { ...withKnobs([]), runCycles: 4_000_000 };
    const before = ran(scenario);
    const faster = { ...scenario, machine: { ...scenario.machine, clockHertz: 150_000_000 } };
    const delivered = headlinesOf(ran(faster), before).find(({ key }) => key === "delivered");
    expect(delivered?.after).toBeLessThan(delivered?.before ?? 0);
    expect(delivered?.verdict).toBe("better");
    expect(delivered?.rateRatio).toBeCloseTo(((delivered?.after ?? 0) * 1.5) / (delivered?.before ?? 1), 9);
    const same = headlinesOf(ran(scenario), before);
    expect(same.map(({ rateRatio }) => rateRatio)).toEqual([undefined, undefined, undefined]);
  });
});
