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
