/** What marking writes: points by part, Moodle's worksheet and feedback files, pages for students and projector. */
import { beforeAll, describe, expect, test } from "vitest";
import { readCsv } from "../../lib/csv.ts";
import { Grader } from "../../lib/labs/grade.ts";
import type { Graded } from "../../lib/labs/graded.ts";
import { digestOfSubmission, type Submission, submissionText } from "../../lib/labs/submission.ts";
import { answerSheet, marksOfSheet } from "../../lib/marking/answerSheet.ts";
import { type GradedFile, gradedFilesOf, groupsOf, partsOf, scoreOfFile } from "../../lib/marking/course.ts";
import { type Mark, type Marking, NO_MARKING, withMarks, withRubric } from "../../lib/marking/marks.ts";
import { outputsOf, studentsOf } from "../../lib/marking/outputs.ts";
import { type LabTexts, openTexts } from "../../lib/marking/texts.ts";
import { filledWorksheet } from "../../lib/marking/worksheet.ts";
import { core, openLab, runMachine, solvedSubmission } from "../labs/support.ts";

const lab = await openLab("rings");
const grader = new Grader({ labOf: openLab, runMachine, model: core.version });
const WHY = "rings/chance/why";
let solved: Submission;
let gradedFiles: readonly GradedFile[];
let texts: LabTexts;

async function graded(file: string, change: Partial<Submission>): Promise<Graded> {
  const submission = { ...solved, ...change };
  const signed = { ...submission, digest: digestOfSubmission(submission) };
  const result = await grader.grade(file, submissionText(signed));
  if (result.status === "refused") throw new Error(result.reason);
  return result;
}

const folderOf = (name: string, participant: number) =>
  `${name}_${participant}_assignsubmission_file/rings.json`;
const withWhy = (value: string) =>
  solved.answers.map((answer) => (answer.question === "why" ? { ...answer, value } : answer));

beforeAll(async () => {
  solved = await solvedSubmission("rings");
  const results = [
    await graded(folderOf("Ada Müller", 11), { student: { name: "Ada Müller", number: "1" } }),
    await graded(folderOf("李 伟", 12), { student: { name: "李 伟", number: "2" } }),
    await graded(folderOf("A_b <i>", 13), {
      student: { name: "A_b <i>", number: "3" },
      answers: withWhy("=<b>The mean is enough</b> but ".repeat(5)),
      hints: [{ step: "chance", count: 1 }],
    }),
  ];
  gradedFiles = await gradedFilesOf(results, async () => lab);
  texts = await openTexts([lab], "en", (id, seed) => grader.openBench(id, seed));
});

const mark = (gradedFile: GradedFile | undefined, over: Partial<Mark>): Mark => ({
  ...{ submission: gradedFile?.key ?? "", part: WHY, items: [], comment: "", by: "T", unixMilliseconds: 1 },
  ...over,
});
const item = { id: "unit", part: WHY, points: -1, text: "no cause", by: "T", unixMilliseconds: 1 };
const marked = (): Marking =>
  withRubric(
    withMarks(NO_MARKING, [
      mark(gradedFiles[0], { points: 2, comment: "Good." }),
      mark(gradedFiles[2], { points: 2, items: ["unit"] }),
    ]),
    [item],
  );

test("a text has the points of its mark, pending until then, and hints cost at most what the step has", () => {
  const scores = gradedFiles.map((gradedFile) => scoreOfFile(gradedFile, marked()));
  expect(scores.map(({ points, pending, of, hints }) => [points, pending, of, hints])).toEqual([
    [16, 2, 18, 0],
    [14, 4, 18, 0],
    [14, 2, 18, 1],
  ]);
});

test("answers are in groups of equal ones, the largest first", () => {
  const part = partsOf(lab).find(({ id }) => id === WHY);
  const groups = part === undefined ? [] : groupsOf(part, gradedFiles);
  expect(groups.map(({ gradedFiles: of, isEqual }) => [of.length, isEqual])).toEqual([
    [2, true],
    [1, true],
  ]);
});

