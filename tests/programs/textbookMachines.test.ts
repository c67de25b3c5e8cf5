/** A loop of branches and loads on the pipelines of textbooks and of two other simulators, counted by hand. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { openCore } from "../boundary/support.ts";

const sourceOf = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../fixtures/programs/${name}`, import.meta.url)), "utf8");
const SOURCE = sourceOf("branches_and_loads.s");
const WITH_NOPS = sourceOf("branches_and_loads_nops.s");
const MOST_CYCLES = 16_000_000;

async function cyclesOf(source: string, pipeline: object): Promise<number> {
  const result = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "loop",
    machine: { core: { pipeline } },
    software: {
      queues: [{ name: "never", capacity: 1 }],
      routines: [{ name: "loop", kind: "program", program: { source } }],
      threads: [
        {
          name: "loop",
          layer: "application",
          priority: 1,
          start: { on: "always" },
          steps: [
            { do: "exec", routine: "loop" },
            { do: "wait", queue: "never" },
          ],
        },
      ],
    },
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  const machine = createMachine(await openCore(), compileScenario(result.scenario), {});
  machine.step(MOST_CYCLES);
  return Number(machine.counters().detailed_cycles);
}

const ROUNDS = 11_000;
const INSTRUCTIONS = 548;
const LOADS = 64;
const TAKEN = 96;
/** lui, the two words of li, li and ecall, plus four cycles until the first one leaves. */
const ENDS = 5 + 4;

describe("a loop of branches and loads takes as many cycles", () => {
  test("with branches resolved in EX as in Ripes, which holds its ecall two cycles longer: 8,844,007", async () => {
    const cycles = ROUNDS * (INSTRUCTIONS + LOADS + 2 * TAKEN) + ENDS - 2;
    expect(cycles).toBe(8_844_007);
    expect(await cyclesOf(SOURCE, {})).toBe(cycles);
  });

  test("with branches resolved in MEM as in QtRvSim, which ends a cycle before WB", async () => {
    const source = SOURCE.replace("li   t0, 64", "lui t0, 0\naddi t0, t0, 64").replace("li   a7, 10", "");
    const cycles = ROUNDS * (INSTRUCTIONS + 1 + LOADS + 3 * TAKEN) + (ENDS - 1) - 3;
    expect(cycles - 1).toBe(9_911_004);
    expect(await cyclesOf(source, { branchResolveStage: "MEM" })).toBe(cycles);
  });

  /** 8 lost cycles for each word: two each before beqz, xor, add and bnez. 3 in a round before the first lw and the
   * last bnez. */
  test("without forwarding as in the textbook simulators", async () => {
    const cycles = ROUNDS * (INSTRUCTIONS + 8 * LOADS + 3 + 2 * TAKEN) + ENDS + 2 - 2;
    expect(cycles).toBe(ROUNDS * 1255 + ENDS);
    expect(await cyclesOf(SOURCE, { forwarding: "none" })).toBe(cycles);
  });

  /** lui, li, li, ecall and four times three nops are outside the rounds. The last branch falls through. */
  test.each([
    ["full", {}],
    ["none", { forwarding: "none" }],
  ])(
    "with three nops before each use, forwarding %s, as in Ripes without hazard detection: 3,808,018",
    async (_, pipeline) => {
      const cycles = 2000 * (INSTRUCTIONS + 18 * LOADS + 12 + 2 * TAKEN) + 16 + 4 - 2;
      expect(cycles).toBe(3_808_018);
      expect(await cyclesOf(WITH_NOPS, pipeline)).toBe(cycles);
    },
  );
});
