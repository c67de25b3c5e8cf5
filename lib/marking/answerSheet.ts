/** The answers of a class as a table, one line for each group of equal or similar ones. A teacher fills in points in a
 * spreadsheet, and the table is then read as marks. */
import { csvLine, lineFault, readCsv } from "../csv.ts";
import { digestOf } from "../labs/digest.ts";
import type { Lab } from "../labs/lab.ts";
import { plainWord } from "../labs/roster.ts";
import {
  type AnswerGroup,
  answerText,
  computedOf,
  type GradedFile,
  groupsOf,
  type Part,
  partsOf,
} from "./course.ts";
import { COMMENT_LIMIT, ITEM_LIMIT, type Mark, type Marking, rubricOf } from "./marks.ts";
import type { LabTexts } from "./texts.ts";

const COLUMNS = [
  "part",
  "group",
  "answers",
  "question",
  "answer",
  "computed",
  "of",
  "rubric",
  "items",
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

/** The remarks of a rubric with the numbers that the column `items` takes. */
const rubricText = (marking: Marking, part: string) =>
  rubricOf(marking, part)
    .map(({ points, text }, at) => `${at + 1}: ${text} (${points > 0 ? "+" : ""}${points})`)
    .join("\n");

export async function answerSheet(
  labs: readonly Lab[],
  gradedFiles: readonly GradedFile[],
  texts: LabTexts,
  marking: Marking,
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
      ...[String(computedOf(part, first.graded).computed), String(part.of), rubricText(marking, part.id)],
      ...["", "", ""],
    ]);
  }
  return `\ufeff${[COLUMNS, ...rows].map((row) => `${csvLine(row)}\r\n`).join("")}`;
}

type ReadSheet =
  | { readonly ok: true; readonly marks: readonly Mark[] }
  /** `reason` contains the line and the column. */
  | { readonly ok: false; readonly reason: string };

/** Lines without items, points and comment make no marks. Items are remarks of the rubric of `marking`. */
export function marksOfSheet(
  text: string,
  labs: readonly Lab[],
  gradedFiles: readonly GradedFile[],
  made: { readonly by: string; readonly unixMilliseconds: number },
  marking: Marking,
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
    if (points === "" && comment === "" && cellOf("items") === "") continue;
    const name = cellOf("group");
    const group = groups.get(`${cellOf("part")} ${name}`);
    if (group === undefined) return refused(lineFault(line, `group ${name} has other files than these`));
    // A spreadsheet counts rows. A row may have several lines.
    const refusedAt = (reason: string) => refused(lineFault(line, `group ${name}: ${reason}`));
    const value = points === "" ? undefined : Number(points.replace(",", "."));
    if (value !== undefined && !(value >= 0 && value <= group.part.of))
      return refusedAt(`points must be from 0 to ${group.part.of}, not "${points}"`);
    if (comment.length > COMMENT_LIMIT)
      return refusedAt(`comment must have at most ${COMMENT_LIMIT} characters`);
    const items = itemsIn(cellOf("items"), cellOf("rubric"), marking, group.part.id);
    if (!items.ok) return refusedAt(`items: ${items.reason}`);
    for (const { key } of group.gradedFiles)
      marks.push({
        ...{ submission: key, part: group.part.id, items: items.ids, comment, ...made },
        ...(value === undefined ? {} : { points: value }),
      });
  }
  return { ok: true, marks };
}

type ReadItems =
  | { readonly ok: true; readonly ids: string[] }
  | { readonly ok: false; readonly reason: string };

/** Numbers, or texts with semicolons between them. `listed`: the rubric in the same line, whose numbers these are. */
function itemsIn(cell: string, listed: string, marking: Marking, part: string): ReadItems {
  const refused = (reason: string): ReadItems => ({ ok: false, reason });
  const rubric = rubricOf(marking, part);
  // A spreadsheet changes ends of lines, and csvLine adds apostrophes.
  const plain = (text: string) => plainWord(text.replaceAll("'", ""));
  const isSame = plain(listed) === plain(rubricText(marking, part));
  const ids = new Set<string>();
  const names = cell
    .split(/[;\n]/)
    .flatMap((name) => (/^[\d\s,]+$/.test(name) ? name.split(/[\s,]+/) : [name]));
  for (const name of names.map((one) => one.trim()).filter((one) => one !== "")) {
    const isNumber = /^\d+$/.test(name);
    if (isNumber && !isSame)
      return refused(
        "the rubric is another one than in column rubric; give its file by --marks, or use texts",
      );
    const found = isNumber
      ? [rubric[Number(name) - 1]]
      : rubric.filter(({ text }) => plainWord(text) === plainWord(name));
    const [item, other] = found;
    if (rubric.length === 0) return refused("the question has no rubric; give its file by --marks");
    if (item === undefined) return refused(`the rubric has no remark "${name}"`);
    if (other !== undefined) return refused(`the rubric has two remarks "${name}"; use their numbers`);
    ids.add(item.id);
  }
  if (ids.size > ITEM_LIMIT) return refused(`must be at most ${ITEM_LIMIT} remarks`);
  return { ok: true, ids: [...ids] };
}