describe("Moodle's worksheet", () => {
  const HEAD =
    'Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Grade can be changed","Last modified (submission)","Last modified (grade)","Feedback comments"';
  const cellsOf = (text: string) => {
    const table = readCsv(text, 100);
    return table.ok ? table.rows.map(({ cells }) => cells) : [];
  };

  test("made from the folders has the columns and participants that Moodle reads", async () => {
    const { worksheet } = await outputsOf(gradedFiles, marked(), texts);
    const [head, first, , third] = cellsOf(worksheet);
    expect(head?.join()).toBe(HEAD.replaceAll('"', ""));
    expect(first?.slice(0, 9)).toEqual(["Participant 11", "Ada Müller", "", "", "16", "18", "Yes", "-", "-"]);
    expect(first?.[9]).toContain("Good.");
    expect(third?.[9]).toContain("−1 no cause");
    expect(third?.[9]).toMatch(/^<p>/);
  });

  test("of Moodle itself is filled in on its own scale, and keeps every other cell", () => {
    const row = (id: number) =>
      `"Participant ${id}","-Name, ${id}",a@b.c,"Submitted; =1",,"100,00",Yes,"Monday, 1",-,\r\n`;
    const filled = filledWorksheet(
      `\ufeff${HEAD}\r\n${row(11)}${row(99)}`,
      studentsOf(gradedFiles, marked(), texts),
    );
    expect(filled).toMatchObject({
      ok: true,
      left: [gradedFiles[1]?.graded.file, gradedFiles[2]?.graded.file],
    });
    const [, first, other] = cellsOf(filled.ok ? filled.text : "");
    expect(first?.slice(0, 9)).toEqual([
      "Participant 11",
      "-Name, 11",
      "a@b.c",
      "Submitted; =1",
      "88.89",
      "100,00",
      "Yes",
      "Monday, 1",
      "-",
    ]);
    expect(other).toEqual([
      "Participant 99",
      "-Name, 99",
      "a@b.c",
      "Submitted; =1",
      "",
      "100,00",
      "Yes",
      "Monday, 1",
      "-",
      "",
    ]);
  });

  test("in German is recognised, and another table is refused with the missing column", () => {
    const german =
      "ID,Vollständiger Name,Bewertung,Bestwertung,Zuletzt geändert (Bewertung),Feedback als Kommentar\n";
    const filled = filledWorksheet(
      `${german}Teilnehmer/in12,X,,18,-,\n`,
      studentsOf(gradedFiles, marked(), texts),
    );
    expect(cellsOf(filled.ok ? filled.text : "")[1]?.[2]).toBe("14");
    expect(filledWorksheet("Identifier,Grade\n1,2\n", [])).toEqual({
      ok: false,
      reason: "line 1: column Last modified (grade) or Zuletzt geändert (Bewertung) is missing",
    });
  });
});

test("feedback files are in folders that Moodle splits at the underscores, escaped, with points and comments", async () => {
  const { feedback } = await outputsOf(gradedFiles, marked(), texts);
  expect(feedback.map(({ path }) => path)).toEqual([
    "Ada Müller_11_assignfeedback_file/feedback-rings.html",
    "李 伟_12_assignfeedback_file/feedback-rings.html",
    "A b i_13_assignfeedback_file/feedback-rings.html",
  ]);
  for (const { path } of feedback) {
    const [, participant, type, plugin] = path.split("/")[0]?.split("_") ?? [];
    expect([participant, type, plugin]).toEqual([expect.stringMatching(/^\d+$/), "assignfeedback", "file"]);
  }
  const [first, , third] = feedback.map(({ text }) => text);
  expect(first).toContain("Good.");
  expect(first).toContain("16 of 18 points");
  expect(third).toContain("=&lt;b&gt;The mean is enough");
  expect(third).not.toContain("<b>The");
  expect(first).not.toContain("{{");
});

test("the German page of feedback and the German report are in German", async () => {
  const german = await openTexts([lab], "de", (id, seed) => grader.openBench(id, seed));
  const { feedback, report } = await outputsOf(gradedFiles, marked(), german);
  expect(feedback[0]?.text).toContain("Rückmeldung: Ringe, Bursts und verlorene Pakete");
  expect(feedback[0]?.text).toContain('lang="de"');
  expect(report).toContain("Bericht über die Klasse");
  expect(report).toContain("Welcher Anteil der Frames");
});

