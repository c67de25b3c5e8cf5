/** Results of grading as CSV: one line a submission. */
import { type CsvSeparator, csvLine } from "../csv.ts";
import type { Result } from "./grade.ts";

const COLUMNS = [
  "file",
  "status",
  "number",
  "name",
  "lab",
  "seed",
  "score",
  "of",
  "percent",
  "minutes",
  "hints",
] as const;

export interface GradesStyle {
  /** As spreadsheets want it that write 1.5 as 1,5: they part cells by semicolons. */
  readonly decimalComma: boolean;
}

/** Points of each question and task have columns of their own where all submissions are of one lab. */
export function gradesCsv(results: readonly Result[], { decimalComma }: GradesStyle = ENGLISH): string {
  const parts = partsOf(results);
  const separator: CsvSeparator = decimalComma ? ";" : ",";
  const number = (value: number) => (decimalComma ? String(value).replace(".", ",") : String(value));
  const head = [...COLUMNS, ...parts, "figures", "to read", "flags"];
  const lines = [head, ...results.map((result) => rowOf(result, parts, number))];
  return lines.map((line) => `${csvLine(line.map(inOneLine), separator)}\r\n`).join("");
}

const ENGLISH: GradesStyle = { decimalComma: false };

/** As a file: without its mark, Excel reads UTF-8 as something else and spoils names. */
export function gradesFile(results: readonly Result[], style: GradesStyle = ENGLISH): string {
  return `\ufeff${gradesCsv(results, style)}`;
}

/** Names of files may hold anything. */
function inOneLine(cell: string): string {
  return cell.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, " ");
}

function partsOf(results: readonly Result[]): readonly string[] {
  const names = results.map((result) => [...pointsBy(result).keys()].join("\n"));
  const [first = ""] = names.filter((one) => one !== "");
  return first !== "" && names.every((one) => one === "" || one === first) ? first.split("\n") : [];
}

function pointsBy(result: Result): ReadonlyMap<string, number> {
  if (result.status === "refused") return new Map();
  return new Map([
    ...result.answers.map(({ step, question, points }) => [`${step}/${question}`, points] as const),
    ...result.tasks.map(({ step, points }) => [`${step}/task`, points] as const),
  ]);
}

function rowOf(
  result: Result,
  parts: readonly string[],
  number: (value: number) => string,
): readonly string[] {
  if (result.status === "refused") {
    const empty = Array<string>(COLUMNS.length - 2 + parts.length + 2).fill("");
    return [result.file, "refused", ...empty, result.reason];
  }
  const { submission, score, of, hints, flags } = result;
  const points = pointsBy(result);
  const figures = result.tasks.flatMap(({ step, figure }) =>
    figure === undefined ? [] : [`${step} ${number(figure)}`],
  );
  const words = result.answers.filter(
    ({ kind, given }) => kind === "text" && given !== undefined && given !== "",
  );
  return [
    result.file,
    "graded",
    submission.student.number,
    submission.student.name,
    submission.lab,
    String(submission.seed),
    String(score),
    String(of),
    of === 0 ? "" : number(Math.round((1000 * score) / of) / 10),
    String(Math.round(submission.seconds / 60)),
    String(hints),
    ...parts.map((part) => String(points.get(part) ?? 0)),
    figures.join("; "),
    words.map(({ step, question }) => `${step}/${question}`).join("; "),
    flags.map(({ text }) => text).join("; "),
  ];
}
