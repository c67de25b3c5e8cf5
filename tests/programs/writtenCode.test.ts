/** Programs that store to their code and execute their data (M-232) if the scenario allows it. */
import { beforeAll, describe, expect, test } from "vitest";
import { type CoreModule, programRegisters } from "../../core-wasm/binding/index.ts";
import { programMapsOf } from "../../lib/programs/programMap.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../scenarios/compile/programs.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { build, openCore } from "../boundary/support.ts";

const CYCLES = 400;
const A0 = 10;

/** Copies a function to the memory and calls it there. */
const IN_MEMORY = `
        la   a1, buffer
        la   a2, from
        lw   t0, 0(a2)
        sw   t0, 0(a1)
        lw   t0, 4(a2)
        sw   t0, 4(a1)
        fence.i
        jalr a1
end:    j    end
from:   addi a0, a0, 7
        ret
        .data
        .space 16
buffer: .space 8
`;

/** As start.S of some courses does. */
const STACK_IN_TEXT = `
        la   sp, stack + 16
        li   a1, 7
        sw   a1, -4(sp)
        lw   a0, -4(sp)
end:    j    end
        .align 4
stack:  .space 16
`;

const IN_DATA = `
        la   t0, function
        jalr t0
end:    j    end
        .data
function: addi a0, a0, 7
        ret
`;

function parsed(source: string, machineMode: boolean, writableCode?: boolean) {
  return parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "written code",
    machine: { nics: [] },
    software: {
      programs: { memoryBytes: 4096, ...(writableCode === undefined ? {} : { writableCode }) },
      routines: [{ name: "main", kind: "program", program: { source } }],
      threads: [
        {
          name: "main",
          machineMode,
          layer: "application",
          priority: 5,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "main" }],
        },
      ],
    },
  });
}

function scenarioOf(...given: Parameters<typeof parsed>) {
  const result = parsed(...given);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

let core: CoreModule;
beforeAll(async () => {
  core = await openCore();
});

function ranTo(...given: Parameters<typeof parsed>) {
  const machine = build(core, scenarioOf(...given));
  machine.step(CYCLES);
  expect(machine.checkInvariants()).toBe(0);
  return programRegisters(machine, 0)?.x[A0];
}

describe("a program that writes code or executes data", () => {
  test.each([
    ["a function in the memory", IN_MEMORY],
    ["a stack in .text", STACK_IN_TEXT],
    ["a function in .data", IN_DATA],
  ])("runs with the new instructions: %s", (_, source) => {
    expect(ranTo(source, true)).toBe(7);
    expect(ranTo(source, false, true)).toBe(7);
  });

  test("faults if the scenario protects code, and outside of machine mode", () => {
    expect(ranTo(STACK_IN_TEXT, true, false)).toBe(0);
    expect(ranTo(IN_MEMORY, true, false)).toBe(0);
    expect(ranTo(STACK_IN_TEXT, false)).not.toBe(7);
    const refused = parsed(IN_DATA, false);
    expect(refused.ok ? [] : refused.errors.map(({ message }) => message)).toEqual([
      expect.stringContaining("instructions belong into .text"),
    ]);
  });

  test("has a profile with the label of its place", () => {
    const scenario = scenarioOf(IN_MEMORY, true);
    const placed = placeRoutines(scenario, assembleProgram);
    const [map] = programMapsOf(scenario, placed);
    expect(map?.functionAt(0x2000_0014)).toBe("buffer");
    expect(map?.functionAt(0x2000_0004)).toBeUndefined();
    expect(map?.functionAt(0x2000_0018)).toBeUndefined();
    expect(map?.placeAt(0x2000_0014)).toBeUndefined();
  });
});
