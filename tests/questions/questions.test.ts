/** Exported questions mark answers as grading does: read back by the rules of Moodle and of QTI. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LabBench } from "../../lib/labs/bench.ts";
import { judgeAnswer } from "../../lib/labs/judge.ts";
import { type Lab, stepOf } from "../../lib/labs/lab.ts";
import { mistakeIn } from "../../lib/labs/mistakes.ts";
import { moodleXml } from "../../lib/questions/moodleXml.ts";
import { qtiPackage } from "../../lib/questions/qti.ts";
import { type ExportedQuestion, exportedQuestions, plainNumber } from "../../lib/questions/questions.ts";
import { BUILTIN_LABS } from "../../scenarios/labs/index.ts";
import { decodeLink } from "../../scenarios/link/link.ts";
import { core, openLab, runMachine } from "../labs/support.ts";
import { long } from "../support/long.ts";
import { python, readBy, WHY_NOT } from "../support/readers.ts";
import { xmlRoot } from "../support/xml.ts";
import { moodleMark, readMoodle } from "./moodle.ts";
import { readQtiItem } from "./qti.ts";

const BASE = "https://example.org/irqscope/";
const SEEDS = [11, 12, 13];
const OPTIONS = { language: "en", base: BASE } as const;

const exported = (lab: Lab, seeds: readonly number[]) =>
  exportedQuestions(lab, runMachine, { ...OPTIONS, seeds, modelVersion: core.version });

/** Answers around the edges of what is taken, mistakes, and what a student types of it. */
function answersTo({ asked }: ExportedQuestion): readonly number[] {
  if (asked.kind === "choice") return [...asked.options.keys()];
  if (asked.kind === "text") return [];
  const { right, tolerance, mistakes } = asked;
  const edges = [-1.02, -0.98, 0, 0.98, 1.02].map((part) => right + part * tolerance);
  const values = [...edges, ...mistakes.map(({ value }) => value), 0, right * 1000];
  // The export has six digits of the right answer, so an answer at the very edge may be taken there.
  const isAtEdge = (value: number) => Math.abs(Math.abs(value - right) - tolerance) < tolerance / 500;
  return [...values, ...values.map((value) => Number(value.toPrecision(4)))].filter(
    (value) => !isAtEdge(value),
  );
}

async function expectMarksOfGrading(lab: Lab, seeds: readonly number[]): Promise<number> {
  const { questions } = await exported(lab, seeds);
  const inMoodle = readMoodle(moodleXml(questions, OPTIONS));
  const inQti = qtiPackage(questions, OPTIONS);
  let answers = 0;
  for (const [index, one] of questions.entries()) {
    const bench = await LabBench.open(lab, one.seed, runMachine);
    const step = stepOf(lab, one.step);
    const question = step?.questions.find(({ id }) => id === one.question);
    const moodle = inMoodle[index];
    const item = readQtiItem(inQti[`items/${lab.id}_${one.step}_${one.question}_${one.seed}.xml`] ?? "");
    if (step === undefined || question === undefined || moodle === undefined) throw new Error(one.name);
    const { asked } = one;
    for (const answer of answersTo(one)) {
      const { right } = await judgeAnswer(bench, step, question, answer);
      const mistake = right ? undefined : await mistakeIn(bench, step, question, answer);
      const told = mistake?.kind === "told";
      const option = moodle.answers[answer];
      const byMoodle =
        asked.kind === "choice"
          ? { isRight: option?.fraction === 100, feedback: option?.feedback }
          : moodleMark(moodle, plainNumber(answer));
      const byQti = item.mark(asked.kind === "choice" ? `option${answer + 1}` : answer);
      const place = `${one.name}: ${answer}`;
      expect([place, byMoodle.isRight, byMoodle.feedback !== ""]).toEqual([place, right, told]);
      expect([place, byQti.score, byQti.feedback !== ""]).toEqual([place, right ? one.points : 0, told]);
      answers += 1;
    }
  }
  return answers;
}

