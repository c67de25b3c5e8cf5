/** The parts of judging: allowed changes, typed numbers, progress, expressions over fields, texts. */
import { describe, expect, test } from "vitest";
import { changesOf, isAllowed, withChanges } from "../../lib/labs/changes.ts";
import { checkLab } from "../../lib/labs/check.ts";
import { joinLab } from "../../lib/labs/gallery.ts";
import { type Lab, type LabStep, parseLab } from "../../lib/labs/lab.ts";
import { machinesOf, variationOf } from "../../lib/labs/machines.ts";
import { readNumberText } from "../../lib/labs/numberText.ts";
import {
  applyAction,
  firstNeeded,
  isDone,
  isHeld,
  isOpen,
  newProgress,
  PROGRESS_CHARACTER_LIMIT,
  type Progress,
  readProgress,
} from "../../lib/labs/progress.ts";
import { numberText } from "../../lib/labs/templates.ts";
import { changeField } from "../../lib/scenarioFields/change.ts";
import { openBench, openLab, solutionOf, solved } from "./support.ts";

describe("changes of a task", () => {
  test("are allowed by path in any spelling, with all fields below it", () => {
    const allowed = ['machine.nics["eth0"].coalescing', "traffic[0].rate.framesPerSecond"];
    expect(isAllowed("machine.nics.eth0.coalescing.frames", allowed)).toBe(true);
    expect(isAllowed('machine.nics["eth0"].coalescing', allowed)).toBe(true);
    expect(isAllowed("traffic[0].rate.framesPerSecond", allowed)).toBe(true);
    for (const field of [
      "machine.nics.eth0",
      "machine.nics.eth1.coalescing",
      "traffic[1].rate",
      "",
      "a b",
      "runCycles",
    ])
      expect(isAllowed(field, allowed), field).toBe(false);
  });

  test("are applied to a machine and read back from it", async () => {
    const base = (await openBench("rings")).scenarioOf("burst");
    const allowed = ['machine.nics["eth0"].rxRingFrames'];
    const edited = changeField(base, { path: ["machine", "nics", "eth0", "rxRingFrames"], name: "" }, 17);
    if (!edited.ok) throw new Error(edited.message);
    const read = changesOf(base, edited.scenario, allowed);
    expect(read).toEqual({ ok: true, changes: [{ field: "machine.nics.eth0.rxRingFrames", value: 17 }] });
    expect(read.ok && withChanges(base, read.changes, allowed)).toMatchObject({ ok: true });
    expect(changesOf(base, { ...edited.scenario, seed: 9 }, allowed)).toMatchObject({
      ok: false,
      message: "seed may not be changed here",
    });
    const more = {
      ...base,
      software: { ...base.software, queues: [...base.software.queues, { name: "b", capacity: 1 }] },
    };
    expect(changesOf(base, more, allowed).ok).toBe(false);
  });

  test("that make an invalid machine are refused with the field", async () => {
    const base = (await openBench("rings")).scenarioOf("burst");
    const allowed = ["machine.nics"];
    const change = (field: string, value: number | string) => withChanges(base, [{ field, value }], allowed);
    expect(change("machine.nics.eth0.rxRingFrames", 0)).toMatchObject({ ok: false });
    expect(change("machine.nics.eth0.rxRingFrames", "many")).toMatchObject({ ok: false });
    expect(change("machine.nics.eth0.nothing", 1)).toMatchObject({ ok: false });
    expect(change("machine.nics.__proto__", 1)).toMatchObject({ ok: false });
  });
});

