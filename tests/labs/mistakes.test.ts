/** What the page says to a wrong answer: the mistake that the lab names, or the unit that does not fit.
 * variants.test.ts checks that no named mistake is a right answer in any variant. */
import { beforeAll, describe, expect, test } from "vitest";
import type { LabBench } from "../../lib/labs/bench.ts";
import { labDigest } from "../../lib/labs/digest.ts";
import { judgeAnswer } from "../../lib/labs/judge.ts";
import type { Lab, LabStep, Question } from "../../lib/labs/lab.ts";
import { mistakeIn } from "../../lib/labs/mistakes.ts";
import { BUILTIN_LABS } from "../../scenarios/labs/index.ts";
import { openBench, openLab } from "./support.ts";

let bench: LabBench;
beforeAll(async () => {
  bench = await openBench("interrupt-cost", 4711);
});

function asked(
  step: string,
  question: string,
  { lab } = bench,
): { readonly step: LabStep; readonly question: Question } {
  const found = lab.steps.find(({ id }) => id === step);
  const one = found?.questions.find(({ id }) => id === question);
  if (found === undefined || one === undefined) throw new Error(`no ${step}/${question}`);
  return { step: found, question: one };
}

const said = async (id: readonly [string, string], answer: number, of = bench) => {
  const { step, question } = asked(...id, of);
  const mistake = await mistakeIn(of, step, question, answer);
  return mistake?.kind === "told" ? mistake.text : mistake?.kind;
};

const rightOf = async (id: readonly [string, string]) => {
  const { step, question } = asked(...id);
  const { expected } = await judgeAnswer(bench, step, question, undefined);
  if (expected === undefined) throw new Error("no value");
  return expected;
};

