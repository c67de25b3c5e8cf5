/** Figures with a best value for each variant, goals that compare a design with it, and words of fields in texts. */
import { describe, expect, test } from "vitest";
import { LabBench } from "../../lib/labs/bench.ts";
import { checkLab } from "../../lib/labs/check.ts";
import { BETTER_THAN_KNOWN, comparedFigure, judgeTask } from "../../lib/labs/judge.ts";
import { type LabTask, parseLab } from "../../lib/labs/lab.ts";
import { chosenIn, leaderOf, machinesOf } from "../../lib/labs/machines.ts";
import { filledText, templatesOf } from "../../lib/labs/templates.ts";
import { openBench, runMachine } from "./support.ts";

describe("a figure with a best value for each variant", () => {
  const RING = 'machine.nics["eth0"].rxRingFrames';
  const labWith = (leader: unknown, goal: object) => {
    const task = {
      change: [RING],
      goals: [
        {
          text: "At least 4 places",
          goal: `${RING} >= 4`,
          reached: { value: RING, unit: "" },
        },
        { text: "Small", points: 2, ...goal },
      ],
      figure: { text: "places", value: RING, unit: "", better: "lower", leader },
    };
    const vary = [
      {
        machines: ["a"],
        fields: ["seed", "machine.clockHertz"],
        values: [
          [1, 100_000_000],
          [2, 200_000_000],
        ],
      },
    ];
    const step = { id: "one", title: "One", machine: "a", text: "t", task };
    const about = { format: "irqscope-lab", version: 2, id: "x", title: "X", summary: "S", minutes: 30 };
    const parsed = parseLab({
      ...about,
      machines: { a: { title: "A", of: "ring-overflow", set: { runCycles: 2_000_000 } } },
      vary,
      steps: [step],
    });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
    return parsed.lab;
  };
  const leader = { written: 40, vary: 0, values: [50, 60] };

  test("takes each field's value from its list", async () => {
    const lab = labWith(leader, { nearBest: 0.8 });
    expect(await checkLab(lab)).toEqual([]);
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const chosen = chosenIn(lab, 0, { seed }) ?? -1;
      const machine = (await machinesOf(lab, { seed })).get("a");
      expect([machine?.seed, machine?.machine.clockHertz]).toEqual([chosen + 1, (chosen + 1) * 100_000_000]);
      expect(lab.steps[0]?.task?.figure && leaderOf(lab, lab.steps[0].task.figure, seed)).toBe(
        [50, 60][chosen],
      );
    }
  });

  test("is judged for nearness to the best once all other goals are met", async () => {
    const bench = await LabBench.open(labWith({ ...leader, written: 100 }, { nearBest: 0.8 }), 0, runMachine);
    const [step] = bench.lab.steps;
    if (step?.task === undefined) throw new Error("no task");
    const judged = (places: number) =>
      judgeTask(bench, step, step.task as LabTask, [{ field: RING, value: places }]);
    expect(await judged(120)).toMatchObject({
      met: [true, true],
      points: 3,
      figure: 120,
      reached: [120, undefined],
    });
    expect(await judged(130)).toMatchObject({ met: [true, false], points: 0 });
    expect(await judged(99)).toMatchObject({ met: [true, true] });
    expect(await judged(90)).toMatchObject({
      met: [true, false],
      findings: [undefined, { message: BETTER_THAN_KNOWN }],
    });
    expect(await judged(2)).toMatchObject({ met: [false, false], points: 0, reached: [2, undefined] });
  });

  test.each<readonly [string, unknown, object, RegExp]>([
    ["an entry that is none", { ...leader, vary: 1 }, { nearBest: 0.8 }, /no entry 1 of vary/],
    ["too few values", { ...leader, values: [1] }, { nearBest: 0.8 }, /must be 2, one for each value/],
    ["a goal without a condition", leader, {}, /needs one of goal, console, memory, registers and nearBest/],
    [
      "a goal with both",
      leader,
      { goal: "1 < 2", nearBest: 0.5 },
      /needs one of goal, console, memory, registers and nearBest/,
    ],
    [
      "a value that does not measure its unit",
      leader,
      { goal: "1 < 2", reached: { value: "seconds", unit: "%" } },
      /does not measure %/,
    ],
  ])("is refused: %s", async (_, given, goal, message) => {
    const errors = await checkLab(labWith(given, goal));
    expect(errors.map((error) => error.message).join()).toMatch(message);
  });

  test("is refused with lists that do not fit their fields", async () => {
    const lab = labWith(leader, { nearBest: 0.8 });
    const vary = [{ machines: ["a"], fields: ["seed"], values: [[1, 2], 3] }];
    expect((await checkLab({ ...lab, vary })).map(({ message }) => message)).toContain(
      "a list of 2 for 1 fields",
    );
  });
});

test("a field with a word as value is filled into a text as that word", async () => {
  const bench = await openBench("hazards");
  const [step] = bench.lab.steps;
  if (step === undefined) throw new Error("no step");
  const text = "resolved in {{machine.core.pipeline.branchResolveStage}}, {{machine.clockHertz in MHz}}";
  const templates = templatesOf(text, bench.vocabularyOf(step));
  expect(filledText(text, templates, new Map())).toBe("resolved in EX, 100\u00a0MHz");
  expect(templatesOf("{{machine.core.pipeline}}", bench.vocabularyOf(step))[0]?.quantity).toEqual(
    expect.any(String),
  );
});

test("a figure is compared with the best one if all other goals are met, however far it is from it", () => {
  const goals = [
    { text: "right", goal: "interrupts > 0", points: 1 },
    { text: "near", nearBest: 0.8, points: 1 },
  ];
  expect(comparedFigure({ goals }, [true, false], 7)).toBe(7);
  expect(comparedFigure({ goals }, [false, true], 7)).toBeUndefined();
  expect(comparedFigure({ goals }, [true, true], undefined)).toBeUndefined();
});
