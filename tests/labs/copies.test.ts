/** Submissions of a class: copies, changed copies, one student twice, one variant for two students. */
import { beforeAll, describe, expect, test } from "vitest";
import { compared, type Expectation } from "../../lib/labs/copies.ts";
import { Grader } from "../../lib/labs/grade.ts";
import type { Graded, Judged } from "../../lib/labs/graded.ts";
import { readRoster } from "../../lib/labs/roster.ts";
import { seedOfStudent } from "../../lib/labs/seedOfStudent.ts";
import { alikeGroups, mostAlike } from "../../lib/labs/similarTexts.ts";
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
const flagsOf = async (results: readonly Judged[], expected?: Expectation) =>
  (await compared(results, expected)).map((result) =>
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
  test("and its original name each other, whoever submitted them and however blanks and capitals differ", async () => {
    const flags = await flagsOf([
      first(),
      other({ text: (text) => ` ${text.toUpperCase().replaceAll(" ", "  ")}\n` }),
    ]);
    expect(flags).toEqual([["identical: identical to b.json"], ["identical: identical to a.json"]]);
  });

  test("is reported on both files with a word of each text changed, with both texts", async () => {
    const copy = other({
      text: (text) => text.replace(/\bregisters?\b/i, "words"),
      guess: (guess) => guess + 1,
    });
    const [one, second] = await compared([first(), copy]);
    for (const [result, file] of [
      [one, "b.json"],
      [second, "a.json"],
    ] as const)
      expect(result).toMatchObject({
        flags: [
          {
            kind: "similar",
            text: expect.stringMatching(`^text of slow/why nearly that of ${file} \\(\\d+ %\\)$`),
          },
          { kind: "similar", text: expect.stringMatching(`^text of design/reason nearly that of ${file} `) },
        ],
      });
    const [flag] = one?.status === "graded" ? one.flags : [];
    expect(flag?.pair?.texts).toEqual([
      { place: "slow/why", here: textIn(first(), "why"), there: textIn(copy, "why") },
    ]);
  });

  test("is recognised by its predictions if the texts differ", async () => {
    expect(await flagsOf([first(), other({ text: reworded })])).toEqual([
      ["similar: the same predictions and answers as b.json"],
      ["similar: the same predictions and answers as a.json"],
    ]);
  });

  test("is not suspected of equal right answers with other predictions and texts", async () => {
    const flags = await flagsOf([first(), other({ text: reworded, guess: (guess) => guess * 1.3 })]);
    expect(flags).toEqual([[], []]);
  });
});

describe("programs of two students", () => {
  const FIELD = 'software.routines["program"].program.source';
  const routine = (names: string) =>
    [
      "lw A, 0(B)",
      "xor A, A, C",
      "srli D, A, 3",
      "and D, D, A",
      "sw D, 4(B)",
      "addi B, B, 8",
      "sub A, D, C",
      "sltu C, A, D",
    ]
      .flatMap((line, at, all) => [
        line,
        all[(3 * at + 1) % all.length] ?? "",
        all[(5 * at + 2) % all.length] ?? "",
      ])
      .map((line) => `  ${line.replace(/[A-D]/g, (name) => names.split(" ")["ABCD".indexOf(name)] ?? "")}`)
      .join("\n");
  const handedIn = (file: string, value: string): Graded => {
    const of = other({
      file,
      student: { name: file, number: file },
      text: file === "a.json" ? (text) => text : reworded,
      guess: (guess) => guess * (file === "a.json" ? 1 : 1.3),
    });
    const task = { step: "design", changes: [{ field: FIELD, value }], cycle: 1, stateHash: "0" };
    return { ...of, submission: { ...of.submission, tasks: [task] } };
  };
  const one = routine("t0 t1 t2 t3");
  const two = routine("a5 s1 a2 t6");

  test("are reported on both files with both programs, whatever their registers", async () => {
    const results = await compared([handedIn("a.json", one), handedIn("b.json", two)]);
    const flags = results.map((result) => (result.status === "graded" ? result.flags : []));
    const pairs = [
      { file: "b.json", texts: [{ place: "design", isProgram: true, here: one, there: two }] },
      { file: "a.json", texts: [{ place: "design", isProgram: true, here: two, there: one }] },
    ];
    expect(flags).toEqual(
      pairs.map((pair) => [
        { kind: "similar", text: `program of design nearly that of ${pair.file} (100 %)`, pair },
      ]),
    );
  });

  test("are reported if the files have no answers", async () => {
    const empty = [handedIn("a.json", one), handedIn("b.json", two)].map((of) => ({
      ...of,
      submission: { ...of.submission, answers: [] },
      answers: [],
    }));
    expect((await flagsOf(empty)).map((flags) => flags.length)).toEqual([1, 1]);
  });

  test("are not, if they are the program that the lab gives", async () => {
    const results = [handedIn("a.json", one), handedIn("b.json", two)];
    const labPrograms = async () => ({ given: two, references: [] });
    const flags = (await compared(results, {}, { labPrograms })).map(
      (of) => of.status === "graded" && of.flags,
    );
    expect(flags).toEqual([[], []]);
  });

  test("are reported beside the reference in the lab", async () => {
    const labPrograms = async () => ({ given: "ret", references: ["ret", two] });
    const [of] = await compared([handedIn("a.json", one)], {}, { labPrograms });
    const texts = [{ place: "design", isProgram: true, here: one, there: two }];
    const text = "program of design nearly the reference in the lab (100 %)";
    expect(of).toMatchObject({ flags: [{ kind: "similar", text, pair: { file: LAB, texts } }] });
  });
});