describe("a wrong answer", () => {
  test("to a number is told which cycles it lacks, in the student's variant", async () => {
    const right = await rightOf(["watch", "save"]);
    const words = bench.scenarioOf("one").machine.interrupts.saveRestore;
    if (words.kind !== "words") throw new Error("no words");
    expect(right).toBe(words.saveWords + 4);
    expect(await said(["watch", "save"], words.saveWords)).toMatch(/^That is one cycle a register\./);
    expect(await said(["watch", "save"], right * 7 + 1)).toBeUndefined();
  });

  test("as it is rounded when it is typed is known as well", async () => {
    const share = await rightOf(["bill", "share"]);
    expect(await said(["bill", "share"], Number((100 - share).toFixed(1)))).toMatch(
      /^That is the share of the/,
    );
  });

  test("in another unit is told so", async () => {
    const share = await rightOf(["bill", "share"]);
    expect(await said(["bill", "share"], share / 100)).toBe("share");
    const latency = await rightOf(["slow", "latency"]);
    const megahertz = bench.scenarioOf("slow").machine.clockHertz / 1e6;
    expect(await said(["slow", "latency"], latency * megahertz)).toBe("cycles");
    expect(await said(["slow", "latency"], latency / 1000)).toBe("unit");
  });

  test("with the decimal point of a time in another place is told so", async () => {
    const latency = await rightOf(["slow", "latency"]);
    expect(await said(["slow", "latency"], latency * 10)).toBe("point");
    expect(await said(["slow", "latency"], latency / 100)).toBe("point");
    // A share has no clock, and ten times a count is another count.
    expect(await said(["bill", "share"], (await rightOf(["bill", "share"])) / 10)).toBeUndefined();
    expect(await said(["watch", "entry"], (await rightOf(["watch", "entry"])) * 10)).toBeUndefined();
  });

  test.each<readonly [string, string, string, number, RegExp]>([
    ["interrupt-cost", "bill", "each", 46, /^That is the interrupt latency: it ends/],
    ["interrupt-cost", "bill", "share", 80, /^That is the share of saving in what comes before/],
    ["interrupt-cost", "rate", "left", 51.6, /^That is its share without its stalls/],
    ["code-handler", "given", "each", 64, /the four lines between them/],
    ["code-handler", "given", "count", 5, /^Those are the µs from one tick to the next/],
    ["code-handler", "given", "each", 74, /^That counts from the tick/],
    ["code-handler", "given", "each", 30, /^That is the number of registers/],
    ["code-handler", "given", "count", 400, /^Those are the cycles of the run, in thousands/],
    ["code-handler", "given", "count", 1, /^That is the number of lines/],
    ["jitter", "alone", "latency", 9, /^That is the entry alone/],
    ["jitter", "alone", "latency", 42, /^Most of the entry is missing/],
    ["jitter", "alone", "latency", 1200, /^That is the control law/],
    ["jitter", "section", "longest", 3440, /^That is a whole round/],
    ["jitter", "section", "jitter", 340, /^That is the section itself/],
    ["jitter", "network", "misses", 49, /^That is the number of missed deadlines/],
    ["jitter", "network", "longest", 7, /^That is the deadline/],
    ["jitter", "nested", "longest", 282, /^That is p99/],
    ["jitter", "nested", "price", 46.4, /^That is the line of the card/],
    ["jitter", "nested", "price", 50.88, /^That is the response of the thread driver/],
    ["jitter", "nested", "price", 41.21, /^That is p99 of _interrupt_/],
    ["jitter", "response", "bound", 1590, /^That is a turn without the brake/],
    ["jitter", "response", "bound", 2237, /^That is the longest turn of this run/],
    ["lost-interrupts", "bit", "lost", 0, /^Some are lost/],
    ["lost-interrupts", "bit", "lost", 4.3, /^That is their share in per cent/],
    ["lost-interrupts", "bit", "wait", 125.2, /^That is the longest wait of all lines/],
    ["lost-interrupts", "bit", "wait", 135.17, /^That is the response of the handler/],
    ["lost-interrupts", "storm", "left", 51.3, /^That is the share of the wheel's handler/],
    ["lost-interrupts", "silent", "left", 0, /^That would be a storm/],
    ["lost-interrupts", "silent", "left", 100, /^The card still interrupts/],
    ["lost-interrupts", "silent", "left", 37.8, /^That is the share of the card's driver/],
    // The nearer one of two.
    ["lost-interrupts", "silent", "left", 37.9, /^That is the share with an acknowledge/],
    ["lost-interrupts", "masked", "loss", 77.3, /^That is the share of the processor/],
    ["lost-interrupts", "masked", "loss", 1600, /^That is the number of lost frames/],
    ["hazards", "watch", "branch", 4, /^That would be so if the branch were decided in WB/],
    ["hazards", "watch", "ipc", 72.7, /^That is in per cent/],
    ["rings", "chance", "lost", 0.7, /^That is their share in per cent/],
    ["rings", "chance", "lost", 550, /^That is for each second/],
    ["rings", "flood", "rate", 129990, /^That is with the small ring/],
    ["rings", "flood", "rate", 133300, /^That is what it could handle/],
    ["rings", "flood", "rate", 49.3, /^That is the share of the frames/],
    ["rings", "burst", "apart", 1.184, /^time$/],
    ["rings", "burst", "apart", 1250, /^That is the mean distance, with the pauses/],
    ["rings", "burst", "lost", 22.5, /^Those are the lost frames a second/],
    ["contexts", "one", "frame", 2330, /^Each frame has both/],
    ["contexts", "one", "frame", 104, /^That is the interrupt latency/],
    ["contexts", "one", "frame", 186, /^That is saving and restoring alone/],
    ["contexts", "one", "frame", 12.12, /^time$/],
    ["contexts", "one", "rate", 1077, /^That is the driver alone/],
    ["contexts", "three", "latency", 0.055, /^time$/],
    ["contexts", "stack", "switches", 1.3, /^Divide by the interrupts alone/],
    ["contexts", "stack", "switches", 4, /^That is the number of threads/],
    ["jitter", "alone", "latency", 6, /^Those are the steps of the entry/],
    ["jitter", "section", "longest", 336, /^That is the jitter/],
    ["jitter", "section", "longest", 3.86, /^time$/],
    ["jitter", "network", "misses", 23, /^That is the number of turns/],
    ["jitter", "network", "longest", 26.4, /^That is p99/],
    ["jitter", "response", "bound", 1586, /^That is the longest wait of one run/],
    ["jitter", "response", "longest", 23.4, /^That is the bound/],
    ["code-lossless", "given", "dropped", 15, /^Those are still in the ring/],
    ["code-lossless", "given", "longest", 170, /^Those are the cycles of the work/],
  ])(
    "that a student gave to %s, %s, %s, is told what it is: %d",
    async (lab, step, question, answer, text) => {
      const of = await openBench(lab);
      const { step: found, question: one } = asked(step, question, of);
      expect((await judgeAnswer(of, found, one, answer)).right).toBe(false);
      expect(await said([step, question], answer, of)).toMatch(text);
    },
  );

  test("to a choice is told what to look at, and the right option has no such text", async () => {
    const { step, question } = asked("watch", "nullified");
    if (question.kind !== "choice") throw new Error("no choice");
    for (const [option, { wrong }] of question.options.entries()) {
      const { right } = await judgeAnswer(bench, step, question, option);
      expect(wrong === undefined).toBe(right);
      expect(await said(["watch", "nullified"], option)).toBe(wrong);
    }
  });
});

test.each(BUILTIN_LABS)("every number and choice names its likely mistakes: $id", async ({ id }) => {
  const { steps } = await openLab(id);
  const silent = steps.flatMap((step) =>
    step.questions.flatMap((question) => {
      const name = `${step.id}/${question.id}`;
      if (question.kind === "number") return question.mistakes.length === 0 ? [name] : [];
      if (question.kind !== "choice") return [];
      const told = question.options.filter(({ wrong }) => wrong !== undefined).length;
      return told >= question.options.length - (question.digest === undefined ? 0 : 1) ? [] : [name];
    }),
  );
  expect(silent).toEqual([]);
});

test("words to a mistake make no other edition of a lab", async () => {
  const lab = await openLab("interrupt-cost");
  const silent: Lab = {
    ...lab,
    steps: lab.steps.map((step) => ({
      ...step,
      questions: step.questions.map((question) =>
        question.kind === "number"
          ? { ...question, mistakes: [] }
          : question.kind === "choice"
            ? { ...question, options: question.options.map(({ wrong: _wrong, ...option }) => option) }
            : question,
      ),
    })),
  };
  expect(labDigest(silent)).toBe(labDigest(lab));
});