describe("a typed number", () => {
  test.each([
    ["81", "cycles", 81],
    [" 1 234.5 ", "cycles", 1234.5],
    ["0,5", "%", 0.5],
    ["1.6 %", "%", 1.6],
    ["2 * 1.6 %", "%", 3.2],
    ["1.6 % * 1000000/200", "cycles", 80],
    ["1.45 us", "us", 1.45],
    ["1450 ns", "us", 1.45],
    ["32376/400", "cycles", 80.94],
    ["−3", "", -3],
    ["1e3", "/s", 1000],
    ["1072 Mb/s", "Mb/s", 1072],
    ["5,180", "cycles", 5180],
    ["20,000,000", "", 20_000_000],
    ["1,234.5", "", 1234.5],
    ["0,125", "", 0.125],
    ["5\u202f180", "/s", 5180],
    ["5.18k", "cycles", 5180],
    ["5,18 k", "cycles", 5180],
    ["41.88\u202fk", "/s", 41_880],
    ["100M", "/s", 100_000_000],
    ["100M/316", "/s", 100e6 / 316],
    ["2 * 1.5G", "", 3e9],
    ["400 k cycles", "cycles", 400_000],
    ["5.18k/s", "/s", 5180],
    ["5 kb/s", "Mb/s", 0.005],
  ])("is read from %s in %s", (text, unit, value) => {
    expect(readNumberText(text, unit)).toEqual({ ok: true, value });
  });

  test.each([
    ["145 cycles", "us", 1.45],
    ["1 cycle", "ns", 10],
    ["2,5 Takte", "us", 0.025],
    ["1.45 us", "cycles", 145],
    ["1.45", "us", 1.45],
    ["100 MHz", "us", undefined],
    ["3 Mb/s", "cycles", undefined],
  ])("is read from %s in %s at 100 MHz", (text, unit, value) => {
    const read = readNumberText(text, unit, 100_000_000);
    expect(read.ok ? read.value : undefined).toBe(value);
  });

  test.each([
    ["", "cycles"],
    ["many", "cycles"],
    ["1,234,5", "cycles"],
    ["12,34,567", "cycles"],
    ["1 2", "cycles"],
    ["k", "cycles"],
    ["M5", "cycles"],
    ["5kk", "cycles"],
    ["5 k M", "cycles"],
    ["5k5", "cycles"],
    ["5e3k", "cycles"],
    ["5K", "cycles"],
    ["5m", "cycles"],
    ["5 kilo", "cycles"],
    ["5k us", "cycles"],
    ["3 us", "cycles"],
    ["5 %", "us"],
    ["5 % + 3 %", "cycles"],
    ["1/0", "cycles"],
    ["1 > 2", "cycles"],
    ["receive.loss", "%"],
    ["9".repeat(5000), "%"],
  ])("of %s in %s is refused with a reason", (text, unit) => {
    const read = readNumberText(text, unit);
    expect(read).toMatchObject({ ok: false, message: expect.stringMatching(/\.$/) });
  });

  test("is shown with digit groups and without an exponent", () => {
    expect(numberText(1_234_567)).toBe("1\u202f234\u202f567");
    expect(numberText(0.000_000_459_4)).toBe("0.0000004594");
    expect(numberText(-8.345_67, "%")).toBe("−8.346\u00a0%");
  });
});

describe("progress in a lab", () => {
  const answered = async (value: number, right: boolean): Promise<{ lab: Lab; progress: Progress }> => {
    const lab = await openLab("interrupt-cost");
    const [step] = lab.steps;
    const [question] = step?.questions ?? [];
    if (step === undefined || question === undefined) throw new Error("no question");
    const progress = applyAction(newProgress(lab, 3), {
      do: "answer",
      step: step.id,
      question,
      value,
      right,
    });
    return { lab, progress };
  };

  test("counts attempts, and keeps a right answer", async () => {
    const { lab, progress } = await answered(8, false);
    const question = lab.steps[0]?.questions[0];
    if (question === undefined) throw new Error("no question");
    const again = applyAction(progress, { do: "answer", step: "watch", question, value: 6, right: true });
    expect(again.steps.watch?.answers.entry).toEqual({
      ...{ value: 6, attempts: 2, state: "right", earlier: [8] },
    });
    expect(applyAction(again, { do: "answer", step: "watch", question, value: 9, right: false })).toBe(again);
  });

  test("opens steps in their order, and keeps the machine from running before a prediction", async () => {
    const { lab, progress } = await answered(6, true);
    const [first, second] = lab.steps;
    if (first === undefined || second === undefined) throw new Error("no steps");
    expect(isDone(progress, first)).toBe(false);
    expect(isOpen(progress, lab, second)).toBe(false);
    expect(isHeld(progress, first)).toBe(false);
    expect(isHeld(progress, second)).toBe(true);
  });

  test("leads to the first open step that a closed step needs", () => {
    const machines = { a: { title: "A", of: "ring-overflow" } };
    const question = { id: "q", kind: "text", text: "t" };
    const step = (id: string, needs?: readonly string[]) => ({
      ...{ id, title: id, machine: "a", text: "t", questions: [question] },
      ...(needs && { needs }),
    });
    const steps = [step("one"), step("two"), step("aside", []), step("last", ["two"])];
    const about = { format: "irqscope-lab", version: 2, id: "x", title: "X", summary: "S", minutes: 30 };
    const parsed = parseLab({ ...about, machines, steps });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
    const { lab } = parsed;
    const [one, two, aside, last] = lab.steps as [LabStep, LabStep, LabStep, LabStep];
    const answer = (progress: Progress, { id, questions }: LabStep): Progress =>
      questions.reduce(
        (before, question) =>
          applyAction(before, { do: "answer", step: id, question, value: "word", right: true }),
        progress,
      );
    const begun = answer(newProgress(lab, 0), aside);
    expect(firstNeeded(begun, lab, last)).toBe(one);
    expect(firstNeeded(begun, lab, aside)).toBeUndefined();
    const further = answer(begun, one);
    expect(firstNeeded(further, lab, last)).toBe(two);
    expect(firstNeeded(answer(further, two), lab, last)).toBeUndefined();
  });

  test("is unchanged after being written and read, and other texts are refused", async () => {
    const { lab, progress } = await answered(6, true);
    const text = JSON.stringify(progress);
    expect(readProgress(text, lab, 3)).toEqual(progress);
    for (const [other, seed] of [
      [text, 4],
      [text.slice(1), 3],
      ["null", 3],
      [text.replace("interrupt-cost", "rings"), 3],
      [`${text}${" ".repeat(PROGRESS_CHARACTER_LIMIT)}`, 3],
    ] as const)
      expect(readProgress(other, lab, seed)).toBeUndefined();
  });
});

