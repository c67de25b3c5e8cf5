/** `irqscope marks` as a teacher uses it: a folder of files becomes marks, a worksheet, feedback and a report. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { readCsv } from "../../lib/csv.ts";
import { digestOfSubmission, submissionText } from "../../lib/labs/submission.ts";
import { markingText, NO_MARKING, withRubric } from "../../lib/marking/marks.ts";
import { solvedSubmission } from "../labs/support.ts";
import { testCommand } from "../support/command.ts";

const command = testCommand();
const textIn = (path: string) => readFileSync(join(command.folder, path), "utf8");
const rowsIn = (path: string) => {
  const read = readCsv(textIn(path), 1000);
  if (!read.ok) throw new Error(read.reason);
  return read.rows.map(({ cells }) => cells);
};

test("marks grades a folder, takes a filled table of answers, and writes what class and platform need", async () => {
  const solved = await solvedSubmission("rings");
  const students = ["Ünal Öztürk_11", "李 伟_12"];
  for (const [at, name] of students.entries()) {
    const folder = `class/${name}_assignsubmission_file`;
    mkdirSync(join(command.folder, folder), { recursive: true });
    const own = { ...solved, student: { name: "", number: `${at}` } };
    command.file(`${folder}/rings.json`, submissionText({ ...own, digest: digestOfSubmission(own) }));
  }
  const part = "rings/design/reason";
  const item = { id: "vague", part, points: -1, text: "too vague", by: "Ben", unixMilliseconds: 1 };
  command.file("rubric.json", markingText(withRubric(NO_MARKING, [item])));
  const rubric = ["--marks", "rubric.json"];
  const first = command.run("marks", "class", "-o", "out", "--draw", "d1", ...rubric);
  expect([first.errors, first.exitCode]).toEqual(["", 0]);
  expect(first.output).toContain("2 of 2 graded\n0 of 4 texts marked\ndraw d1: --draw d1 gives the same");
  const [head = [], row = []] = rowsIn("out/marks.csv");
  expect(row[head.indexOf("command")]).toContain("--draw d1");
  expect(row[head.indexOf("pending")]).toBe("4");

  const filled = textIn("out/answers.csv")
    .replace(/^(rings\/chance\/why,.*),,$/gm, "$1,2,Good")
    .replace(/^(rings\/design\/reason,.*,1: too vague \(-1\)),,,$/gm, "$1,1,2,Good");
  command.file("answers.csv", filled);
  command.file(
    "sheet.csv",
    `Identifier,Grade,"Maximum Grade","Last modified (grade)","Feedback comments"\nParticipant 12,,100,-,\n`,
  );
  const marked = command.run(
    ...["marks", "class", "-o", "out", "--draw", "d1", "--force", "--lang", "de"],
    ...["--answers", "answers.csv", "--by", "Ada", "--worksheet", "sheet.csv", ...rubric],
  );
  expect(marked.output).toContain("4 of 4 texts marked");
  expect(marked.errors).toBe(`not in the worksheet: ${students[0]}_assignsubmission_file/rings.json\n`);
  expect(rowsIn("out/worksheet.csv")[1]).toEqual([
    "Participant 12",
    "94.44",
    "100",
    "-",
    expect.stringContaining("Good"),
  ]);
  const feedback = Object.keys(unzipSync(readFileSync(join(command.folder, "out/feedback.zip"))));
  expect(feedback.toSorted()).toEqual(
    students.map((name) => `${name}_assignfeedback_file/feedback-rings.html`),
  );
  expect(textIn("out/report.html")).toContain("Bericht über die Klasse");

  const again = command.json("marks", "class", "-o", "other", "--marks", "out/marks.json");
  expect(again).toMatchObject([
    { points: 17, pending: 0 },
    { points: 17, pending: 0 },
  ]);
  expect(command.run("marks", "class", "-o", "out").errors).toContain("--force");
}, 120_000);
