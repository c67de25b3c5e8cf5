/** The registers in a typed instruction, in the core and on the page are the same. */
import { beforeAll, describe, expect, test } from "vitest";
import { type CoreModule, createMachine } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { decodeRow } from "../../web/engine/decode.ts";
import type { PipelineRow } from "../../web/engine/protocol.ts";
import { rowText } from "../../web/ui/instructionText.ts";
import { openCore } from "../boundary/support.ts";

const WINDOW_CYCLES = 400;

let core: CoreModule;
beforeAll(async () => {
  core = await openCore();
});

/** One permanent thread runs `sequence`. Frames interrupt it, and their driver saves registers in words. */
function rowsOf(sequence: readonly string[]): readonly PipelineRow[] {
  const result = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "typed",
    machine: {
      interrupts: { saveRestore: { kind: "words", saveWords: 4, restoreWords: 4 } },
      nics: [{ name: "eth0" }],
    },
    software: {
      routines: [{ name: "typed", kind: "sequence", sequence }],
      threads: [
        {
          name: "application",
          layer: "application",
          priority: 9,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "typed" }],
        },
        {
          name: "driver",
          layer: "driver-isr",
          priority: 1,
          interruptsEnabled: false,
          start: { on: "line", nic: "eth0" },
          steps: [
            { do: "acknowledge", nic: "eth0" },
            { do: "take-frame", nic: "eth0" },
            { do: "exec", routine: "typed" },
            { do: "deliver" },
          ],
        },
      ],
    },
    traffic: [
      { kind: "constant", nic: "eth0", direction: "receive", sizeBytes: 64, rate: { intervalCycles: 150 } },
    ],
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  const machine = createMachine(core, compileScenario(result.scenario), { rowCapacity: 2000 });
  machine.setWindow(0, WINDOW_CYCLES);
  machine.step(WINDOW_CYCLES);
  return machine.windowRows().map((row) => decodeRow(row, 0, WINDOW_CYCLES, () => undefined));
}

/** Each text once, in the order of its first row. */
function textsOf(rows: readonly PipelineRow[]) {
  const texts = (layers: readonly string[]) => [
    ...new Set(
      rows.filter(({ kind, layer }) => kind === "instruction" && layers.includes(layer)).map(rowText),
    ),
  ];
  return { typed: texts(["application", "driver-isr"]), saving: texts(["save-restore"]) };
}

test.each([
  ["alu r3, r1, r2", "add r3,r1,r2"],
  ["multiply r3, r1, r2", "mul r3,r1,r2"],
  ["load r2, r1", "ld r2,[r1]"],
  ["store r2, r1", "st r2,[r1]"],
  ["store r2", "st r2,[r0]"],
  ["branch r1, r2", "bne r1,r2,.."],
  ["branch r1 taken", "bne r1,.."],
])("the instruction %s is shown as %s", (typed, shown) => {
  expect(textsOf(rowsOf([typed])).typed).toEqual([shown]);
});

test("the core's own stores and loads, which save registers, are shown in the same form", () => {
  expect(textsOf(rowsOf(["alu r3"])).saving).toEqual([
    ...["st r1,[r0]", "st r2,[r0]", "st r3,[r0]", "st r4,[r0]"],
    ...["ld r1,[r0]", "ld r2,[r0]", "ld r3,[r0]", "ld r4,[r0]"],
  ]);
});

describe("a store waits for a value loaded just before", () => {
  const stallsAfterLoad = (store: string) =>
    rowsOf(["load r2, r1", store]).filter(
      ({ operation, stall }) => operation === "store" && stall[1] === "load-use",
    ).length;

  test.each(["store r2, r9", "store r9, r2"])("%s: as its value and as its address", (store) => {
    expect(stallsAfterLoad(store)).toBeGreaterThan(5);
  });

  test("only if it uses the loaded register", () => {
    expect(stallsAfterLoad("store r9, r8")).toBe(0);
  });
});
