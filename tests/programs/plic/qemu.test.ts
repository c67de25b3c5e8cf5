/** The PLIC compared with QEMU's: recorded.txt (written by record.mjs) has random stores and loads of it, and the
 * loaded values in qemu-system-riscv32 7.2 -M virt. The source is the console's line, number 9, which the program
 * raises and lowers. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { build, openCore } from "../../boundary/support.ts";

interface Recorded {
  readonly seed: number;
  readonly operations: string;
  readonly reads: readonly number[];
}

const RECORDED = readFileSync(new URL("./recorded.txt", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Recorded);
const SOURCE = 10;
const MEMORY_BYTES = 256;

const sourceOf = (operations: string) => `
        li s0, PLIC_BASE
        li s1, UART0_BASE
        li s2, PLIC_ENABLE0
        li s3, PLIC_THRESHOLD0
        li s4, 0x20000000
        li s5, PLIC_PENDING0
${operations}
end:    j end
`;

function scenarioOf(operations: string) {
  const parsed = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "recorded",
    machine: {
      nics: [],
      interrupts: {
        lines: Array.from({ length: SOURCE - 1 }, (_, line) => ({ name: `l${line}`, priority: 1 })),
      },
      consoles: [{ name: "console", interrupts: [], line: { priority: 1 } }],
    },
    software: {
      programs: { memoryBytes: MEMORY_BYTES, stackBytes: 0 },
      routines: [{ name: "recorded", kind: "program", program: { source: sourceOf(operations) } }],
      threads: [
        {
          name: "hart",
          layer: "application",
          priority: 3,
          machineMode: true,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "recorded" }],
        },
      ],
    },
    traffic: [],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.scenario;
}

const core = await openCore();

describe("loads from the PLIC give the values of QEMU", () => {
  test.each(RECORDED)("with seed $seed", ({ operations, reads }) => {
    const machine = build(core, scenarioOf(operations));
    machine.step(4000);
    expect(machine.checkInvariants()).toBe(0);
    expect(machine.counters().program_faults).toBe(0);
    const bytes = machine.programMemory(0, 4 * reads.length);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    expect(reads.map((_, index) => view.getUint32(4 * index, true))).toEqual(reads);
  });

  test("for claims and MEIP too", () => {
    const all = RECORDED.flatMap(({ reads }) => reads);
    expect(all.filter((value) => value === SOURCE).length).toBeGreaterThan(20);
    expect(all.filter((value) => value === 0x800).length).toBeGreaterThan(10);
    expect(all.filter((value) => value === 1 << SOURCE).length).toBeGreaterThan(50);
  });
});