describe("progress of another edition of a lab", () => {
  test("keeps answers, predictions and texts, and marks no answer as right that may now be wrong", async () => {
    const bench = await openBench("rings");
    const progress = await solved(bench, solutionOf("rings"));
    const { edition: _edition, ...older } = progress;
    for (const text of [JSON.stringify(older), JSON.stringify({ ...older, edition: "0123456789abcdef" })]) {
      const read = readProgress(text, bench.lab, 0);
      if (read === undefined) throw new Error("not read");
      const answers = Object.values(read.steps).flatMap((step) => Object.values(step.answers));
      const before = Object.values(progress.steps).flatMap((step) => Object.values(step.answers));
      expect(answers.map(({ value, attempts }) => [value, attempts])).toEqual(
        before.map(({ value, attempts }) => [value, attempts]),
      );
      expect(answers.filter(({ state }) => state === "right")).toEqual([]);
      expect(answers.filter(({ state }) => state === "locked")).toEqual(
        before.filter(({ state }) => state === "locked"),
      );
      expect(Object.values(read.steps).map(({ task }) => task)).toEqual(
        Object.keys(read.steps).map(() => undefined),
      );
      expect(read.runs).toEqual({});
      expect(read.formerEdition).toBe(JSON.parse(text).edition ?? "");
      // ---- a design is no longer judged, but it is not lost ----
      for (const [id, { task }] of Object.entries(progress.steps))
        if (task !== undefined) expect(read.steps[id]?.design?.changes).toEqual(task.changes);
      expect(readProgress(JSON.stringify(read), bench.lab, 0)).toEqual(read);
    }
    const same = readProgress(JSON.stringify(progress), bench.lab, 0);
    expect(same).toEqual(progress);
    expect(same?.formerEdition).toBeUndefined();
  });
});

describe("variants of a lab", () => {
  test("differ between students, and stay the same for one student", async () => {
    const lab = await openLab("rings");
    const seeds = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) =>
      JSON.stringify(variationOf(lab, "chance", { seed })),
    );
    expect(new Set(seeds).size).toBeGreaterThan(4);
    expect(variationOf(lab, "chance", { seed: 5 })).toEqual(variationOf(lab, "chance", { seed: 5 }));
    expect(variationOf(lab, "chance", { seed: 0 })).toEqual([]);
    expect((await machinesOf(lab, { seed: 5 })).get("chance")?.seed).not.toBe(
      (await machinesOf(lab, { seed: 0 })).get("chance")?.seed,
    );
  });
});

