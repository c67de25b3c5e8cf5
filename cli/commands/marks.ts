/**
 * `irqscope marks`: combines the files of several markers into the marks of a class, and writes the files for
 * students and platform.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { commandLine } from "../../lib/commandLine.ts";
import { textOfFile } from "../../lib/labs/handedIn.ts";
import { answerSheet, marksOfSheet } from "../../lib/marking/answerSheet.ts";
import { pairsPage } from "../../lib/marking/classReport.ts";
import { type GradedFile, gradedFilesOf, newestLabs, scoreOfFile } from "../../lib/marking/course.ts";
import {
  BY_LIMIT,
  type Marking,
  mergedMarking,
  NO_MARKING,
  readMarking,
  withMarks,
} from "../../lib/marking/marks.ts";
import { outputsOf, studentsOf } from "../../lib/marking/outputs.ts";
import { type LabTexts, openTexts } from "../../lib/marking/texts.ts";
import { filledWorksheet } from "../../lib/marking/worksheet.ts";
import { optionsOf, readArguments } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { readBytes } from "../load.ts";
import { expectWritable, print, printJson, writeWhole } from "../output.ts";
import { countsText, drawOf, drawText, expectationOf, filesOf, gradeAll, ownLabs } from "./grade.ts";

const HELP = `usage: irqscope marks SUBMISSION... -o FOLDER [--marks F]... [--answers F --by NAME] [--worksheet F] [--lang en|de]
                      [--lab FILE] [--seed N|student] [--draw TEXT] [--roster F] [--due TIME] [--force]
                      [--json]

Grades like irqscope grade, merges the marks of all markers, and writes into FOLDER:

  marks.json      the marks, for the page (Labs, Grade submissions) and for this command
  marks.csv       one line for each student and lab, with points by question and comments
  answers.csv     the answers of the class, one line for each group of equal or similar ones. Fill in the columns items,
                  points and comment with a spreadsheet, and pass the file to --answers. Items are remarks of the
                  rubric: their numbers (1; 3) or texts. The column rubric lists those of the files of --marks
  worksheet.csv   Moodle's offline grading worksheet: grades and comments, for Upload grading worksheet
  feedback.zip    a page of feedback for each student, for Upload multiple feedback files in a zip
  report.html     the class: predictions and measured values, wrong answers, attempts, hints, time. It names no student
  pairs.html      the remarks about two files, with the texts of both side by side

  -o, --output FOLDER
                  created if it is missing
  --marks F       a file of marks; several files are merged, in any order
  --answers F     answers.csv, filled in; needs --by, the name of the marker
  --worksheet F   the worksheet from Moodle (Download grading worksheet): worksheet.csv is then this file, filled in.
                  Grades use the scale of its column Maximum Grade
  --lang en|de    language of the files for students; default: en
  --lab, --seed, --draw, --roster, --due
                  as for irqscope grade
  --force         replace the files in FOLDER
  --json          print [{ file, number, name, lab, points, pending, of, disputed, parts: [{ part, points, of, by }] }]

If two people mark one answer, both marks are kept. The later one counts, and the answer is disputed until one of
them decides. Texts without a mark are pending.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    output: { type: "string", short: "o" },
    marks: { type: "string", multiple: true },
    answers: { type: "string" },
    by: { type: "string" },
    worksheet: { type: "string" },
    lang: { type: "string" },
    lab: { type: "string", multiple: true },
    seed: { type: "string" },
    draw: { type: "string" },
    roster: { type: "string" },
    due: { type: "string" },
    force: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  const { output: folder, lang = "en", by = "" } = values;
  if (positionals.length === 0)
    throw new InputError({ subject: "arguments", reason: "SUBMISSION is missing" });
  if (folder === undefined) throw new InputError({ subject: "arguments", reason: "-o FOLDER is missing" });
  if (lang !== "en" && lang !== "de")
    throw new InputError({ subject: "--lang", reason: `must be en or de, not ${lang}` });
  if ((values.answers === undefined) !== (values.by === undefined))
    throw new InputError({
      subject: "--answers",
      reason: "and --by, the name of the marker, belong together",
    });
  if (by.length > BY_LIMIT)
    throw new InputError({ subject: "--by", reason: `must have at most ${BY_LIMIT} characters` });
  const expected = await expectationOf(values);
  const own = await ownLabs(values.lab ?? []);
  const others = [
    ...(values.lab ?? []),
    ...(values.marks ?? []),
    values.answers,
    values.roster,
    values.worksheet,
  ];
  const outputs = OUTPUT_FILES.map((name) => join(folder, name));
  const { files } = await filesOf(positionals, [...others.flatMap((path) => path ?? []), ...outputs]);
  let marking: Marking = NO_MARKING;
  for (const file of values.marks ?? []) marking = mergedMarking(marking, await readMarksFile(file));
  await mkdir(folder, { recursive: true });
  for (const path of outputs) await expectWritable(path, { overwrite: values.force });
  const draw = drawOf(values.draw);
  const commandOf = (file: string) => commandLine("marks", [file], optionsOf({ ...values, draw }));
  await gradeAll({ files, own, expected, draw, commandOf }, async (results, grader) => {
    const gradedFiles = await gradedFilesOf(results, (of) => grader.labFor(of), expected.roster);
    const labs = newestLabs(gradedFiles);
    const texts = await openTexts(labs.values(), lang, (lab, seed) => grader.openBench(lab, seed));
    if (values.answers !== undefined) {
      const made = { by, unixMilliseconds: Date.now() };
      const sheet = marksOfSheet(
        await readText(values.answers),
        [...labs.values()],
        gradedFiles,
        made,
        marking,
      );
      if (!sheet.ok) throw new InputError({ subject: values.answers, reason: sheet.reason });
      marking = withMarks(marking, sheet.marks);
    }
    const written = await outputsOf(gradedFiles, marking, texts);
    const worksheet =
      values.worksheet === undefined
        ? undefined
        : await filledIn(values.worksheet, gradedFiles, marking, texts);
    const graded = results.filter((result) => result.status === "graded");
    const contents: Readonly<Record<(typeof OUTPUT_FILES)[number], string | Uint8Array>> = {
      "marks.json": written.marking,
      "marks.csv": written.csv,
      "answers.csv": await answerSheet([...labs.values()], gradedFiles, texts, marking),
      "worksheet.csv": worksheet?.text ?? written.worksheet,
      "feedback.zip": zipSync(
        Object.fromEntries(written.feedback.map(({ path, text }) => [path, strToU8(text)])),
      ),
      "report.html": written.report,
      "pairs.html": pairsPage(graded),
    };
    for (const name of OUTPUT_FILES)
      await writeWhole(join(folder, name), contents[name], { overwrite: values.force });
    if (values.json) await printJson(scoresOf(gradedFiles, marking));
    else await print(`${countsText(results)}\n${summaryOf(gradedFiles, marking)}\n${drawText(draw)}\n`);
    for (const file of worksheet?.left ?? []) process.stderr.write(`not in the worksheet: ${file}\n`);
  });
  return DONE;
}

const OUTPUT_FILES = [
  "marks.json",
  "marks.csv",
  "answers.csv",
  "worksheet.csv",
  "feedback.zip",
  "report.html",
  "pairs.html",
] as const;

async function readText(file: string): Promise<string> {
  const text = textOfFile(await readBytes(file));
  if (!text.ok) throw new InputError({ subject: file, reason: text.reason });
  return text.text;
}

async function readMarksFile(file: string): Promise<Marking> {
  const read = readMarking(await readText(file));
  if (!read.ok) throw new InputError({ subject: file, reason: read.reason });
  return read.marking;
}

async function filledIn(file: string, gradedFiles: readonly GradedFile[], marking: Marking, texts: LabTexts) {
  const filled = filledWorksheet(await readText(file), studentsOf(gradedFiles, marking, texts));
  if (!filled.ok) throw new InputError({ subject: file, reason: filled.reason });
  return filled;
}

function scoresOf(gradedFiles: readonly GradedFile[], marking: Marking) {
  return gradedFiles.map((gradedFile) => {
    const { parts, points, pending, of } = scoreOfFile(gradedFile, marking);
    const { number, name } = gradedFile.student;
    return {
      ...{ file: gradedFile.graded.file, number, name, lab: gradedFile.lab.id, points, pending, of },
      disputed: parts.filter(({ isDisputed }) => isDisputed).map(({ part }) => part.id),
      parts: parts.map(({ part, points: given, mark }) => ({
        ...{ part: part.id, points: given, of: part.of, by: mark?.by ?? "" },
      })),
    };
  });
}

/** "118 of 240 texts marked, 2 answers disputed". */
function summaryOf(gradedFiles: readonly GradedFile[], marking: Marking): string {
  const parts = gradedFiles.flatMap((gradedFile) => scoreOfFile(gradedFile, marking).parts);
  const texts = parts.filter(({ part }) => part.question?.kind === "text");
  const marked = texts.filter(({ mark }) => mark !== undefined).length;
  const disputed = parts.filter(({ isDisputed }) => isDisputed).length;
  return `${marked} of ${texts.length} texts marked${disputed === 0 ? "" : `, ${disputed} answers disputed`}`;
}

export const command: Command = {
  summary: "marks, feedback and the report of a class",
  help: HELP,
  run,
};