describe("exported questions in moodle2amc", () => {
  if (python === undefined) {
    test(WHY_NOT, () => undefined);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "irqscope-questions-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  interface Read {
    readonly name: string;
    readonly value?: number;
    readonly tolerance?: number;
    readonly digit?: number;
    readonly options?: readonly boolean[];
  }

  test("have the same right values, tolerances and options", async () => {
    const { questions } = await exported(await openLab("interrupt-cost"), SEEDS);
    const file = join(folder, "questions.xml");
    writeFileSync(file, moodleXml(questions, OPTIONS));
    const read = readBy("moodle_questions.py", file) as readonly Read[];
    expect(read).toHaveLength(questions.length);
    expect(new Set(questions.map(({ asked }) => asked.kind))).toEqual(new Set(["number", "choice", "text"]));
    for (const [index, { name, asked }] of questions.entries()) {
      const one = read[index];
      // moodle2amc replaces punctuation in names by spaces.
      expect(one?.name).toBe(name.replaceAll(/[^A-Za-z0-9-]+/g, " "));
      if (asked.kind === "choice")
        expect([name, one?.options]).toEqual([name, asked.options.map(({ isRight }) => isRight)]);
      if (asked.kind !== "number") continue;
      expect([name, one?.value]).toEqual([name, Number(plainNumber(asked.right))]);
      const off = Math.abs((one?.tolerance ?? Number.NaN) - asked.tolerance);
      expect(off, name).toBeLessThanOrEqual((one?.digit ?? 0) * 0.501);
    }
  });
});

const others = BUILTIN_LABS.map(({ id }) => id).filter((id) => id !== "hazards");

test("hazards: exported questions mark every answer as grading does", async () => {
  expect(await expectMarksOfGrading(await openLab("hazards"), SEEDS.slice(0, 2))).toBeGreaterThan(200);
});

test.each(others)(
  "%s: exported questions mark every answer as grading does",
  long("runs the machines of three variants of each lab"),
  async (id) => {
    expect(await expectMarksOfGrading(await openLab(id), SEEDS)).toBeGreaterThan(40);
  },
);

