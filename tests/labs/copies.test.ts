/** Submissions of a class: copies, changed copies, one student twice, one variant for two students. */
import { beforeAll, describe, expect, test } from "vitest";
import { compared, type Expectation, SimilarTexts } from "../../lib/labs/copies.ts";
import { Grader } from "../../lib/labs/grade.ts";
import type { Graded, Judged } from "../../lib/labs/graded.ts";
import { seedOfStudent } from "../../lib/labs/seedOfStudent.ts";
import { digestOfSubmission, type Submission, submissionText } from "../../lib/labs/submission.ts";
import { core, openLab, runMachine, solvedSubmission } from "./support.ts";

const LAB = "interrupt-cost";
let honest: Submission;
let honestResult: Graded;
beforeAll(async () => {
  honest = await solvedSubmission(LAB);
  honestResult = await gradeOne("honest.json", honest);
});

async function gradeOne(file: string, submission: Submission): Promise<Graded> {
  const grader = new Grader({ labOf: openLab, runMachine, model: core.version });
  const signed = { ...submission, digest: digestOfSubmission(submission) };
  const result = await grader.grade(file, submissionText(signed));
  if (result.status === "refused") throw new Error(result.reason);
  return result;
}

interface Change {
  readonly file?: string;
  readonly student?: { readonly name: string; readonly number: string };
  readonly seed?: number;
  readonly text?: (text: string) => string;
  readonly guess?: (guess: number) => number;
}

/** The submission of another student with these changes. It is not judged again. */
function other({ file = "b.json", student = { name: "B", number: "2" }, seed, text, guess }: Change): Graded {
  const answers = honestResult.answers.map((answer) => {
    const { kind, given } = answer;
    if (kind === "text" && typeof given === "string") return { ...answer, given: text?.(given) ?? given };
    if (kind === "prediction" && typeof given === "number")
      return { ...answer, given: guess?.(given) ?? given };
    return answer;
  });
  const submission: Submission = {
    ...honestResult.submission,
    student,
    seed: seed ?? honestResult.submission.seed,
    answers: answers.flatMap(({ step, question, given }) =>
      given === undefined ? [] : [{ step, question, value: given, attempts: 1 }],
    ),
  };
  return { ...honestResult, file, submission, answers };
}

const first = () => ({ ...honestResult, file: "a.json" });
const flagsOf = (results: readonly Judged[], expected?: Expectation) =>
  compared(results, expected).map((result) =>
    result.status === "graded" ? result.flags.map(({ kind, text }) => `${kind}: ${text}`) : [],
  );

const WORDS =
  "quite another answer that says the very same thing in words of its own and at some length, which nobody would call a copy".split(
    " ",
  );
const reworded = (text: string) =>
  text
    .split(" ")
    .map((_, at) => WORDS[(at * 7) % WORDS.length])
    .join(" ");

describe("a copied submission", () => {
  test("names the file that came first, whoever submitted it and however blanks and capitals differ", () => {
    const [, second] = flagsOf([
      first(),
      other({ text: (text) => ` ${text.toUpperCase().replaceAll(" ", "  ")}\n` }),
    ]);
    expect(second).toEqual(["identical: identical to a.json"]);
  });

  test("is reported as nearly the same with a word of each text changed", () => {
    const [one, second] = flagsOf([
      first(),
      other({ text: (text) => text.replace(/\bregisters?\b/i, "words"), guess: (guess) => guess + 1 }),
    ]);
    expect(one).toEqual([]);
    expect(second).toEqual([
      expect.stringMatching(/^similar: text of slow\/why nearly that of a\.json$/),
      expect.stringMatching(/^similar: text of design\/reason nearly that of a\.json$/),
    ]);
  });

  test("is recognised by its predictions if the texts differ", () => {
    expect(flagsOf([first(), other({ text: reworded })])[1]).toEqual([
      "similar: the same predictions and answers as a.json",
    ]);
  });

  test("is not suspected of equal right answers with other predictions and texts", () => {
    expect(flagsOf([first(), other({ text: reworded, guess: (guess) => guess * 1.3 })])[1]).toEqual([]);
  });
});

