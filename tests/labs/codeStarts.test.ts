/** The start programs of labs, and solutions with one mistake each, fail at the goal that their mistake affects. */
import { describe, expect, it } from "vitest";
import { judgeTask } from "../../lib/labs/judge.ts";
import { isObject } from "../../scenarios/base/values.ts";
import { openBench, solutionOf } from "./support.ts";

const FIELD = 'software.routines["program"].program.source';

type Replaced = readonly [from: string | RegExp, to: string];

/** A solution or start with some texts replaced. Each text must occur. */
async function judged(id: string, of: "start" | "solution", ...changes: readonly Replaced[]) {
  const bench = await openBench(id);
  const step = bench.lab.steps.at(-1);
  if (step?.task === undefined) throw new Error(`${id} does not end with a task`);
  const source =
    of === "solution"
      ? solutionOf(id).designs[step.id]?.[0]?.value
      : bench
          .scenarioOf(step.machine)
          .software.routines.flatMap((one) => (one.kind === "program" ? [sourceOf(one.program)] : []))[0];
  if (typeof source !== "string") throw new Error(`${id} has no source`);
  const value = changes.reduce((before, [from, to]) => {
    if (!(typeof from === "string" ? before.includes(from) : from.test(before)))
      throw new Error(`${id} has no ${from}`);
    return before.replace(from, to);
  }, source);
  const outcome = await judgeTask(bench, step, step.task, [{ field: FIELD, value }]);
  if (!outcome.ok) throw new Error(outcome.message);
  return {
    met: outcome.met,
    told: outcome.findings.map((finding) => finding?.message),
    reached: outcome.reached,
  };
}

function sourceOf(program: unknown): string | undefined {
  return isObject(program) && typeof program.source === "string" ? program.source : undefined;
}

describe("code-lossless", () => {
  it("starts with a driver that leaves frames in the ring, so that it serves fewer than arrive", async () => {
    const { met, told } = await judged("code-lossless", "start", ["mret", "mret"]);
    expect(met).toEqual([false, false, false, false]);
    expect(told[0]).toMatch(/^the word at served is \d{3} \(0x[0-9a-f]{8}\), not 600 \(0x00000258\)$/);
  });

  it("is not met by a fast driver that takes one frame for each interrupt", async () => {
    const loop = "more:   bne   a5, s8, frame\n        lw    a5, 0x08(a6)\n        bne   a5, s8, frame\n";
    const { met, told } = await judged("code-lossless", "solution", [loop, "more:\n"]);
    expect(met[2]).toBe(false);
    expect(told[2]).toMatch(/^the word at served is /);
  });

  it("is not met by a sum without the last word, though all frames are served", async () => {
    const { met, told } = await judged("code-lossless", "solution", ["lw    t4, 60(s7)", "li    t4, 0"]);
    expect(met).toEqual([false, true, false, false]);
    expect(told[0]).toMatch(/^the word at served \+ 4 is /);
  });
});

/** A driver that reads no frame and gives each slot back as soon as it is taken. */
const DRAIN = `handler:
        addi  sp, sp, -8
        sw    t0, 0(sp)
        sw    t5, 4(sp)
        li    t5, NIC0_BASE
        li    t0, 1
        sw    t0, 0x20(t5)     # ICR
        lw    t0, 0x08(t5)     # RXHEAD
        addi  t0, t0, 16
        sw    t0, 0x0c(t5)     # RXTAIL
        lw    t0, 0(sp)
        lw    t5, 4(sp)
        addi  sp, sp, 8
        mret
`;

describe("a solution with constants in place of a computation", () => {
  it("of code-lossless fails on the other machine, and the expected words are not revealed", async () => {
    const { met, told } = await judged(
      "code-lossless",
      "start",
      [/handler:\n[\s\S]*?mret\n/, DRAIN],
      [/served: \.word 0 /, "served: .word 600"],
      [/sum: {4}\.word 0 /, "sum:    .word 3495312340"],
    );
    expect(met).toEqual([true, true, false, false]);
    expect(told[2]).toBe("the word at served is wrong: 600 (0x00000258)");
  });

  it("of code-receive-path fails in words and in console lines", async () => {
    const { met, told } = await judged(
      "code-receive-path",
      "solution",
      [/frame: {2}lw [\s\S]*?given: {2}/, "frame:  addi  a4, a4, 16\n        addi  s7, s7, 1\ngiven:  "],
      [/ {8}sub {3}t0, s7, s8\n.*\n.*\n.*\n/, ""],
      ["li    s9, 0 ", "la    s9, counts"],
      ["mv    a1, s8", "lw    a1, 0(s9)\n        addi  s9, s9, 4"],
      ["good:   .word 0", "counts: .word 90, 176, 265, 356, 0\ngood:   .word 356"],
      ["bad:    .word 0", "bad:    .word 44"],
      ["sum:    .word 0", "sum:    .word 1167858529"],
    );
    expect(met).toEqual([true, true, true, false, false, false]);
    expect(told[3]).toBe("the word at good is wrong: 356 (0x00000164)");
    expect(told[4]).toBe('line 1 of console uart is wrong: "100 90"');
  });
});

describe("code-receive-path", () => {
  it("starts without a ring, so that nothing is counted or sent", async () => {
    const { met, told } = await judged("code-receive-path", "start", ["mret", "mret"]);
    expect(met).toEqual(Array(6).fill(false));
    expect(told[0]).toBe("the word at good is 0 (0x00000000), not 356 (0x00000164)");
    expect(told[1]).toBe('line 1 of console uart is missing: "100 90"');
  });

  it("counts 400 good frames if every frame is taken as good", async () => {
    const { met, told } = await judged("code-receive-path", "solution", ["bne   t4, a7, given", "nop"]);
    expect(met).toEqual([false, false, true, false, false, false]);
    expect(told[0]).toBe("the word at good is 400 (0x00000190), not 356 (0x00000164)");
    expect(told[1]).toBe('line 1 of console uart is "100 100", not "100 90"');
  });

  it("loses frames if the driver waits for each character", async () => {
    const wait = `        sb    a1, 0(a2)
wait:   lbu   t0, 5(a2)
        andi  t0, t0, 0x40
        beqz  t0, wait
        jr `;
    const { met, reached } = await judged("code-receive-path", "solution", [
      "        sb    a1, 0(a2)\n        jr ",
      wait,
    ]);
    expect(met.slice(2)).toEqual([false, false, false, false]);
    expect(reached[2]).toBeGreaterThan(20);
  });

  it("names the console line if the blank is missing", async () => {
    const { met, told } = await judged("code-receive-path", "solution", ["li    t0, 32", "li    t0, 44"]);
    expect(met).toEqual([true, false, true, true, false, false]);
    expect(told[1]).toBe('line 1 of console uart is "100,90", not "100 90"');
  });
});
