/** Rows of control and status registers: worked out by hand, and from a machine as the engine reads it. */
import { describe, expect, it } from "vitest";
import { readPrograms } from "../../../web/engine/decode.ts";
import type { HartRegisters } from "../../../web/engine/protocol.ts";
import { csrRows, plicRows } from "../../../web/program/csrs.ts";
import { build, builtin, openCore } from "../../boundary/support.ts";

const core = await openCore();

async function hartsAt(id: string, cycles: number) {
  const scenario = await builtin(id);
  const machine = build(core, scenario);
  machine.step(cycles);
  const { threads } = scenario.software;
  const view = readPrograms(machine, { threads: threads.length, programBytes: 0, nicRings: [] });
  return threads.map(({ machineMode }, index) => ({ machineMode, hart: view?.threads[index]?.hart }));
}

const textOf = (hart: HartRegisters, name: string, before?: HartRegisters) =>
  csrRows(hart, before).find((row) => row.name === name);

describe("the shown control and status registers", () => {
  it("are those that the source of the handler writes", async () => {
    const harts = await hartsAt("handler-own-context", 3000);
    expect(harts.map(({ hart }) => hart !== undefined)).toEqual(
      harts.map(({ machineMode }) => machineMode === true),
    );
    const handler = harts.find(({ hart }) => hart?.mline === 1)?.hart;
    if (handler === undefined) throw new Error("no hart has line 0");
    expect(textOf(handler, "mline")?.text).toBe("00000001");
    expect(textOf(handler, "mie")?.text).toBe("00010000");
    expect(textOf(handler, "mcycle")?.text).toBe("0000000000000bb8");
    expect(textOf(handler, "mtimecmp")?.text).toBe("ffffffffffffffff");
  });

  it("are marked if the previous picture had another value, except counters", async () => {
    const [hart] = (await hartsAt("handler-own-context", 3000)).flatMap(({ hart: one }) => one ?? []);
    if (hart === undefined) throw new Error("no hart");
    const before = { ...hart, mepc: hart.mepc ^ 4, mcycle: 0n, minstret: 0n };
    const changed = csrRows(hart, before).filter(({ isChanged }) => isChanged);
    expect(changed.map(({ name }) => name)).toEqual(["mepc"]);
    expect(csrRows(hart, undefined).filter(({ isChanged }) => isChanged)).toEqual([]);
  });

  it("have all 32 or 64 bits", async () => {
    const [hart] = (await hartsAt("handler-own-context", 10)).flatMap(({ hart: one }) => one ?? []);
    if (hart === undefined) throw new Error("no hart");
    const wide = { ...hart, mcause: 0x8000_0007, mcycle: 0x1_0000_000fn };
    expect(textOf(wide, "mcause")?.text).toBe("80000007");
    expect(textOf(wide, "mcycle")?.text).toBe("000000010000000f");
  });

  it("have the sources of the PLIC once one is enabled", async () => {
    const [hart] = (await hartsAt("handler-own-context", 10)).flatMap(({ hart: one }) => one ?? []);
    if (hart === undefined) throw new Error("no hart");
    expect(plicRows(hart, undefined)).toEqual([]);
    const before = { ...hart, plic: { ...hart.plic, enabled: 0b1010n, threshold: 2, pending: 1n << 64n } };
    const now = { ...before, plic: { ...before.plic, pending: 0n, claimed: 1n << 64n } };
    expect(plicRows(now, before)).toEqual([
      { name: "enabled", text: "1 3", isChanged: false },
      { name: "pending", text: "\u2013", isChanged: true },
      { name: "claimed", text: "64", isChanged: true },
      { name: "threshold", text: "2", isChanged: false },
    ]);
  });
});
