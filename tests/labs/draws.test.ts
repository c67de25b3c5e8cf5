/** Grading runs programs with values that no student's page has had, and the same text draws the same values. */
import { describe, expect, test } from "vitest";
import { LabBench } from "../../lib/labs/bench.ts";
import { checkLab } from "../../lib/labs/check.ts";
import { Grader } from "../../lib/labs/grade.ts";
import { judgeTask } from "../../lib/labs/judge.ts";
import { applyAction, newProgress } from "../../lib/labs/progress.ts";
import { submissionOf, submissionText } from "../../lib/labs/submission.ts";
import { oneStepLab } from "./oneStepLab.ts";
import { core, runMachine } from "./support.ts";

const FIELD = 'software.routines["work"].program.source';

const routine = (name: string, source: string, more = {}) => ({
  ...{ name, kind: "program", program: { source } },
  ...more,
});
const lab = oneStepLab(
  "sums",
  {
    ten: {
      format: "irqscope-scenario",
      version: 1,
      name: "sums",
      runCycles: 4000,
      machine: { nics: [] },
      software: {
        programs: { memoryBytes: 1024 },
        routines: [
          routine("limit", "ret\n.data\nlimit: .word {{chosen.limit}}", { dataAddress: 0x2000_0100 }),
          routine("work", "ret\n.data\nout: .word 0"),
        ],
        threads: [
          {
            ...{ name: "t", layer: "application", priority: 3, start: { on: "always" } },
            steps: [{ do: "exec", routine: "work" }],
          },
        ],
      },
    },
  },
  {
    machine: "ten",
    task: {
      change: [FIELD],
      goals: [
        { text: "doubled", memory: { at: "out", words: ["2 * chosen.limit"] }, points: 2 },
        { text: "there", goal: 'word["out"] > 0', points: 1 },
      ],
    },
  },
  [{ machines: [], fields: [], words: ["limit"], written: [10], values: [], range: [1, 1000], drawn: true }],
);

const grader = (draw: string | undefined) =>
  new Grader({
    labOf: async () => lab,
    runMachine,
    model: core.version,
    draw,
    linkOf: ({ name }, cycle) => `#${name}@${cycle}`,
  });

async function handedIn(body: string): Promise<string> {
  const bench = await LabBench.open(lab, 0, runMachine);
  const [step] = lab.steps;
  if (step?.task === undefined) throw new Error("no task");
  const changes = [{ field: FIELD, value: `${body}\nla t2, out\nsw t1, 0(t2)\nret\n.data\nout: .word 0\n` }];
  const judged = await judgeTask(bench, step, step.task, changes);
  if (!judged.ok) throw new Error(judged.message);
  expect(judged.met).toEqual([true, true]);
  const progress = applyAction(newProgress(lab, 0), { do: "tried", step, changes, judged });
  return submissionText(submissionOf(lab, progress, core.version));
}

async function graded(draw: string | undefined, text: string) {
  const result = await grader(draw).grade("a.json", text);
  if (result.status !== "graded") throw new Error(result.reason);
  return result;
}

describe("a program that meets its goals in the student's page", () => {
  test("keeps its points if it reads what it is given", async () => {
    expect(await checkLab(lab)).toEqual([]);
    const { score, flags } = await graded(
      "a",
      await handedIn("li t0, 0x20000100\nlw t1, 0(t0)\nadd t1, t1, t1"),
    );
    expect({ score, flags }).toEqual({ score: 3, flags: [] });
  });

  test("loses the points of goals that a drawn machine misses, with a link to that machine", async () => {
    const text = await handedIn("li t1, 20");
    expect(await graded(undefined, text)).toMatchObject({ score: 3, flags: [] });
    const { score, flags, tasks } = await graded("a", text);
    expect(score).toBe(1);
    expect(flags.map(({ kind }) => kind)).toEqual(["drawn"]);
    expect(tasks[0]?.findings).toEqual([
      {
        goal: "doubled",
        machine: undefined,
        cycle: undefined,
        message: expect.stringMatching(/^the word at out is 20 .*, not \d+ /),
        draw: "a-1",
        link: "#ten@4000",
      },
    ]);
    expect((await graded("a", text)).tasks).toEqual(tasks);
    expect((await graded("b", text)).tasks).not.toEqual(tasks);
  });
});