describe("texts of two students", () => {
  const TEXT =
    "Draining has grown because an instruction in MEM has to be waited for and saving has grown because each store holds the memory for four cycles";
  const isSimilar = (one: string, two: string) => {
    const texts = new SimilarTexts();
    texts.add("a", "q", one);
    return texts.add("b", "q", two) !== undefined;
  };

  test("are similar with a word changed, removed or inserted, or two halves swapped", () => {
    const words = TEXT.split(" ");
    for (const [at] of words.entries()) {
      expect(isSimilar(TEXT, words.with(at, "xyz").join(" ")), `changed ${at}`).toBe(true);
      expect(isSimilar(TEXT, words.toSpliced(at, 1).join(" ")), `dropped ${at}`).toBe(true);
      expect(isSimilar(TEXT, words.toSpliced(at, 0, "xyz").join(" ")), `put in ${at}`).toBe(true);
    }
    expect(isSimilar(TEXT, [...words.slice(12), ...words.slice(0, 12)].join(" "))).toBe(true);
  });

  test("are different if they say the same in other words, or answer another question", () => {
    expect(
      isSimilar(
        TEXT,
        "Saving takes longer since every one of the stores now needs four cycles of memory, and the drain too: what sits in MEM must leave first. The entry is the same as before.",
      ),
    ).toBe(false);
    const texts = new SimilarTexts();
    texts.add("a", "q", TEXT);
    expect(texts.add("b", "r", TEXT)).toBeUndefined();
  });
});

describe("students of a class", () => {
  test("submitting twice are named in both files, by number or by name", () => {
    const twice = flagsOf([
      first(),
      other({ file: "c.json", student: { name: "Z", number: " 7 " } }),
      other({ file: "d.json", student: { name: "z", number: "7" } }),
    ]);
    expect(twice[1]).toContain("same-student: also handed in: d.json");
    expect(twice[2]).toContain("same-student: also handed in: c.json");
    const named = { name: "Ada", number: "" };
    expect(
      flagsOf([other({ file: "c.json", student: named }), other({ file: "d.json", student: named })])[0],
    ).toEqual(["same-student: also handed in: d.json"]);
    const unknown = { name: "", number: "" };
    expect(
      flagsOf([other({ file: "c.json", student: unknown }), other({ file: "d.json", student: unknown })])[0],
    ).toEqual([]);
  });

  const seedFlags = (results: readonly Judged[], expected?: Expectation) =>
    flagsOf(results, expected).map((flags) => flags.filter((flag) => flag.startsWith("seed")));
  const student = (number: string, seed: number) =>
    other({ file: `${number}.json`, student: { name: "", number }, seed });

  test("with a shared variant, or without one, are named if others have their own", () => {
    expect(seedFlags([student("1", 5), student("2", 6), student("3", 5), student("4", 0)])).toEqual([
      ["seed: variant 5 is also that of 3.json"],
      [],
      ["seed: variant 5 is also that of 1.json"],
      ["seed: variant 0, where others have one of their own"],
    ]);
    expect(seedFlags([student("1", 5), student("2", 5)])).toEqual([[], []]);
    expect(seedFlags([student("1", 0), student("2", 0)])).toEqual([[], []]);
  });

  test("must have the requested variant", () => {
    const results = [student("0017", 17), student("18", 17), student("x", 5)];
    expect(seedFlags(results, { seed: "student" })).toEqual([
      [],
      ["seed: variant 17, asked for 18"],
      [`seed: variant 5, asked for ${seedOfStudent("x")}`],
    ]);
    expect(seedFlags(results, { seed: 17 })).toEqual([[], [], ["seed: variant 5, asked for 17"]]);
  });
});