const textIn = ({ answers }: Graded, question: string) =>
  answers.find((one) => one.question === question && one.kind === "text")?.given;

describe("texts of two students", () => {
  const TEXT =
    "Draining has grown because an instruction in MEM has to be waited for and saving has grown because each store holds the memory for four cycles";
  const isSimilar = (one: string, two: string) => mostAlike([one, two])[1] !== undefined;

  test("are similar with a word changed, removed or inserted, two halves swapped, or a filler after every third word", () => {
    const words = TEXT.split(" ");
    for (const [at] of words.entries()) {
      expect(isSimilar(TEXT, words.with(at, "xyz").join(" ")), `changed ${at}`).toBe(true);
      expect(isSimilar(TEXT, words.toSpliced(at, 1).join(" ")), `dropped ${at}`).toBe(true);
      expect(isSimilar(TEXT, words.toSpliced(at, 0, "xyz").join(" ")), `put in ${at}`).toBe(true);
    }
    expect(isSimilar(TEXT, [...words.slice(12), ...words.slice(0, 12)].join(" "))).toBe(true);
    const filled = words.map((word, at) => (at % 3 === 2 ? `${word} basically` : word)).join(" ");
    expect(isSimilar(TEXT, filled)).toBe(true);
  });

  test("are different if they say the same in other words", () => {
    expect(
      isSimilar(
        TEXT,
        "Saving takes longer since every one of the stores now needs four cycles of memory, and the drain too: what sits in MEM must leave first. The entry is the same as before.",
      ),
    ).toBe(false);
  });

  test("are grouped for marking: equal ones and nearly equal ones together, the largest group first", () => {
    const texts = [
      "idle.",
      TEXT,
      "Other words entirely",
      TEXT.toUpperCase(),
      "",
      TEXT.replace("four", "5"),
      " ",
    ];
    expect(alikeGroups(texts)).toEqual([[1, 3, 5], [4, 6], [0], [2]]);
  });
});

