/** Moodle's files of an assignment: the offline grading worksheet and the archive of feedback files. Their forms follow what
 * Moodle reads back (mod/assign/feedback/offline and mod/assign/feedback/file of its source). */
import { lineFault, plainCsvLine, readCsv } from "../csv.ts";
import { plainWord } from "../labs/roster.ts";
import type { GradedFile } from "./course.ts";

interface PlatformGrade {
  readonly points: number;
  readonly of: number;
  /** HTML. */
  readonly comment: string;
}

/** The grades of a student: all labs of the files together, each lab once with the better file. */
export interface PlatformStudent {
  readonly gradedFiles: readonly GradedFile[];
  readonly grade: PlatformGrade;
}

type Worksheet =
  | { readonly ok: true; readonly text: string; readonly left: readonly string[] }
  /** `reason` contains the line and the column. */
  | { readonly ok: false; readonly reason: string };

/** Moodle finds these columns by their names, in the language of the teacher. */
const NAMES = {
  id: ["Identifier", "ID"],
  name: ["Full name", "Vollständiger Name"],
  grade: ["Grade", "Bewertung"],
  most: ["Maximum Grade", "Maximum grade", "Bestwertung"],
  modified: ["Last modified (grade)", "Zuletzt geändert (Bewertung)"],
  comment: ["Feedback comments", "Feedback als Kommentar"],
} as const;

const HEAD = [
  "Identifier",
  "Full name",
  "Email address",
  "Status",
  "Grade",
  "Maximum Grade",
  "Grade can be changed",
  "Last modified (submission)",
  "Last modified (grade)",
  "Feedback comments",
] as const;

const WORKSHEET_CHARACTER_LIMIT = 16 * 1024 * 1024;
const LINE_LIMIT = 20_000;

/** A worksheet made from the numbers in the names of folders. Omits students without such a folder. */
export function newWorksheet(students: readonly PlatformStudent[]): string {
  const rows = students.flatMap(({ gradedFiles: [gradedFile], grade }) => {
    if (gradedFile === undefined || !/^\d+$/.test(gradedFile.student.folder)) return [];
    const { folder, name } = gradedFile.student;
    const { points, of, comment } = grade;
    return [[`Participant ${folder}`, name, "", "", String(points), String(of), "Yes", "-", "-", comment]];
  });
  return [HEAD, ...rows].map((row) => `${plainCsvLine(row)}\r\n`).join("");
}

/** Recognises a worksheet by its columns, in English or German. */
export function isWorksheet(text: string): boolean {
  const table = readCsv(text.slice(0, HEAD_CHARACTERS).split("\n")[0] ?? "", 1);
  const cells = table.ok ? (table.rows[0]?.cells ?? []) : [];
  return [NAMES.id, NAMES.modified].every((names) =>
    cells.some((cell) => names.some((name) => name === cell.trim())),
  );
}

const HEAD_CHARACTERS = 4000;

/** Fills in the worksheet that Moodle gave out. All other cells stay as they are, so that Moodle recognises its rows. */
export function filledWorksheet(text: string, students: readonly PlatformStudent[]): Worksheet {
  const refused = (reason: string): Worksheet => ({ ok: false, reason });
  if (text.length > WORKSHEET_CHARACTER_LIMIT)
    return refused(`is larger than ${WORKSHEET_CHARACTER_LIMIT / 1024} kB`);
  const table = readCsv(text, LINE_LIMIT);
  if (!table.ok) return refused(table.reason);
  const [head, ...rows] = table.rows;
  const columnOf = (names: readonly string[]) =>
    (head?.cells ?? []).findIndex((cell) => names.includes(cell.trim()));
  for (const names of [NAMES.id, NAMES.grade, NAMES.modified])
    if (columnOf(names) < 0) return refused(lineFault(1, `column ${names.join(" or ")} is missing`));
  const [id, grade, most, comment] = [NAMES.id, NAMES.grade, NAMES.most, NAMES.comment].map(columnOf);
  const byParticipant = new Map(
    students.flatMap((student) => {
      const folder = student.gradedFiles[0]?.student.folder ?? "";
      return folder === "" ? [] : [[plainWord(folder), student] as const];
    }),
  );
  const found = new Set<PlatformStudent>();
  const filled = rows.map(({ cells }) => {
    const participant = /(\d+)\s*$/.exec(cells[id ?? -1] ?? "")?.[1] ?? "";
    const student = byParticipant.get(participant);
    if (student === undefined) return cells;
    found.add(student);
    const limit = Number((cells[most ?? -1] ?? "").replace(",", "."));
    return cells.map((cell, at) => {
      if (at === grade) return String(scaled(student.grade, limit));
      return at === comment ? student.grade.comment : cell;
    });
  });
  const left = students
    .filter((one) => !found.has(one))
    .flatMap(({ gradedFiles }) => gradedFiles[0]?.graded.file ?? []);
  const lines = [head?.cells ?? [], ...filled].map((cells) => `${plainCsvLine(cells)}\r\n`);
  return { ok: true, text: lines.join(""), left };
}

/** Moodle refuses a grade above the maximum of the assignment: a lab of 18 points is graded on its scale of 100. */
function scaled({ points, of }: PlatformGrade, limit: number): number {
  if (!(limit > 0) || of === 0 || limit === of) return points;
  return Math.round((100 * points * limit) / of) / 100;
}

/** The folder in which Moodle looks for a student's feedback: `Full name_1234_assignfeedback_file`. Moodle splits at
 * underscores, so the name has none. Undefined if the file is not from a folder of Moodle. */
export function feedbackFolder({ student }: GradedFile): string | undefined {
  if (!/^\d+$/.test(student.folder)) return undefined;
  const name = student.name.replace(/[\s_/\\:*?"<>|\p{Cc}]+/gu, " ").trim() || "student";
  return `${name}_${student.folder}_assignfeedback_file`;
}
