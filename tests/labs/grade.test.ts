/** Grading: a forged, truncated, copied or hostile submission gets a clear line and does not affect others. */
import { readFileSync } from "node:fs";
import { gzipSync, zipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { labDigest } from "../../lib/labs/digest.ts";
import { exampleFiles } from "../../lib/labs/example.ts";
import { labAmong } from "../../lib/labs/gallery.ts";
import { Grader } from "../../lib/labs/grade.ts";
import type { Graded, Judged } from "../../lib/labs/graded.ts";
import { textOfFile } from "../../lib/labs/handedIn.ts";
import { type Lab, pointsOf } from "../../lib/labs/lab.ts";
import {
  digestOfSubmission,
  readSubmission,
  SUBMISSION_BYTE_LIMIT,
  type Submission,
  submissionText,
} from "../../lib/labs/submission.ts";
import { gradesCsv } from "../../lib/labs/table.ts";
import { core, openLab, runMachine, solvedSubmission } from "./support.ts";

const LAB = "interrupt-cost";
const TEXT_POINTS = 4;
const newGrader = () =>
  new Grader({
    labOf: async (id) => (id === LAB ? openLab(id) : undefined),
    runMachine,
    model: core.version,
  });

let honest: Submission;
beforeAll(async () => {
  honest = await solvedSubmission(LAB);
});

const grade = (submission: Submission) => newGrader().grade("a.json", submissionText(submission));
const signed = (submission: Submission): Submission => ({
  ...submission,
  digest: digestOfSubmission(submission),
});

function graded(result: Judged): Graded {
  if (result.status !== "graded") throw new Error(result.reason);
  return result;
}
const kinds = (result: Judged) => graded(result).flags.map(({ kind }) => kind);

describe("a submitted file", () => {
  const marked = (bytes: readonly number[], text: string) =>
    Uint8Array.from([...bytes, ...Buffer.from(text)]);

  test("is read as UTF-8 or UTF-16, with or without a byte-order mark", () => {
    const utf16 = Buffer.from("\ufeff{é}", "utf16le");
    for (const bytes of [
      Buffer.from("{é}"),
      marked([0xef, 0xbb, 0xbf], "{é}"),
      utf16,
      Buffer.from(utf16).swap16(),
    ])
      expect(textOfFile(bytes)).toEqual({ ok: true, text: "{é}" });
  });

  test.each([
    [zipSync({ "a.json": new Uint8Array(9) }), "is compressed with zip: unpack it first"],
    [Uint8Array.from([0xfd, ...Buffer.from("7zXZ"), 0]), "is compressed with xz: unpack it first"],
    [gzipSync(new Uint8Array(9)), "is compressed with gzip: unpack it first"],
    [marked([], "%PDF-1.4"), "PDF"],
    [marked([0xff], "{}"), "not UTF-8"],
    [marked([0xff, 0xfe], "{"), "not UTF-8"],
  ])("of another kind is refused by name (%#)", (bytes, what) => {
    expect(textOfFile(bytes)).toEqual({ ok: false, reason: expect.stringContaining(what) });
  });
});

describe("an honest submission", () => {
  test("is reproduced on any machine that grades it", async () => {
    const result = graded(await grade(honest));
    expect(result.flags).toEqual([]);
    expect([result.score, result.pending]).toEqual([result.of - TEXT_POINTS, TEXT_POINTS]);
  });

  test("is unchanged after being written and read", () => {
    expect(readSubmission(submissionText(honest))).toEqual({ ok: true, submission: honest });
  });

  test("has pending points for its texts, and none for texts with too few words", async () => {
    const inStep = ({ step }: { readonly step: string }) => step === "slow";
    const pointsWith = async (...kept: readonly string[]) => {
      const answers = honest.answers.filter((one) => !inStep(one) || kept.includes(one.question));
      const result = graded(await grade(signed({ ...honest, answers })));
      return result.answers
        .filter(inStep)
        .map(({ question, points, pending }) => [question, points, pending]);
    };
    expect(await pointsWith("latency", "why")).toContainEqual(["why", 0, 2]);
    expect(await pointsWith("guess", "why")).toContainEqual(["why", 0, 2]);
    expect(await pointsWith("guess", "latency")).toContainEqual(["latency", 1, 0]);
    expect(await pointsWith("guess", "latency")).toContainEqual(["why", 0, 0]);
    const answers = honest.answers.map((one) =>
      typeof one.value === "string" ? { ...one, value: "asdf ".repeat(19) } : one,
    );
    expect(graded(await grade(signed({ ...honest, answers }))).pending).toBe(0);
  });

  test("loses points for hints, at most the points of the step", async () => {
    const hints = [
      { step: "bill", count: 1 },
      { step: "slow", count: 1 },
    ];
    const result = graded(await grade(signed({ ...honest, hints })));
    expect(result.hints).toBe(1);
    expect(result.score).toBe(result.of - TEXT_POINTS - 1);
  });
});

describe("a submission with a missing trace of work has a remark", () => {
  const withAnswers = (change: (answer: Submission["answers"][number]) => Submission["answers"][number]) => ({
    answers: honest.answers.map(change),
  });
  test.each<readonly [string, () => Partial<Submission>, RegExp]>([
    ["no run", () => ({ runs: [] }), /^answers were judged right without a run of the machine: one, /],
    ["no seconds", () => ({ seconds: 0 }), /^the page was open for 0 s, for 8 numbers and choices$/],
    ["no times", () => withAnswers(({ at: _, ...answer }) => answer), /^answers have no time$/],
    [
      "one time",
      () => withAnswers((answer) => ({ ...answer, at: 9 })),
      /^all answers were given within 0 s$/,
    ],
    [
      "one attempt each",
      () => withAnswers(({ earlier: _, ...answer }) => ({ ...answer, attempts: 1 })),
      /^every number and choice was right at the first attempt$/,
    ],
  ])("%s", async (_, change, text) => {
    const { flags } = graded(await grade(signed({ ...honest, ...change() })));
    expect(flags).toEqual([{ kind: "no-work", text: expect.stringMatching(text) }]);
  });

  test("no seconds, in a lab in code with few numbers", async () => {
    const code = await solvedSubmission("code-handler");
    const grader = new Grader({ labOf: openLab, runMachine, model: core.version });
    const forged = signed({ ...code, seconds: 0 });
    const { flags } = graded(await grader.grade("a.json", submissionText(forged)));
    expect(flags.map(({ text }) => text)).toEqual(["the page was open for 0 s, for 4 numbers and choices"]);
  });
});

describe("a forged submission", () => {
  test("with an answer changed by hand is marked as edited, and graded as it is", async () => {
    const answers = honest.answers.map((answer) =>
      answer.question === "each" ? { ...answer, value: 1234 } : answer,
    );
    const result = graded(await grade({ ...honest, answers }));
    expect(kinds(result)).toEqual(["edited"]);
    expect(result.score).toBe(result.of - TEXT_POINTS - 1);
  });

  test("with a design that misses its claimed goal gets no points for it", async () => {
    const tasks = honest.tasks.map((task) => ({ ...task, changes: [] }));
    const result = graded(await grade(signed({ ...honest, tasks })));
    expect(kinds(result)).toEqual(["not-reproduced"]);
    expect(result.tasks.map(({ points }) => points)).toEqual([0]);
  });

  test("with another state hash than the machine's is marked as not reproduced", async () => {
    const runs = honest.runs.map((run, index) =>
      index === 0 ? { ...run, stateHash: "0123456789abcdef" } : run,
    );
    expect(kinds(await grade(signed({ ...honest, runs })))).toEqual(["not-reproduced"]);
  });

  test("that changes a field outside the task gets no points for it", async () => {
    const changes = [{ field: "machine.clockHertz", value: 10_000_000_000 }];
    const tasks = honest.tasks.map((task) => ({ ...task, changes }));
    const result = graded(await grade(signed({ ...honest, tasks })));
    expect(result.flags.map(({ text }) => text)).toEqual([
      "task of design: machine.clockHertz may not be changed here",
    ]);
    expect(result.tasks.map(({ points }) => points)).toEqual([0]);
  });

  test("that claims a longer run does not make grading run it", async () => {
    const changes = [{ field: "runCycles", value: 1_000_000_000_000 }];
    const tasks = honest.tasks.map((task) => ({ ...task, changes, cycle: 1_000_000_000_000 }));
    expect(kinds(await grade(signed({ ...honest, tasks })))).toEqual(["not-reproduced"]);
  });

  test("with unknown questions, steps and machines is marked so", async () => {
    const answers = [...honest.answers, { step: "nowhere", question: "none", value: 1, attempts: 1 }];
    const runs = [...honest.runs, { machine: "none", cycle: 1, stateHash: "00" }];
    expect(kinds(await grade(signed({ ...honest, answers, runs })))).toEqual(["unknown", "not-reproduced"]);
  });

  test("with two answers to one question or task is marked so, and gets the points of one", async () => {
    const [answer, task] = [honest.answers[0], honest.tasks[0]];
    if (answer === undefined || task === undefined) throw new Error("nothing to repeat");
    const again = { ...honest, answers: [...honest.answers, answer], tasks: [...honest.tasks, task] };
    const result = graded(await grade(signed(again)));
    expect(result.flags).toEqual([
      { kind: "edited", text: `answers ${answer.step}/${answer.question} twice: the first one counts` },
    ]);
    expect(result.score).toBe(result.of - TEXT_POINTS);
  });

  test("of another version of the machine is graded with the present one, and marked so", async () => {
    const result = graded(await grade(signed({ ...honest, model: "0" })));
    expect(kinds(result)).toEqual(["other-model"]);
    expect(result.score).toBe(result.of - TEXT_POINTS);
  });

  test("of an older page, when predictions had points, is graded by the present rules", async () => {
    const old = readFileSync(
      new URL("../fixtures/submissions/v1-interrupt-cost.json", import.meta.url),
      "utf8",
    );
    const result = graded(await newGrader().grade("old.json", old));
    expect(kinds(result)).toContain("other-edition");
    expect(result.of).toBe(19);
    const predicted = result.answers.filter(({ kind }) => kind === "prediction");
    expect(predicted.map(({ given, points, of }) => [typeof given, points, of])).toEqual(
      predicted.map(() => ["number", 0, 0]),
    );
    expect(result.answers.find(({ question }) => question === "entry")).toMatchObject({ right: true });
  });

  test("of another edition of the lab is marked so", async () => {
    expect(kinds(await grade(signed({ ...honest, labDigest: "0" })))).toEqual(["other-edition"]);
    const { flags } = graded(await grade(signed({ ...honest, labDigest: "9-0" })));
    expect(flags.map(({ text }) => text)).toEqual(["made with edition 9 of the lab, graded with edition 2"]);
  });

  test("is graded by its own edition if that is there", async () => {
    const course = await openLab(LAB);
    const former: Lab = { ...course, steps: course.steps.slice(0, 1) };
    const next: Lab = { ...course, edition: 3, steps: course.steps.slice(0, 2) };
    const grader = new Grader({ labOf: labAmong([former, next]), runMachine, model: core.version });
    const gradedBy = async (labDigest: string) => {
      const { of, flags } = graded(
        await grader.grade("a.json", submissionText(signed({ ...honest, labDigest }))),
      );
      return { of, other: flags.some(({ kind }) => kind === "other-edition") };
    };
    const points = ({ steps }: Lab) => steps.reduce((sum, step) => sum + pointsOf(step), 0);
    expect(await gradedBy(labDigest(course))).toEqual({ of: points(course), other: false });
    expect(await gradedBy(labDigest(former))).toEqual({ of: points(former), other: false });
    expect(await gradedBy(labDigest(next))).toEqual({ of: points(next), other: false });
    expect(await gradedBy("9-0")).toEqual({ of: points(next), other: true });
  });
});

describe("a file that is not a submission", () => {
  const text = () => submissionText(honest);
  const refusals: readonly (readonly [string, () => string, RegExp])[] = [
    ["an empty file", () => "", /^is empty$/],
    ["a file that is cut off", () => text().slice(0, 700), /cut off/],
    ["other JSON", () => '{"format":"irqscope-scenario","version":1}', /^is not a submission of a lab$/],
    ["a list", () => "[[[[]]]]", /^is not a submission of a lab$/],
    ["a number", () => "7", /^is not a submission of a lab$/],
    ["a newer format", () => text().replace('"version": 2', '"version": 9'), /newer irqscope/],
    ["another lab", () => submissionText({ ...honest, lab: "other" }), /^belongs to another lab: other$/],
    ["a field too many", () => text().replace('"model"', '"modell": 1, "model"'), /^modell is not a known/],
    ["a huge file", () => " ".repeat(SUBMISSION_BYTE_LIMIT + 1), /^is larger than/],
    ["deep nesting", () => "[".repeat(100_000), /nested/],
    ["a prototype", () => text().replace('"lab":', '"__proto__": {}, "lab":'), /__proto__/],
    ["a control character", () => text().replace('"name": ""', '"name": "a\\u001b[2J"'), /control character/],
    ["a seed that is none", () => text().replace('"seed": 0', '"seed": 1e99'), /seed/],
  ];

  test.each(refusals)("%s is refused with a reason", async (_, make, reason) => {
    const result = await newGrader().grade("a.json", make());
    expect(result.status).toBe("refused");
    expect(result.status === "refused" ? result.reason : "").toMatch(reason);
    expect(result.status === "refused" ? result.reason : "").not.toMatch(/\n/);
  });

  test("a submission truncated at any place is refused or graded without an exception", async () => {
    const whole = text();
    const grader = newGrader();
    for (let end = 0; end < whole.length; end += 137) {
      const result = await grader.grade("a.json", whole.slice(0, end));
      expect(result.status).toBe("refused");
    }
  });
});

/** Cells as a spreadsheet with this separator reads them, whatever separator the file has. */
function cellsOf(line: string, separator: string): readonly string[] {
  const cell = new RegExp(`(?:^|${separator})(?:"((?:[^"]|"")*)"|([^${separator}]*))`, "g");
  return Array.from(line.matchAll(cell), ([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain);
}

describe("the table of grades", () => {
  const named = (results: readonly Judged[]) => newGrader().withCopies(results);

  test("has a column for each question, and escapes formulas", async () => {
    const student = { name: '=HYPERLINK("x")', number: "7" };
    const results = [
      await grade(signed({ ...honest, student })),
      await newGrader().grade("broken.json", "7"),
    ];
    const [head = "", first = "", second = ""] = gradesCsv(await named(results)).split("\r\n");
    expect(head).toContain("watch/entry");
    expect(head).toContain("design/task");
    expect(head).not.toContain("guess");
    expect(head).toContain("slow/why (text)");
    expect(first).toContain(",word0 word1 ");
    expect(first).toContain(`"'=HYPERLINK(""x"")"`);
    expect(second).toMatch(/^broken.json,refused,/);
    expect(second.split(",").length).toBe(head.split(",").length);
  });

  test("has figures rounded to meaningful digits", async () => {
    const result = graded(await grade(honest));
    const tasks = result.tasks.map((task) => ({ ...task, figure: 0.951_699_999_999_999_9 }));
    const line = gradesCsv(await named([{ ...result, tasks }])).split("\r\n")[1] ?? "";
    expect(line).toContain("design 0.9517,");
  });

  const HOSTILE = [
    "=1+1",
    "+49 170 1",
    "-2+3",
    "@SUM(A1)",
    " =1",
    '"=1',
    "'=1",
    'a";=1',
    "a;=cmd|' /C calc'!A0",
    "a,=1",
    "a, -1",
    "\uff1d1",
  ];
  test.each(HOSTILE)("keeps %s as text, in any column and with any separator", async (name) => {
    const result = await grade(signed({ ...honest, student: { name, number: name } }));
    const files = [{ ...result, file: `${name}\n=2.json` }];
    for (const decimalComma of [false, true]) {
      const [head = "", line = ""] = gradesCsv(await named(files), { decimalComma }).split("\r\n");
      const [own, other] = decimalComma ? [";", ","] : [",", ";"];
      const cells = cellsOf(line, own);
      expect(cells).toHaveLength(cellsOf(head, own).length);
      for (const cell of [...cells, ...cellsOf(line, other), ...cellsOf(line, "\t")])
        expect(cell).not.toMatch(/^[\s"]*[=+\-@\uff1d]/);
      expect(cells[3]?.replaceAll("'", "")).toBe(name.replaceAll("'", ""));
    }
  });

  test("writes numbers as a spreadsheet reads them", async () => {
    const answers = honest.answers.filter(({ question }) => question !== "entry");
    const results = [await grade(signed({ ...honest, answers, student: { name: "A", number: "-5" } }))];
    const all = await named(results);
    const rowOf = (decimalComma: boolean, separator: string) =>
      (gradesCsv(all, { decimalComma }).split("\r\n")[1] ?? "").split(separator);
    expect(rowOf(false, ",").slice(2, 4)).toEqual(["-5", "A"]);
    expect(rowOf(false, ",")[9]).toMatch(/^\d\d\.\d$/);
    expect(rowOf(true, ";")[9]).toMatch(/^\d\d,\d$/);
  });
});

test("the example class has a good file, a forged file and a truncated file", async () => {
  const lab = await openLab(LAB);
  const grader = newGrader();
  const results = [];
  for (const { name, text } of await exampleFiles(lab, runMachine, core.version, "word ".repeat(20)))
    results.push(await grader.grade(name, text));
  const [good, forged, cut] = await grader.withCopies(results);
  if (!good || !forged || !cut) throw new Error("three files");
  expect(kinds(good)).toEqual(["identical"]);
  expect(graded(good).score).toBeGreaterThan(graded(good).of / 3);
  expect(graded(good).score).toBeLessThan(graded(good).of);
  expect(kinds(forged)).toEqual(["edited", "not-reproduced", "identical"]);
  expect(cut).toMatchObject({ status: "refused", reason: expect.stringContaining("cut off") });
});
