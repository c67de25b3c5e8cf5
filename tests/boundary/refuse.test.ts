import { beforeAll, describe, expect, it } from "vitest";
import {
  type CoreModule,
  CoreRefusedError,
  createMachine,
  type ObserverOptions,
  sim_nic_config,
  type sim_observer_config,
  sim_ring_config,
  sim_step_config,
  sim_thread_config,
  sim_traffic_config,
} from "../../core-wasm/binding/index.ts";
import { fieldPath } from "../../core-wasm/binding/record.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { build, builtin, fields, openCore, runTo, tampered } from "./support.ts";

let core: CoreModule;
let scenario: Scenario;

beforeAll(async () => {
  core = await openCore();
  scenario = await builtin("000-receive-three-contexts");
});

function refusal(change: (view: DataView) => void): CoreRefusedError {
  try {
    createMachine(core, tampered(scenario, change));
  } catch (error) {
    if (error instanceof CoreRefusedError) return error;
    throw error;
  }
  throw new Error("the core took it");
}

describe("createMachine", () => {
  const firstRing = fields.nics.offset + sim_nic_config.fields.rings.offset;
  const thread = (index: number) => fields.threads.offset + index * sim_thread_config.size;
  const cases: readonly [string, (view: DataView) => void, string, string, number | bigint][] = [
    ["a cookie", (view) => view.setUint32(0, 7, true), "bad-cookie", "cookie", 7],
    [
      "no context",
      (view) => view.setUint8(fields.context_count.offset, 0),
      "out-of-range",
      "context_count",
      0,
    ],
    [
      "too many threads",
      (view) => view.setUint8(fields.thread_count.offset, 200),
      "out-of-range",
      "thread_count",
      200,
    ],
    [
      "an empty ring",
      (view) => view.setUint16(firstRing + sim_ring_config.fields.frames.offset, 0, true),
      "out-of-range",
      "nics[0].rings[0].frames",
      0,
    ],
    [
      "a layer that is none",
      (view) => view.setUint8(thread(1) + sim_thread_config.fields.layer.offset, 99),
      "out-of-range",
      "threads[1].layer",
      99,
    ],
    [
      "a step that is none",
      (view) => view.setUint8(fields.steps.offset + 2 * sim_step_config.size, 77),
      "out-of-range",
      "steps[2].op",
      77,
    ],
    [
      "a division by zero",
      (view) =>
        view.setBigUint64(
          fields.traffic.offset + sim_traffic_config.fields.interval_cycles_denominator.offset,
          0n,
          true,
        ),
      "out-of-range",
      "traffic[0].interval_cycles_denominator",
      0,
    ],
    [
      "no clock",
      (view) => view.setBigUint64(fields.clock_hertz.offset, 0n, true),
      "out-of-range",
      "clock_hertz",
      0,
    ],
  ];

  it.each(cases)("refuses %s, and names the field and the value", (_, change, status, field, value) => {
    const error = refusal(change);
    expect({ status: error.status, field: error.field, value: error.value }).toEqual({
      status,
      field,
      value,
    });
    expect(error.message).toContain(field);
  });

  it("refuses a 64-bit value that a JavaScript number cannot hold", () => {
    const error = refusal((view) => view.setBigUint64(fields.clock_hertz.offset, 2n ** 64n - 1n, true));
    expect(error.field).toBe("clock_hertz");
    expect(error.value).toBe(2n ** 64n - 1n);
  });

  it("refuses a trace over the limit before it allocates memory", () => {
    const huge = { ...tampered(scenario, () => {}), traceEntryCount: 0x7fffffff };
    expect(() => createMachine(core, huge)).toThrow(/trace_entry_count/);
  });

  it("refuses a machine that needs more memory than the limit, and names both sizes", () => {
    const greedy = { eventCapacity: 2 ** 24, rowCapacity: 2 ** 22, latencyCapacity: 2 ** 22 };
    const message = /need \d+ bytes of memory, the limit is 1073741824$/;
    expect(() =>
      createMachine(
        core,
        tampered(scenario, () => {}),
        greedy,
      ),
    ).toThrow(message);
  });

  const observers: readonly [ObserverOptions, keyof typeof sim_observer_config.fields][] = [
    [{ eventCapacity: 100 }, "event_capacity"],
    [{ eventCapacity: 2 ** 31 }, "event_capacity"],
    [{ latencyCapacity: 3 }, "latency_capacity"],
    [{ rowCapacity: 2 ** 32 - 1 }, "row_capacity"],
    [{ rowCapacity: -1 }, "row_capacity"],
    [{ binCapacity: 33, binCycles: 1 }, "bin_capacity"],
    [{ binCapacity: 64, binCycles: 0 }, "bin_cycles"],
    [{ binCapacity: 0.5, binCycles: 1 }, "bin_capacity"],
  ];
  it.each(observers)("refuses the observer options %j", (options, field) => {
    expect(() => build(core, scenario, options)).toThrow(`observers.${field}`);
  });

  it("still builds machines after a refusal", () => {
    const machine = build(core, scenario);
    runTo(machine, 10_000);
    expect(machine.checkInvariants()).toBe(0);
  });

  it("refuses cycles that are not whole numbers below 2^48", () => {
    const machine = build(core, scenario);
    for (const cycle of [-1, 0.5, Number.NaN, 2 ** 48]) expect(() => machine.step(cycle)).toThrow(RangeError);
    expect(machine.cycle).toBe(0);
  });
});

describe("fieldPath", () => {
  it("follows array indices and nested records", () => {
    const record = { fields, size: 0 };
    const { offset } = sim_thread_config.fields.priority;
    expect(fieldPath(record, fields.threads.offset + 2 * sim_thread_config.size + offset)).toBe(
      "threads[2].priority",
    );
    expect(fieldPath(record, fields.entry_cycles.offset + 6)).toBe("entry_cycles[3]");
    expect(fieldPath(record, fields.seed.offset)).toBe("seed");
    expect(fieldPath(record, 0xffffffff)).toBeUndefined();
  });
});
