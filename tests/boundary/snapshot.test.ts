import { beforeAll, describe, expect, it } from "vitest";
import { type CoreModule, CoreRefusedError, type Machine } from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { createRandom } from "../support/random.ts";
import { build, builtin, EVERYTHING, openCore, random, runTo } from "./support.ts";

const END = 120_000;

let core: CoreModule;
let scenario: Scenario;

beforeAll(async () => {
  core = await openCore();
  scenario = await builtin("ring-overflow");
});

function hashAt(machine: Machine, cycle: number): string {
  runTo(machine, cycle, 7001);
  return machine.stateHash();
}

function refused(machine: Machine, bytes: Uint8Array): void {
  const before = machine.stateHash();
  expect(() => machine.restore(bytes)).toThrow(CoreRefusedError);
  expect(machine.stateHash()).toBe(before);
}

describe("saving and restoring a machine", () => {
  it("continues the run exactly, whatever is observed", () => {
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const some = random(seed);
      const straight = hashAt(build(core, some), END);
      const saver = build(core, some, EVERYTHING);
      runTo(saver, END / 3);
      const bytes = saver.save();
      runTo(saver, END);
      expect(saver.stateHash()).toBe(straight);
      saver.restore(bytes);
      expect(saver.cycle).toBe(END / 3);
      expect(hashAt(saver, END)).toBe(straight);
      const other = build(core, some);
      other.restore(bytes);
      expect(hashAt(other, END)).toBe(straight);
      expect(other.checkInvariants()).toBe(0);
    }
  });

  it("returns bytes that the caller owns", () => {
    const machine = build(core, scenario);
    const bytes = machine.save();
    const copy = bytes.slice();
    runTo(machine, END);
    machine.save();
    expect(Buffer.compare(bytes, copy)).toBe(0);
  });

  it("refuses a snapshot of another configuration", () => {
    const machine = build(core, scenario);
    runTo(machine, 5000);
    const other = build(core, { ...scenario, seed: scenario.seed + 1 });
    refused(machine, other.save());
    refused(machine, build(core, random(3)).save());
  });

  it("refuses truncated, extended, empty and oversized bytes", () => {
    const machine = build(core, scenario);
    runTo(machine, 5000);
    const bytes = machine.save();
    for (const length of [0, 1, 8, 15, 16, bytes.length - 1]) refused(machine, bytes.slice(0, length));
    const longer = new Uint8Array(bytes.length + 1);
    longer.set(bytes);
    refused(machine, longer);
    refused(machine, new Uint8Array(64 << 20));
  });

  it("refuses a snapshot with any single bit changed", () => {
    const machine = build(core, scenario);
    runTo(machine, 20_000);
    const bytes = machine.save();
    const draw = createRandom(9);
    for (let trial = 0; trial < 400; trial++) {
      const forged = bytes.slice();
      const at = trial < 64 ? trial : draw.integer(0, bytes.length - 1);
      forged[at] = (forged[at] ?? 0) ^ (1 << draw.integer(0, 7));
      refused(machine, forged);
    }
    machine.restore(bytes);
    expect(hashAt(machine, END)).toBe(hashAt(build(core, scenario), END));
  });
});
