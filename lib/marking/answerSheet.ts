/** The answers of a class as a table, one line for each group of equal or similar ones. A teacher fills in points in a
 * spreadsheet, and the table is then read as marks. */
import { csvLine, lineFault, readCsv } from "../csv.ts";
import { digestOf } from "../labs/digest.ts";
import type { Lab } from "../labs/lab.ts";
import {
  type AnswerGroup,
  answerText,
  computedOf,
  type GradedFile,
  groupsOf,
  type Part,
  partsOf,
} from "./course.ts";
import { COMMENT_LIMIT, type Mark } from "./marks.ts";
import type { LabTexts } from "./texts.ts";

const COLUMNS = [
  "part",
  "group",
  "answers",
  "question",
  "answer",
  "computed",
  "of",
  "points",
  "comment",
] as const;
const SHEET_CHARACTER_LIMIT = 32 * 1024 * 1024;
const LINE_LIMIT = 200_000;

interface NamedGroup extends AnswerGroup {
  readonly part: Part;
  /** Follows from its files. */
  readonly name: string;
}

/** Begins with a letter, because a spreadsheet rounds a digest of digits only. */
const nameOf = ({ gradedFiles }: AnswerGroup): string =>
  `g${digestOf(
    gradedFiles
      .map(({ key }) => key)
      .toSorted()
      .join(" "),
  )}`;

function namedGroups(labs: Iterable<Lab>, gradedFiles: readonly GradedFile[]): readonly NamedGroup[] {
  return [...labs].flatMap(partsOf).flatMap((part) =>
    groupsOf(part, gradedFiles).map((group) => ({
      ...group,
      part,
      name: nameOf(group),
    })),
  );
}

export async function answerSheet(
  labs: readonly Lab[],
  gradedFiles: readonly GradedFile[],
  texts: LabTexts,
): Promise<string> {
  const rows: (readonly string[])[] = [];
  for (const { part, name, gradedFiles: group } of namedGroups(labs, gradedFiles)) {
    const [first] = group;
    if (first === undefined) continue;
    const asked =
      part.question === undefined
        ? texts.plain(part.step.title)
        : await texts.filled(first.lab, first.graded.submission.seed, part.step, part.question.text);
    rows.push([
      ...[part.id, name, String(group.length), asked, answerText(part, first)],
      ...[String(computedOf(part, first.graded).computed), String(part.of), "", ""],
    ]);
  }
  return `\ufeff${[COLUMNS, ...rows].map((row) => `${csvLine(row)}\r\n`).join("")}`;
}

type ReadSheet =
  | { readonly ok: true; readonly marks: readonly Mark[] }
  /** `reason` contains the line and the column. */
  | { readonly ok: false; readonly reason: string };

/** Lines without points and comment make no marks. */
export function marksOfSheet(
  text: string,
  labs: readonly Lab[],
  gradedFiles: readonly GradedFile[],
  made: { readonly by: string; readonly unixMilliseconds: number },
): ReadSheet {
  const refused = (reason: string): ReadSheet => ({ ok: false, reason });
  if (text.length > SHEET_CHARACTER_LIMIT)
    return refused(`is larger than ${SHEET_CHARACTER_LIMIT / 1024} kB`);
  const table = readCsv(text, LINE_LIMIT);
  if (!table.ok) return refused(table.reason);
  const [head, ...rows] = table.rows;
  const places = new Map(COLUMNS.map((name) => [name, head?.cells.indexOf(name) ?? -1]));
  for (const name of ["part", "group", "points", "comment"] as const)
    if ((places.get(name) ?? -1) < 0) return refused(lineFault(1, `column ${name} is missing`));
  const groups = new Map(
    namedGroups(labs, gradedFiles).map((group) => [`${group.part.id} ${group.name}`, group]),
  );
  const marks: Mark[] = [];
  for (const { line, cells } of rows) {
    const cellOf = (name: (typeof COLUMNS)[number]) => (cells[places.get(name) ?? -1] ?? "").trim();
    const [points, comment] = [cellOf("points"), cellOf("comment").replace(/\r\n?/g, "\n")];
    if (points === "" && comment === "") continue;
    const group = groups.get(`${cellOf("part")} ${cellOf("group")}`);
    if (group === undefined)
      return refused(lineFault(line, `group ${cellOf("group")} has other files than these`));
    const value = points === "" ? undefined : Number(points.replace(",", "."));
    if (value !== undefined && !(value >= 0 && value <= group.part.of))
      return refused(lineFault(line, `points must be from 0 to ${group.part.of}, not "${points}"`));
    if (comment.length > COMMENT_LIMIT)
      return refused(lineFault(line, `comment must have at most ${COMMENT_LIMIT} characters`));
    for (const { key } of group.gradedFiles)
      marks.push({
        ...{ submission: key, part: group.part.id, items: [], comment, ...made },
        ...(value === undefined ? {} : { points: value }),
      });
  }
  return { ok: true, marks };
}
