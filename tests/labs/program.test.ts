/** Tasks in which the student writes a program: how they are judged, on which machines, and which goals are refused. */
import { describe, expect, it } from "vitest";
import { LabBench } from "../../lib/labs/bench.ts";
import { checkLab } from "../../lib/labs/check.ts";
import { judgeTask } from "../../lib/labs/judge.ts";
import type { Lab } from "../../lib/labs/lab.ts";
import { programPlaceOf } from "../../lib/labs/value.ts";
import { oneStepLab } from "./oneStepLab.ts";
import { runMachine } from "./support.ts";

const FIELD = 'software.routines["work"].program.source';

/** Stores `given` words at `out`. The task is to store the sum of 1 to `limit`. */
const scenario = (limit: number) => ({
  format: "irqscope-scenario",
  version: 1,
  name: "sums",
  runCycles: 4000,
  machine: { nics: [] },
  software: {
    programs: { memoryBytes: 1024 },
    routines: [
      {
        name: "limit",
        kind: "program",
        program: { source: `ret\n.data\nlimit: .word ${limit}` },
        dataAddress: 0x2000_0100,
      },
      { name: "work", kind: "program", program: { source: "ret\n.data\nout: .word 0" } },
    ],
    threads: [
      {
        name: "t",
        layer: "application",
        priority: 3,
        start: { on: "always" },
        steps: [{ do: "exec", routine: "work" }],
      },
    ],
  },
});

function labWith(task: object, machines: readonly string[] = ["ten", "five"]): Lab {
  const limits: Readonly<Record<string, number>> = { ten: 10, five: 5 };
  return oneStepLab("sums", Object.fromEntries(machines.map((id) => [id, scenario(limits[id] ?? 0)])), {
    machine: "ten",
    task: { change: [FIELD], ...task },
  });
}

const SUM = '2 * word["out"] == word["limit"] * (word["limit"] + 1)';
const lab = labWith({ goals: [{ text: "right", goal: SUM, alsoOn: ["five"], points: 2 }] });

async function judged(source: string, of = lab) {
  const bench = await LabBench.open(of, 0, runMachine);
  const [step] = of.steps;
  if (step?.task === undefined) throw new Error("no task");
  return judgeTask(bench, step, step.task, [{ field: FIELD, value: source }]);
}

const RIGHT = `        li   t0, 0x20000100
        lw   t0, 0(t0)
        li   t1, 0
next:   add  t1, t1, t0
        addi t0, t0, -1
        bnez t0, next
        la   t2, out
        sw   t1, 0(t2)
        ret
        .data
out:    .word 0
`;

describe("a student's program", () => {
  it("meets its goal on every named machine", async () => {
    expect(await judged(RIGHT)).toMatchObject({ ok: true, met: [true], points: 2 });
  });

  it("with the answer of one machine as a constant fails on another", async () => {
    const known = "li t1, 55\nla t2, out\nsw t1, 0(t2)\nret\n.data\nout: .word 0\n";
    expect(await judged(known)).toMatchObject({ ok: true, met: [false], points: 0 });
    const here = labWith({ goals: [{ text: "right", goal: SUM, points: 2 }] }, ["ten"]);
    expect(await judged(known, here)).toMatchObject({ ok: true, met: [true] });
  });

  it("without the label that the goal reads meets nothing", async () => {
    expect(await judged(RIGHT.replaceAll("out", "other"))).toMatchObject({
      ok: true,
      met: [false],
      points: 0,
    });
  });

  it("that does not assemble is refused with line and reason", async () => {
    expect(await judged("        lw t0\n")).toEqual({
      ok: false,
      message: expect.stringMatching(/^software\.routines\[1\]\.program\.source line 1, column \d+: /),
    });
  });
});

describe("a goal on programs is refused", () => {
  it.each([
    [
      { goals: [{ text: "g", goal: 'word["nowhere"] == 1' }] },
      "steps[0].task.goals[0].goal",
      "no program has the label nowhere",
    ],
    [
      { goals: [{ text: "g", goal: SUM, alsoOn: ["six"] }] },
      "steps[0].task.goals[0].alsoOn",
      "no machine six",
    ],
  ])("%j", async (task, field, message) => {
    const errors = await checkLab(labWith({ change: [FIELD], ...task }));
    expect(errors).toContainEqual({ field, message });
  });
});

it.each([
  ["word", "frames", { bytes: 4, isSigned: false, name: "frames", offset: 0 }],
  ["int", "sum + 8", { bytes: 4, isSigned: true, name: "sum", offset: 8 }],
  ["half", "0x20000010", { bytes: 2, isSigned: false, name: undefined, offset: 0x2000_0010 }],
  ["byte", "536870912+3", { bytes: 1, isSigned: false, name: undefined, offset: 0x2000_0003 }],
  ["word", "a b", undefined],
  ["word", "frames - 4", undefined],
  ["thread", "frames", undefined],
])("%s[%j] is read as a place in a program", (kind, text, place) => {
  expect(programPlaceOf([kind, text])).toEqual(place);
});
