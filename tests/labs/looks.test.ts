/** Goals that are checked in earlier cycles, too: in every part of the run, or only where no handler runs. */
import { expect, test } from "vitest";
import { LabBench } from "../../lib/labs/bench.ts";
import { checkLab } from "../../lib/labs/check.ts";
import { judgeTask } from "../../lib/labs/judge.ts";
import { bestDesign } from "../../lib/labs/variants.ts";
import { long } from "../support/long.ts";
import { oneStepLab } from "./oneStepLab.ts";
import { openLab, runMachine, solutionOf } from "./support.ts";

const FIELD = 'software.routines["work"].program.source';
const RUN_CYCLES = 16_000;
const LOOKS = 16;

const labWith = (goal: object) =>
  oneStepLab(
    "ticks",
    {
      hart: {
        format: "irqscope-scenario",
        version: 1,
        name: "ticks",
        runCycles: RUN_CYCLES,
        machine: {
          nics: [],
          timers: [{ name: "timer", periodNanoseconds: 5000, line: { priority: 2, trigger: "message" } }],
        },
        software: {
          programs: { memoryBytes: 1024, stackBytes: 64 },
          routines: [{ name: "work", kind: "program", program: { source: "work: j work\n" } }],
          threads: [
            {
              ...{ name: "hart", layer: "application", priority: 3, machineMode: true },
              ...{ start: { on: "always" }, steps: [{ do: "exec", routine: "work" }] },
            },
          ],
        },
      },
    },
    { machine: "hart", task: { change: [FIELD], goals: [{ text: "g", points: 1, looks: LOOKS, ...goal }] } },
  );

async function judged(goal: object, source: string) {
  const bench = await LabBench.open(labWith(goal), 0, runMachine);
  const [step] = bench.lab.steps;
  if (step?.task === undefined) throw new Error("no task");
  const outcome = await judgeTask(bench, step, step.task, [{ field: FIELD, value: source }]);
  if (!outcome.ok) throw new Error(outcome.message);
  return { met: outcome.met[0], finding: outcome.findings[0] };
}

/** `late` is 0, and then 2, before the run has come to a sixteenth. */
const LATE = `        li    t0, 200
wait:   addi  t0, t0, -1
        bnez  t0, wait
        la    t1, late
        li    t0, 2
        sw    t0, 0(t1)
work:   j     work
        .data
late:   .word 0
`;

test("a goal that the program misses only at the start of its run is missed, with the cycle", async () => {
  const { met, finding } = await judged({ memory: { at: "late", words: [2] } }, LATE);
  expect(met).toBe(false);
  expect(finding?.message).toMatch(/^at cycle \d+: the word at late is 0 \(0x00000000\), not 2 /);
  expect(finding?.cycle).toBeLessThan(RUN_CYCLES / LOOKS);
});

test("a condition that has no value yet is not missed, unless the program lacks its label", async () => {
  const goal = { goal: 'word["late"] / word["late"] == 1' };
  expect(await judged(goal, LATE)).toEqual({ met: true, finding: undefined });
  const between = { goal: "interrupts >= 0", between: goal.goal };
  expect((await judged(between, LATE.replaceAll("late", "other"))).met).toBe(false);
});

/** `busy` is 1 as long as the handler runs, which is most of the time. */
const BUSY = `        la    t0, handler
        csrw  mtvec, t0
        li    t0, 1
        csrw  mline, t0
        li    t0, 0x10000
        csrw  mie, t0
        csrsi mstatus, 8
work:   j     work
handler:
        la    t1, busy
        li    t2, 1
        sw    t2, 0(t1)
        li    t3, 100
more:   addi  t3, t3, -1
        bnez  t3, more
        sw    zero, 0(t1)
        mret
        .data
busy:   .word 0
`;

test("a condition between two handlers is checked only where no handler runs", async () => {
  const condition = 'word["busy"] == 0';
  const atEnd = { goal: "interrupts > 10" };
  expect(await judged({ ...atEnd, between: condition }, BUSY)).toEqual({ met: true, finding: undefined });
  expect((await judged({ goal: condition }, BUSY)).met).toBe(false);
  const forgotten = BUSY.replace("        sw    zero, 0(t1)\n", "");
  expect((await judged({ ...atEnd, between: condition }, forgotten)).finding?.message).toMatch(
    /^at cycle \d+: word\["busy"\] is 1 and must be exactly 0$/,
  );
});

test("a condition between two handlers needs looks and values of the machine", async () => {
  const messages = async (goal: object) => (await checkLab(labWith(goal))).map(({ message }) => message);
  expect(await messages({ goal: "interrupts > 10", between: "interrupts >= 0" })).toEqual([]);
  expect(await messages({ goal: "interrupts > 10", between: "interrupts >= 0", looks: undefined })).toEqual([
    "needs looks",
  ]);
  expect(await messages({ goal: "interrupts > 10", between: "interrupts" })).toEqual([
    expect.stringContaining("must be a condition"),
  ]);
});

test.each(["code-handler", "code-nesting", "code-lossless", "code-receive-path"])(
  "the reference programs of %s meet their goals in every part of the run",
  {
    ...long("Sixteen looks on each machine of two variants; labs.test.ts has those of the lab."),
    timeout: 300_000,
  },
  async (id) => {
    const lab = await openLab(id);
    for (const [seed, draw] of [
      [0, "a"],
      [4, "b"],
    ] as const) {
      const bench = await LabBench.open(lab, seed, runMachine, { draw });
      for (const step of lab.steps) {
        if (step.task === undefined) continue;
        const goals = step.task.goals.flatMap((goal) =>
          goal.looks === undefined ? [] : [{ ...goal, looks: LOOKS }],
        );
        const changes = bestDesign(solutionOf(id), bench, step) ?? [];
        const outcome = await judgeTask(bench, step, { ...step.task, goals, figure: undefined }, changes);
        expect(outcome, `${step.id}, seed ${seed}, draw ${draw}`).toMatchObject({
          met: goals.map(() => true),
        });
        expect(goals).not.toEqual([]);
      }
    }
  },
);