describe("a lab with a mistake is refused with the field", () => {
  const step = { id: "one", title: "One", machine: "a", text: "t" };
  const whole = {
    format: "irqscope-lab",
    version: 2,
    id: "x",
    title: "X",
    summary: "S",
    minutes: 30,
    machines: { a: { title: "A", of: "ring-overflow" } },
    steps: [step],
  };
  const number = {
    id: "q",
    kind: "number",
    text: "t",
    unit: "%",
    value: "receive.loss",
    tolerance: { relative: 0.1 },
  };
  const withStep = (change: object) => ({ ...whole, steps: [{ ...step, ...change }] });
  const withQuestion = (change: object) => withStep({ questions: [{ ...number, ...change }] });
  const option = { text: "o" };

  test("the unchanged lab is accepted", async () => {
    const result = parseLab(withQuestion({}));
    expect(result.ok && (await checkLab(result.lab))).toEqual([]);
  });

  test.each<readonly [string, unknown, string, RegExp]>([
    [
      "an unknown metric",
      withQuestion({ value: "receive.los" }),
      "steps[0].questions[0].value",
      /no metric receive.los/,
    ],
    ["a wrong unit", withQuestion({ unit: "us" }), "steps[0].questions[0].value", /does not measure us/],
    [
      "a condition for a number",
      withQuestion({ value: "1 < 2" }),
      "steps[0].questions[0].value",
      /is a condition/,
    ],
    ["half an expression", withQuestion({ value: "1 +" }), "steps[0].questions[0].value", /at 3/],
    ["a machine that is none", withStep({ machine: "b" }), "steps[0].machine", /no machine b/],
    ["a step that cannot be reached", withStep({ needs: ["two"] }), "steps[0].needs", /no step two/],
    ["a step that needs itself", withStep({ needs: ["one"] }), "steps[0].needs", /cannot be reached/],
    [
      "a view beyond the run",
      withStep({ view: { cycle: 0, from: 0, to: 1e12 } }),
      "steps[0].view",
      /beyond the run/,
    ],
    ["a number in the text", withStep({ text: "{{receive.x}}" }), "steps[0].text", /no metric/],
    ["an open template", withStep({ text: "{{receive.loss" }), "steps[0].text", /without its partner/],
    [
      "options without a key",
      withQuestion({
        kind: "choice",
        options: [option, option],
        value: undefined,
        unit: undefined,
        tolerance: undefined,
      }),
      "steps[0].questions[0]",
      /condition|not a known|unrecognized/,
    ],
    [
      "a field that may be changed and is none",
      withStep({ task: { change: ["machine.x"], goals: [{ text: "g", goal: "receive.dropped == 0" }] } }),
      "steps[0].task.change[0]",
      /no field machine.x/,
    ],
    [
      "a text of several lines that is not a program",
      {
        ...withStep({
          task: {
            change: ["description"],
            goals: [{ text: "g", goal: "receive.dropped == 0" }],
          },
        }),
        machines: {
          a: { title: "A", of: "checksum-program", set: { runCycles: 1_000_000, description: "a\nb" } },
        },
      },
      "steps[0].task.change[0]",
      /description has several lines/,
    ],
    [
      "a goal that is not a condition",
      withStep({ task: { change: ["seed"], goals: [{ text: "g", goal: "receive.dropped" }] } }),
      "steps[0].task.goals[0].goal",
      /must be a condition/,
    ],
    [
      "points for a prediction",
      withQuestion({ kind: "prediction", tolerance: undefined, range: [0, 100], points: 1 }),
      "steps[0].questions[0].points",
      /must be left out: predictions are not scored/,
    ],
    [
      "an unknown scenario",
      { ...whole, machines: { a: { title: "A", of: "nope" } } },
      "machines.a.of",
      /no scenario nope/,
    ],
    [
      "a field that cannot be set",
      { ...whole, machines: { a: { title: "A", of: "ring-overflow", set: { "machine.clockHertz": -1 } } } },
      "machines.a.set",
      /at least 1/,
    ],
    [
      "a machine that runs too long",
      { ...whole, machines: { a: { title: "A", of: "ring-overflow", set: { runCycles: 1e9 } } } },
      "machines.a",
      /more than 50000000/,
    ],
    [
      "a variant that is none",
      { ...whole, vary: [{ machines: ["a"], fields: ["machine.clockHertz"], values: [1, 0] }] },
      "vary[0].values",
      /at least 1/,
    ],
  ])("%s", async (_, lab, field, message) => {
    const result = parseLab(JSON.parse(JSON.stringify(lab)));
    const errors = result.ok ? await checkLab(result.lab) : result.errors;
    expect(errors.map((error) => error.field)).toContainEqual(expect.stringContaining(field));
    expect(errors.map((error) => error.message).join("\n")).toMatch(message);
  });

  test("a lab of format 1 opens, and its predictions have no points", async () => {
    const prediction = { ...number, kind: "prediction", tolerance: undefined, range: [0, 100], points: 3 };
    const old = { ...withStep({ questions: [prediction, { ...number, id: "r" }] }), version: 1 };
    const result = parseLab(JSON.parse(JSON.stringify(old)));
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    expect(result.lab.version).toBe(2);
    expect(result.lab.steps[0]?.questions.map(({ points }) => points)).toEqual([0, 1]);
  });

  test("a text without a place is refused", () => {
    expect(joinLab(whole, "## one\n\nt\n\n## two\n\nt\n")).toMatchObject({
      ok: false,
      errors: [{ field: "text.md", message: expect.stringContaining("two") }],
    });
  });

  test.each(["", "{", "[]", "null", '{"format":"irqscope-lab"}', "[".repeat(1e5)])(
    "%s is refused",
    (text) => {
      expect(parseLab(text).ok).toBe(false);
    },
  );
});
