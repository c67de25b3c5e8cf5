/** Results of grading as CSV: one line for each file. */
import { type CsvSeparator, csvLine } from "../csv.ts";
import { ORIGIN_COLUMNS, originCells } from "../origin.ts";
import type { Result } from "./grade.ts";
import { findingText } from "./judge.ts";

const COLUMNS = [
  "file",
  "status",
  "number",
  "name",
  "lab",
  "seed",
  "score",
  "pending",
  "of",
  "percent",
  "minutes",
  "hints",
] as const;

interface GradesStyle {
  /** True for spreadsheets that write 1.5 as 1,5. Semicolons then separate cells. */
  readonly decimalComma: boolean;
}

/** If all submissions are for one lab, the points of each question and task, and the texts to read, have their own
 * columns. */
export function gradesCsv(results: readonly Result[], { decimalComma }: GradesStyle = ENGLISH): string {
  const parts = partsOf(results);
  const separator: CsvSeparator = decimalComma ? ";" : ",";
  const number = (value: number) => (decimalComma ? String(value).replace(".", ",") : String(value));
  const head = [...COLUMNS, ...parts, "figures", "missed", "flags", ...ORIGIN_COLUMNS];
  const lines = [
    head,
    ...results.map((result) => [...rowOf(result, parts, number), ...originCells(result.origin)]),
  ];
  return lines.map((line) => `${csvLine(line.map(inOneLine), separator)}\r\n`).join("");
}

const ENGLISH: GradesStyle = { decimalComma: false };

/** The file begins with a byte order mark. Without it, Excel does not read UTF-8 and spoils names. */
export function gradesFile(results: readonly Result[], style: GradesStyle = ENGLISH): string {
  return `\ufeff${gradesCsv(results, style)}`;
}

/** Names of files may contain anything. */
function inOneLine(cell: string): string {
  return cell.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, " ");
}

function partsOf(results: readonly Result[]): readonly string[] {
  const names = results.map((result) => [...cellsBy(result, String).keys()].join("\n"));
  const [first = ""] = names.filter((one) => one !== "");
  return first !== "" && names.every((one) => one === "" || one === first) ? first.split("\n") : [];
}

/** Points of judged answers. A text appears as it was written, because a teacher must read it. */
function cellsBy(result: Result, number: (value: number) => string): ReadonlyMap<string, string> {
  if (result.status !== "graded") return new Map();
  const judged = result.answers.filter(({ kind }) => kind !== "prediction");
  return new Map([
    ...judged.map(({ step, question, kind, points, given = "" }) =>
      kind === "text"
        ? ([`${step}/${question} (text)`, String(given)] as const)
        : ([`${step}/${question}`, number(points)] as const),
    ),
    ...result.tasks.map(({ step, points }) => [`${step}/task`, number(points)] as const),
  ]);
}

function rowOf(
  result: Result,
  parts: readonly string[],
  number: (value: number) => string,
): readonly string[] {
  if (result.status !== "graded") {
    const empty = Array<string>(COLUMNS.length - 2 + parts.length + 2).fill("");
    return [result.file, result.status, ...empty, result.reason];
  }
  const { submission, score, pending, of, hints, flags } = result;
  const cells = cellsBy(result, number);
  const figures = result.tasks.flatMap(({ step, figure }) =>
    figure === undefined ? [] : [`${step} ${number(rounded(figure))}`],
  );
  const missed = result.tasks.flatMap(({ step, findings }) =>
    findings.map((finding) => `${step}: ${findingText(finding)}`),
  );
  return [
    result.file,
    "graded",
    submission.student.number,
    submission.student.name,
    submission.lab,
    String(submission.seed),
    String(score),
    String(pending),
    String(of),
    of === 0 ? "" : number(Math.round((1000 * score) / of) / 10),
    String(Math.round(submission.seconds / 60)),
    String(hints),
    ...parts.map((part) => cells.get(part) ?? ""),
    figures.join("; "),
    missed.join("; "),
    flags.map(({ text }) => text).join("; "),
  ];
}

/** Removes digits of binary fractions that were not measured. */
function rounded(value: number): number {
  return Number(value.toPrecision(FIGURE_DIGITS));
}

const FIGURE_DIGITS = 6;
