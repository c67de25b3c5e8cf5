/** The places of threads in programs, cycle by cycle. */
import { expect, it } from "vitest";
import { programPlaces } from "../../../lib/programs/places.ts";
import { assembleProgram } from "../../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../../scenarios/compile/programs.ts";
import { viewOf } from "../../../web/engine/decode.ts";
import { shapeOf } from "../../../web/engine/run.ts";
import { programStates } from "../../../web/program/states.ts";
import { build, builtin, openCore } from "../../boundary/support.ts";
import { oneProgram } from "../../programs/oneProgram.ts";

const core = await openCore();

it("a thread in a program of few instructions is in it in each cycle, even if fetch is ahead", () => {
  const scenario = oneProgram("addi t0, t0, 1\nend: j end");
  const machine = build(core, scenario);
  const shape = shapeOf(scenario, () => undefined);
  const places = programPlaces(placeRoutines(scenario, assembleProgram));
  const lines: (number | undefined)[] = [];
  for (let cycle = 10; cycle <= 60; cycle++) {
    machine.step(cycle);
    const [state] = programStates(scenario, places, viewOf(machine, shape));
    lines.push(state?.at?.line);
  }
  expect(new Set(lines)).toEqual(new Set([2]));
});

it("a thread whose handler has returned is in no program until the next interrupt", async () => {
  const scenario = await builtin("checksum-program");
  const machine = build(core, scenario);
  const shape = shapeOf(scenario, () => undefined);
  const places = programPlaces(placeRoutines(scenario, assembleProgram));
  const handler = scenario.software.threads.findIndex(({ name }) => name === "Driver ISR");
  const handlerAt = (cycle: number) => {
    machine.step(cycle);
    const states = programStates(scenario, places, viewOf(machine, shape));
    return states.find(({ thread }) => thread === handler);
  };
  expect(handlerAt(6713)?.at?.line).toBe(7);
  let cycle = 6713;
  while (handlerAt(cycle)?.at !== undefined) cycle += 1;
  const ended = handlerAt(cycle);
  // The entry of the next interrupt takes at least 15 cycles.
  expect(Array.from({ length: 15 }, (_, behind) => handlerAt(cycle + behind)?.at)).toEqual(
    Array(15).fill(undefined),
  );
  expect(handlerAt(cycle + 15)?.program.executed).toBe(ended?.program.executed);
});
