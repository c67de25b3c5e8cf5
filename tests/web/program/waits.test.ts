/** Why the current line of a program waits: the reason in the picture of each cycle, compared with the profile from the
 * pipeline's rows. */
import { expect, it } from "vitest";
import { sim_cause } from "../../../core-wasm/binding/index.ts";
import { disassemble } from "../../../lib/assembler/disassemble.ts";
import { profileRun } from "../../../lib/programs/profile.ts";
import { totalOf } from "../../../lib/programs/profileViews.ts";
import { programTextOf } from "../../../lib/programs/programText.ts";
import { assembleProgram } from "../../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../../scenarios/compile/programs.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { viewOf } from "../../../web/engine/decode.ts";
import { shapeOf } from "../../../web/engine/run.ts";
import { noteOf } from "../../../web/program/codeMarks.ts";
import { waitOf, waitText } from "../../../web/program/states.ts";
import { build, builtin, openCore } from "../../boundary/support.ts";
import { oneProgram } from "../../programs/oneProgram.ts";

const core = await openCore();

const SOURCE = `        la   t0, words
loop:   lw   t1, 0(t0)
        addi t1, t1, 1
        sw   t1, 0(t0)
        j    loop
        .data
words:  .word 5`;

/** Cycles by the reason why the line waits, from a cycle onwards. */
function waitsIn(scenario: Scenario, from: number, to: number): ReadonlyMap<string, number> {
  const machine = build(core, scenario);
  const shape = shapeOf(
    scenario,
    programTextOf(placeRoutines(scenario, assembleProgram), () => disassemble),
  );
  const found = new Map<string, number>();
  for (let cycle = from; cycle < to; cycle++) {
    machine.step(cycle);
    const view = viewOf(machine, shape);
    const frame = view.frames.find((one) => !one.inMemory);
    const wait = frame && waitOf(view, frame);
    const text = wait === undefined ? "goes on" : waitText(wait);
    found.set(text, (found.get(text) ?? 0) + 1);
  }
  return found;
}

it("a line of a seven-cycle loop states one cycle for the load and two for the jump", () => {
  // Four instructions, one cycle after the load, two that the jump flushes: 7 cycles a round, 30 rounds.
  expect(waitsIn(oneProgram(SOURCE), 100, 310)).toEqual(
    new Map([
      ["goes on", 120],
      ["load-use: addi t1, t1, 1", 30],
      ["branch: j loop", 60],
    ]),
  );
});

it("the wait causes of a demo equal those of its profile", async () => {
  const scenario = await builtin("audio-ring");
  const [from, to] = [4000, 4600];
  const { stalls } = totalOf(profileRun(core, scenario, { from, to }));
  const seen = waitsIn(scenario, from, to);
  const sum = (cause: string) =>
    [...seen].reduce((all, [text, count]) => (text.startsWith(`${cause}: `) ? all + count : all), 0);
  expect(sum("load-use")).toBeGreaterThan(20);
  // At both ends a stall may be partly inside.
  expect(Math.abs(sum("load-use") - (stalls[sim_cause["load-use"]] ?? 0))).toBeLessThanOrEqual(2);
  expect(Math.abs(sum("branch") - (stalls[sim_cause.branch] ?? 0))).toBeLessThanOrEqual(2);
});

it("the interrupt entry states its drain first", async () => {
  const seen = waitsIn(await builtin("handler-full-save"), 480, 506);
  expect(seen.get("drain")).toBe(3);
});

it("a line has one note with the contexts by name and their costs, and none without a wait", () => {
  const note = { text: "load-use", title: "load-use: addi t1, t1, 1" };
  expect(noteOf([{ label: "C1", note }], undefined)).toEqual({
    text: "load-use",
    brief: "load-use",
    title: "C1 load-use: addi t1, t1, 1",
  });
  const two = [
    { label: "C1", note },
    { label: "C2", note: undefined },
  ];
  expect(noteOf(two, "1.50")).toMatchObject({ text: "C1 load-use · CPI 1.50", brief: "C1 load-use" });
  expect(noteOf([{ label: "C1", note: undefined }], "1.50")?.text).toBe("CPI 1.50");
  expect(noteOf([{ label: "C1", note: undefined }], undefined)).toBeUndefined();
});