describe("students of a class", () => {
  test("submitting twice are named in both files, by number or by name", async () => {
    const twice = await flagsOf([
      first(),
      other({ file: "c.json", student: { name: "Z", number: " 7 " } }),
      other({ file: "d.json", student: { name: "z", number: "7" } }),
    ]);
    expect(twice[1]).toContain("same-student: also handed in: d.json");
    expect(twice[2]).toContain("same-student: also handed in: c.json");
    const named = { name: "Ada", number: "" };
    expect(
      (
        await flagsOf([other({ file: "c.json", student: named }), other({ file: "d.json", student: named })])
      )[0],
    ).toContain("same-student: also handed in: d.json");
    const unknown = { name: "", number: "" };
    const unnamed = await flagsOf([
      other({ file: "c.json", student: unknown }),
      other({ file: "d.json", student: unknown }),
    ]);
    expect(unnamed[0]?.filter((flag) => flag.startsWith("same-student"))).toEqual([]);
  });

  const seedFlags = async (results: readonly Judged[], expected?: Expectation) =>
    (await flagsOf(results, expected)).map((flags) => flags.filter((flag) => flag.startsWith("seed")));
  const student = (number: string, seed: number) =>
    other({ file: `${number}.json`, student: { name: "", number }, seed });

  test("with a shared variant, or without one, are named if others have their own", async () => {
    expect(await seedFlags([student("1", 5), student("2", 6), student("3", 5), student("4", 0)])).toEqual([
      ["seed: variant 5 is also that of 3.json"],
      [],
      ["seed: variant 5 is also that of 1.json"],
      ["seed: variant 0, where others have one of their own"],
    ]);
    expect(await seedFlags([student("1", 5), student("2", 5)])).toEqual([[], []]);
    expect(await seedFlags([student("1", 0), student("2", 0)])).toEqual([[], []]);
  });

  test("must have the requested variant", async () => {
    const results = [student("0017", 17), student("18", 17), student("x", 5)];
    expect(await seedFlags(results, { seed: "student" })).toEqual([
      [],
      ["seed: variant 17, asked for 18"],
      [`seed: variant 5, asked for ${seedOfStudent("x")}`],
    ]);
    expect(await seedFlags(results, { seed: 17 })).toEqual([[], [], ["seed: variant 5, asked for 17"]]);
  });

  const ROSTER = "id;number;name;folder\nu901;17;Ada;12\nu902;18;Zoë;13\n";
  const roster = () => {
    const read = readRoster(`\ufeff${ROSTER}`);
    if (!read.ok) throw new Error(read.reason);
    return read.roster;
  };

  test("are found in the roster by folder and number, and have the variant of their identifier there", async () => {
    const inFolder = (folder: string, number: string, seed: number) =>
      other({ file: `${folder}/rings.json`, student: { name: "", number }, seed });
    const results = [
      inFolder("Ada_12_assignsubmission_file", "17", seedOfStudent("u901")),
      inFolder("Zoe_13_assignsubmission_file_", "17", seedOfStudent("u902")),
      inFolder("Max_14_assignsubmission_file", "99", 5),
    ];
    const flags = await flagsOf(results, { seed: "student", roster: roster() });
    const about = (kind: string) => flags.map((some) => some.filter((flag) => flag.startsWith(kind)));
    expect(about("roster")).toEqual([
      [],
      ["roster: lies in the folder of 18 Zoë and names 17 Ada"],
      ['roster: is of no student in the roster: "99"'],
    ]);
    expect(about("seed")).toEqual([[], [], ["seed: variant 5, asked for 99"]]);
  });

  test("are late by the time of their last answer or design", async () => {
    const late = first();
    const answers = late.submission.answers.map((one) => ({ ...one, at: 1_700_000_061 }));
    const results = [{ ...late, submission: { ...late.submission, answers } }];
    const flags = async (dueUnixSeconds: number) => (await flagsOf(results, { dueUnixSeconds }))[0];
    expect(await flags(1_700_000_000)).toContain(
      "late: the last answer or design is 2 minutes late, by the clock of the student's device",
    );
    expect(await flags(1_700_000_061)).toEqual([]);
    const tasks = late.submission.tasks.map((one) => ({ ...one, at: 1_700_000_200 }));
    const byDesign = [{ ...late, submission: { ...late.submission, answers, tasks } }];
    expect((await flagsOf(byDesign, { dueUnixSeconds: 1_700_000_061 }))[0]).toContain(
      "late: the last answer or design is 3 minutes late, by the clock of the student's device",
    );
  });

  test("of an older version, whose answers have no time, are not told to be in time", async () => {
    const { submission, ...rest } = first();
    const timeless = <T extends { readonly at?: number | undefined }>({ at: _, ...one }: T) => one;
    const work = { answers: submission.answers.map(timeless), tasks: submission.tasks.map(timeless) };
    const results = [{ ...rest, submission: { ...submission, ...work } }];
    expect((await flagsOf(results, { dueUnixSeconds: 1 }))[0]).toEqual([
      "late: no answer has a time, so the file does not show whether it is late",
    ]);
    expect((await flagsOf(results, {}))[0]).toEqual([]);
  });
});

describe("a roster is refused", () => {
  test.each([
    ["", "line 1: must name the columns"],
    ["name\nAda\n", "line 1: must name the columns"],
    ["id,id\n1,2\n", "line 1: column id occurs twice"],
    ["id,name\n", "line 2: is missing: the first student"],
    ["id,name\n,Ada\n", "line 2: has no id, number or folder"],
    ['number,name\n1,"A\nda"\n1,Ben\n', 'line 4: number "1" is also that of line 2'],
    [`id\n${"x".repeat(201)}\n`, "line 2: id must have at most 200 characters"],
    ['id,name\n1,"Ada\n', "line 2: the quotes of a cell have no end"],
    [`id\n${Array.from({ length: 5001 }, (_, at) => at).join("\n")}`, "has more than 5001 lines"],
    ["x".repeat(1024 * 1024 + 1), "is larger than 1024 kB"],
  ])("%#: with line and column", (text, reason) => {
    expect(readRoster(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });
});
