/** The committed machines must reach their committed hashes in both cores on every host. The C checks
 * (core-wasm/check.mjs) compare the native builds with the same file. */
import { inflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type CompiledScenario, createMachine, sim_config } from "../../core-wasm/binding/index.ts";
import { EVERYTHING, openCore, runTo } from "../boundary/support.ts";
import { createRandom } from "../support/random.ts";
import golden from "./golden.json";

const CORES = [
  { name: "core.wasm", core: await openCore("core.wasm") },
  { name: "core_fast.wasm", core: await openCore("core_fast.wasm") },
];

function compiled(workload: string): CompiledScenario {
  const bytes = new Uint8Array(inflateRawSync(Buffer.from(workload, "base64")));
  const copy = (view: DataView, from: number) =>
    new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(
      bytes.subarray(from, from + view.byteLength),
    );
  const { trace_entry_count: entries, trace_byte_count: ofFrames } = sim_config.fields;
  const count = (field: { readonly offset: number }) =>
    new DataView(bytes.buffer).getUint32(field.offset, true);
  return {
    traceEntryCount: count(entries),
    traceByteCount: count(ofFrames),
    writeConfig: (view) => copy(view, 0),
    writeTrace: (view) => copy(view, sim_config.size),
  };
}

it("there are enough golden machines", () => {
  expect(golden.cases.length).toBeGreaterThan(50);
});

describe.each(CORES)("the golden machines in $name", ({ core }) => {
  it.each(golden.cases)("reach the hash of $name in one call, in slices and with observers", (machine) => {
    const scenario = compiled(machine.workload);
    const whole = createMachine(core, scenario);
    whole.step(machine.cycles);
    expect(whole.stateHash()).toBe(machine.stateHash);
    expect(whole.checkInvariants()).toBe(0);

    const other = createMachine(core, scenario, EVERYTHING);
    const draw = createRandom(machine.cycles);
    const saveAt = draw.integer(1, machine.cycles - 1);
    runTo(other, saveAt, draw.integer(500, 50_000));
    const saved = other.save();
    runTo(other, machine.cycles, draw.integer(500, 50_000));
    other.restore(saved);
    runTo(other, machine.cycles, draw.integer(500, 50_000));
    expect(other.stateHash()).toBe(machine.stateHash);
  });
});
