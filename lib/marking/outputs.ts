/** All files that marking writes, for the page and the command alike. */
import { csvLine } from "../csv.ts";
import { groupsBy } from "../labs/groupsBy.ts";
import { classReport } from "./classReport.ts";
import { type GradedFile, scoreOfFile } from "./course.ts";
import { feedbackComment, feedbackPage } from "./feedback.ts";
import { type Marking, markingText } from "./marks.ts";
import type { LabTexts } from "./texts.ts";
import { feedbackFolder, newWorksheet, type PlatformStudent } from "./worksheet.ts";

interface OutputFile {
  /** With its folders. */
  readonly path: string;
  readonly text: string;
}

/** Papers of one student: by the number, or else by folder and name. Of two files of one lab the better one counts. */
export function studentsOf(
  gradedFiles: readonly GradedFile[],
  marking: Marking,
  texts: LabTexts,
): readonly PlatformStudent[] {
  const keyOf = ({ student: { number, folder, name }, key }: GradedFile) =>
    folder !== ""
      ? `folder ${folder}`
      : number !== ""
        ? `number ${number}`
        : name !== ""
          ? `name ${name}`
          : key;
  return groupsBy(gradedFiles, keyOf).map((group) => {
    const best = groupsBy(group, ({ lab }) => lab.id).map((ofLab) =>
      ofLab.reduce((a, b) => (scoreOfFile(b, marking).points > scoreOfFile(a, marking).points ? b : a)),
    );
    const scores = best.map((gradedFile) => scoreOfFile(gradedFile, marking));
    return {
      gradedFiles: best,
      grade: {
        points: scores.reduce((sum, { points }) => sum + points, 0),
        of: scores.reduce((sum, { of }) => sum + of, 0),
        comment: best.map((gradedFile) => feedbackComment(gradedFile, marking, texts)).join(""),
      },
    };
  });
}

/** Calls `pause` between the pages, so that a page can answer its user. */
export async function feedbackFiles(
  students: readonly PlatformStudent[],
  marking: Marking,
  texts: LabTexts,
  pause: () => Promise<void> = async () => undefined,
): Promise<readonly OutputFile[]> {
  const files: OutputFile[] = [];
  const taken = new Set<string>();
  for (const { gradedFiles } of students)
    for (const gradedFile of gradedFiles) {
      const folder = feedbackFolder(gradedFile) ?? freeName(gradedFile, taken);
      files.push({
        path: `${folder}/feedback-${gradedFile.lab.id}.html`,
        text: await feedbackPage(gradedFile, marking, texts),
      });
      await pause();
    }
  return files;
}

/** For files that are from no folder of a platform. */
function freeName({ student, key, lab }: GradedFile, taken: Set<string>): string {
  const plain = `${student.number} ${student.name}`.replace(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim() || key;
  const name = taken.has(`${plain} ${lab.id}`) ? `${plain} ${key}` : plain;
  taken.add(`${plain} ${lab.id}`);
  return name;
}

/** One line for each student and lab, with the points of each part. */
export function marksCsv(gradedFiles: readonly GradedFile[], marking: Marking): string {
  const labs = new Set(gradedFiles.map(({ lab }) => lab.id));
  const scores = gradedFiles.map((gradedFile) => scoreOfFile(gradedFile, marking));
  const parts = labs.size === 1 ? (scores[0]?.parts ?? []).map(({ part }) => part.id) : [];
  const head = [
    "file",
    "number",
    "name",
    "lab",
    "points",
    "pending",
    "of",
    "hints",
    ...parts,
    "comments",
    "remarks",
  ];
  const rows = gradedFiles.map((gradedFile, at) => {
    const score = scores[at];
    if (score === undefined) return [];
    const comments = score.parts.flatMap(({ part, mark }) =>
      mark?.comment ? [`${part.id}: ${mark.comment}`] : [],
    );
    return [
      ...[gradedFile.graded.file, gradedFile.student.number, gradedFile.student.name, gradedFile.lab.id],
      ...[score.points, score.pending, score.of, score.hints].map(String),
      ...(parts.length === 0 ? [] : score.parts.map(({ points }) => String(points))),
      ...[comments.join("; "), gradedFile.graded.flags.map(({ text }) => text).join("; ")],
    ];
  });
  return `\ufeff${[head, ...rows].map((row) => `${csvLine(row.map((cell) => cell.replace(/\s+/g, " ")))}\r\n`).join("")}`;
}

interface Outputs {
  readonly marking: string;
  readonly csv: string;
  readonly worksheet: string;
  readonly report: string;
  readonly feedback: readonly OutputFile[];
}

export async function outputsOf(
  gradedFiles: readonly GradedFile[],
  marking: Marking,
  texts: LabTexts,
): Promise<Outputs> {
  const students = studentsOf(gradedFiles, marking, texts);
  return {
    marking: markingText(marking),
    csv: marksCsv(gradedFiles, marking),
    worksheet: newWorksheet(students),
    report: await classReport(gradedFiles, marking, texts),
    feedback: await feedbackFiles(students, marking, texts),
  };
}