test("the report of the class draws each prediction beside the measured value, and names no student", async () => {
  const { report } = await outputsOf(gradedFiles, marked(), texts);
  expect(report.match(/class="measured"/g)).toHaveLength(4);
  expect(report).toContain("measured: ");
  expect(report).not.toContain("Müller");
  expect(report).not.toContain("{{");
});

describe("the table of answers", () => {
  const made = { by: "T", unixMilliseconds: 7 };
  const other = { ...item, id: "second", points: 0.5, text: "Names the burst; and why" };
  const marking = withRubric(NO_MARKING, [item, other]);
  const lines = async () => (await answerSheet([lab], gradedFiles, texts, marking)).split("\r\n");

  test("has a group in no cell that a spreadsheet takes for a number", async () => {
    const groups = (await lines()).flatMap((line) => /^rings\/[\w/]+,([^,]*),/.exec(line)?.[1] ?? []);
    expect(groups.length).toBeGreaterThan(5);
    expect(groups.filter((name) => !/^[a-z]/.test(name))).toEqual([]);
  });

  test("comes back as a mark for each file of a group", async () => {
    const filled = (await lines()).map((line) =>
      /^rings\/chance\/why,g[0-9a-f]+,2,/.test(line) ? line.replace(/,,$/, ',"1,5","Say\nwhy."') : line,
    );
    const read = marksOfSheet(filled.join("\r\n"), [lab], gradedFiles, made, marking);
    expect(
      read.ok && read.marks.map(({ submission, points, comment }) => [submission, points, comment]),
    ).toEqual([
      [gradedFiles[0]?.key, 1.5, "Say\nwhy."],
      [gradedFiles[1]?.key, 1.5, "Say\nwhy."],
    ]);
  });

  test.each([
    ["2", ["second"], 0.5],
    ["2; 1", ["second", "unit"], -0.5],
    ["No  Cause", ["unit"], -1],
  ])("ticks remarks of the rubric: %s", async (cell, items, points) => {
    const filled = (await lines()).map((line) =>
      line.startsWith(`${WHY},`) ? line.replace(/,,,$/, `,${cell},1,`) : line,
    );
    const read = marksOfSheet(filled.join("\r\n"), [lab], gradedFiles, made, marking);
    const marks = read.ok ? read.marks : [];
    expect(marks.map((one) => [one.points, one.items])).toEqual(gradedFiles.map(() => [1, items]));
    const [first] = gradedFiles;
    const score = first && scoreOfFile(first, withMarks(marking, marks));
    expect(score?.parts.find(({ part }) => part.id === WHY)?.points).toBe(1 + points);
  });

  test.each([
    [
      (line: string) => line.replace(/,,$/, ",3,"),
      /^line \d+: group g[0-9a-f]{16}: points must be from 0 to 2, not "3"$/,
    ],
    [(line: string) => line.replace(/,,$/, ",x,"), /points must be from 0 to 2, not "x"/],
    [
      (line: string) => line.replace(/,,,$/, ",3,,"),
      /^line \d+: group g[0-9a-f]{16}: items: the rubric has no remark "3"$/,
    ],
    [
      (line: string) => line.replace(/,,,$/, ",no reason,,"),
      /: items: the rubric has no remark "no reason"$/,
    ],
    [
      (line: string) => line.replace("1: no cause", "1: no reason").replace(/,,,$/, ",1,,"),
      /: items: the rubric is another one than in column rubric/,
    ],
    [
      (line: string) => line.replace(/,g[0-9a-f]{16},/, ",0,").replace(/,,$/, ",1,"),
      /group 0 has other files/,
    ],
  ])("%#: is refused with the line and the column", async (change, reason) => {
    const wrong = (await lines()).map((line) => (line.startsWith(`${WHY},`) ? change(line) : line));
    expect(marksOfSheet(wrong.join("\r\n"), [lab], gradedFiles, made, marking)).toEqual({
      ok: false,
      reason: expect.stringMatching(reason),
    });
  });
});
