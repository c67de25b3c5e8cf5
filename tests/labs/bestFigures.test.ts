/** Figures with a best value for each variant, goals that compare a design with it, and words of fields in texts. */
import { describe, expect, test } from "vitest";
import { LabBench } from "../../lib/labs/bench.ts";
import { checkLab } from "../../lib/labs/check.ts";
import { BETTER_THAN_KNOWN, comparedFigure, judgeTask } from "../../lib/labs/judge.ts";
import { type LabStep, type LabTask, parseLab } from "../../lib/labs/lab.ts";
import { chosenIn, leaderOf, machinesOf } from "../../lib/labs/machines.ts";
import { mergedProgress } from "../../lib/labs/merge.ts";
import { applyAction, newProgress, type Progress, progressIn } from "../../lib/labs/progress.ts";
import { filledText, templatesOf } from "../../lib/labs/templates.ts";
import { openBench, openLab, runMachine } from "./support.ts";

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

const lab = await openLab("livelock");
const step = lab.steps.find(({ id }) => id === "peak");
if (step?.task === undefined) throw new Error("no task");
const [FIELD = ""] = step.task.change;

describe("the design that is handed in", () => {
  /** The student tries a design, whose value is also its state hash. */
  function tried(
    progress: Progress,
    value: number,
    met: readonly boolean[],
    figure: number,
    at = 1,
  ): Progress {
    const changes = [{ field: FIELD, value }];
    const points = met.filter(Boolean).length;
    const seen = { given: [false, false], reached: [], findings: [], cycle: 1, stateHash: String(value) };
    const judged = { ...seen, met, points, figure };
    const shown = applyAction(progress, { do: "design", step: "peak", changes }, at);
    return applyAction(shown, { do: "tried", step: step as LabStep, changes, judged }, at);
  }
  const handedIn = (progress: Progress) => progressIn(progress, "peak").task?.stateHash;
  const none = newProgress(lab, 0);

  test.each<readonly [string, readonly boolean[], number, number, string]>([
    ["its figure is equal and all goals are met", [true, true], 40_000, 40_000, "2"],
    ["its figure is better and all goals are met", [true, true], 40_000, 41_000, "2"],
    ["its figure is worse and all goals are met", [true, true], 41_000, 40_000, "1"],
    ["no figure can be compared yet", [false, false], 41_000, 40_000, "2"],
  ])(
    "is the last one of as many points, unless an earlier one has a better figure: %s",
    (_, met, before, after, is) => {
      expect(handedIn(tried(tried(none, 1, met, before), 2, met, after))).toBe(is);
    },
  );

  test("stays with its points when the next one meets less", () => {
    expect(handedIn(tried(tried(none, 1, [true, false], 7), 2, [false, false], 9))).toBe("1");
  });

  test("is the later one of two devices, if neither is better", () => {
    const [one, other] = [tried(none, 1, [true, true], 7, 20), tried(none, 2, [true, true], 7, 10)];
    for (const merged of [mergedProgress(lab, one, other), mergedProgress(lab, other, one)])
      expect(handedIn(merged)).toBe("1");
  });
});