describe("the questions of hazards", () => {
  let lab: Lab;
  let questions: readonly ExportedQuestion[];
  let leftOut: Awaited<ReturnType<typeof exported>>["leftOut"];
  beforeAll(async () => {
    lab = await openLab("hazards");
    ({ questions, leftOut } = await exported(lab, [11, 11, 12]));
  });

  test("are all but predictions, texts about a design and tasks", () => {
    const places = new Set(questions.map(({ step, question }) => `${step}/${question}`));
    const left = leftOut.map(({ step, question }) => `${step}/${question ?? ""}`);
    expect(left).toEqual(["order/guess", "resolve/guess", "slow/guess", "design/reason", "design/"]);
    const asked = lab.steps.flatMap((step) => step.questions.map(({ id }) => `${step.id}/${id}`));
    expect([...places].sort()).toEqual(asked.filter((place) => !left.includes(place)).sort());
  });

  test("stand once for each different variant, in a category for each question", () => {
    const names = questions.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const categories = new Set(readMoodle(moodleXml(questions, OPTIONS)).map(({ category }) => category));
    expect(categories).toContain("$course$/top/irqscope/hazards/watch-round");
    expect(categories.size).toBe(12);
  });

  test("open the machine of their variant at the cycle of the step, and those that they compare it with", () => {
    const gain = questions.find(({ question }) => question === "gain");
    const [own, other] = gain?.machines ?? [];
    const opened = [own, other].map((one) => decodeLink(one?.address ?? ""));
    expect(opened.every((one) => one.ok)).toBe(true);
    expect(own?.address).toMatch(/^https:\/\/example\.org\/irqscope\/#s=/);
    expect(own?.title).not.toBe(other?.title);
  });

  test("take a number in any unit of its kind in Moodle", async () => {
    const [round] = readMoodle(moodleXml(questions, OPTIONS));
    const right = Number(round?.answers[0]?.text);
    const bench = await LabBench.open(lab, 11, runMachine);
    const micro = (right / bench.scenarioOf(lab.steps[0]?.machine ?? "").machine.clockHertz) * 1e6;
    const typed = [
      `${right} cycles`,
      `${right}Takte`,
      `${plainNumber(micro)} µs`,
      `${right} ms`,
      `${right} x`,
    ];
    expect(typed.map((text) => round && moodleMark(round, text).isRight)).toEqual([
      ...[true, true, true],
      ...[false, false],
    ]);
  });

  test("have no text to hand in for whoever grades", () => {
    const text = readMoodle(moodleXml(questions, OPTIONS)).filter(({ type }) => type === "essay");
    expect(text.map(({ graderInfo }) => graderInfo)).toEqual(text.map(() => ""));
    expect(text.length).toBeGreaterThan(0);
  });

  test("are drawn by the test of the package, one variant of each", () => {
    const files = qtiPackage(questions, OPTIONS);
    const [part] = xmlRoot(files["test.xml"] ?? "").children;
    const sections = part?.children[0]?.children ?? [];
    expect(sections).toHaveLength(12);
    const items = sections.flatMap(({ children: [selection, ...refs] }) => {
      expect(selection?.attributes.get("select")).toBe("1");
      return refs.map(({ attributes }) => attributes.get("href") ?? "");
    });
    const resources = xmlRoot(files["imsmanifest.xml"] ?? "").children.at(-1)?.children ?? [];
    const listed = resources.map(({ attributes }) => attributes.get("href"));
    expect(listed.sort()).toEqual(["test.xml", ...items].sort());
    expect(Object.keys(files).sort()).toEqual(["imsmanifest.xml", "test.xml", ...items].sort());
  });
});

const CRAFTED =
  "Ä & B <i>x</i> ]]> \"q\" 'a' {} $course$/x @@PLUGINFILE@@ \u0001\ud800 李伟 <script>alert(1)</script>";

test("names and texts of an own lab stay text in both formats, whatever they contain", () => {
  const machines = [{ title: CRAFTED, address: `${BASE}#s=1.a&c="<"` }];
  const place = { lab: "own", step: "one", seed: 1, points: 1, title: CRAFTED, name: CRAFTED, machines };
  const text = `${CRAFTED}\n\n- [link](javascript:alert(1)) [lab](#lab=rings)\n- ![image](https://e.org/x.png)\n\n<b>html</b>`;
  const questions: readonly ExportedQuestion[] = [
    {
      ...{ ...place, question: "a", text },
      asked: {
        kind: "number",
        right: 1e-9,
        tolerance: 0,
        units: [{ name: "<&>", multiplier: 1e21 }],
        mistakes: [{ value: 1e-7, tolerance: 1e-9, text: CRAFTED }],
      },
    },
    {
      ...{ ...place, question: "b", text },
      asked: {
        kind: "choice",
        options: [
          { text: CRAFTED, isRight: true, wrong: undefined },
          { text: `${CRAFTED}2`, isRight: false, wrong: CRAFTED },
        ],
      },
    },
    { ...place, question: "c", text, asked: { kind: "text", atLeastWords: 3 } },
  ];
  const shown = CRAFTED.replace("\u0001", "\ufffd").replace("\ud800", "\ufffd");
  const [number, choice] = readMoodle(moodleXml(questions, OPTIONS));
  expect(number?.name).toBe(shown);
  expect(number?.answers[0]).toMatchObject({ text: "0.000000001", tolerance: 0 });
  expect([...(number?.units.keys() ?? [])]).toEqual(["<&>"]);
  for (const html of [number?.html, choice?.answers[0]?.text, choice?.answers[1]?.feedback]) {
    expect(html).toContain("&lt;script&gt;");
    expect(html).not.toMatch(/<script|javascript:|<img|<b>/);
  }
  expect(number?.html).toContain(`href="${BASE}#lab=rings"`);
  const files = qtiPackage(questions, OPTIONS);
  for (const id of ["a", "b", "c"]) {
    const item = readQtiItem(files[`items/own_one_${id}_1.xml`] ?? "");
    expect(item.title).toBe(shown);
  }
});
