/** The students of a course, as a table of the teacher's: who they are, and in which folder the platform puts their files. */
import { lineFault, readCsv } from "../csv.ts";

export interface Student {
  /** The identifier that a link contains as the seed (`&seed=`), often an internal number of the platform. */
  readonly id: string;
  /** The number that students type on their report. */
  readonly number: string;
  readonly name: string;
  /** Folder of the student's files, as the platform names it, or the number in that name. */
  readonly folder: string;
}

export interface Roster {
  readonly students: readonly Student[];
}

type ReadRoster =
  | { readonly ok: true; readonly roster: Roster }
  /** The reason begins with the line and the column. */
  | { readonly ok: false; readonly reason: string };

const ROSTER_CHARACTER_LIMIT = 1024 * 1024;
const STUDENT_LIMIT = 5000;
const CELL_LIMIT = 200;

const COLUMNS = ["id", "number", "name", "folder"] as const;
type Column = (typeof COLUMNS)[number];

/** Needs one of id, number and folder, because names alone are not unique. */
export function readRoster(text: string): ReadRoster {
  const refused = (reason: string): ReadRoster => ({ ok: false, reason });
  const refusedAt = (line: number, message: string) => refused(lineFault(line, message));
  if (text.length > ROSTER_CHARACTER_LIMIT)
    return refused(`is larger than ${ROSTER_CHARACTER_LIMIT / 1024} kB`);
  const table = readCsv(text, STUDENT_LIMIT + 1);
  if (!table.ok) return refused(table.reason);
  const [head, ...rows] = table.rows;
  const names = (head?.cells ?? []).map((cell) => cell.trim().toLowerCase());
  const places = new Map<Column, number>();
  for (const column of COLUMNS) {
    const at = names.indexOf(column);
    if (at !== names.lastIndexOf(column)) return refusedAt(1, `column ${column} occurs twice`);
    if (at >= 0) places.set(column, at);
  }
  if (!["id", "number", "folder"].some((name) => names.includes(name)))
    return refusedAt(1, "must name the columns, at least one of id, number and folder; a name is optional");
  if (rows.length === 0) return refusedAt(2, "is missing: the first student");
  const students: Student[] = [];
  const seen = new Map<string, number>();
  for (const { line, cells } of rows) {
    const cellOf = (column: Column) => (cells[places.get(column) ?? -1] ?? "").trim();
    const student = {
      id: cellOf("id"),
      number: cellOf("number"),
      name: cellOf("name"),
      folder: cellOf("folder"),
    };
    const long = COLUMNS.find((column) => student[column].length > CELL_LIMIT);
    if (long !== undefined) return refusedAt(line, `${long} must have at most ${CELL_LIMIT} characters`);
    if (student.id + student.number + student.folder === "")
      return refusedAt(line, "has no id, number or folder");
    for (const column of ["id", "number", "folder"] as const) {
      if (student[column] === "") continue;
      const key = `${column} ${plainWord(student[column])}`;
      const before = seen.get(key);
      if (before !== undefined)
        return refusedAt(line, `${column} "${student[column]}" is also that of line ${before}`);
      seen.set(key, line);
    }
    students.push(student);
  }
  return { ok: true, roster: { students } };
}

export const plainWord = (text: string) => text.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();

/** `Full name_1234_assignsubmission_file` or, from older versions, with _ at its end. The number identifies the
 * participant. It is no other identifier of the student. */
const MOODLE_FOLDER = /^(.*)_(\d{1,12})_assign(?:submission|feedback)_[a-z]+_?$/;

interface MoodleFolder {
  readonly name: string;
  readonly participant: string;
}

/** The folder of a path that Moodle has named after a student. */
export function moodleFolderOf(path: string): MoodleFolder | undefined {
  for (const part of path.split("/")) {
    const [, name, participant] = MOODLE_FOLDER.exec(part) ?? [];
    if (name !== undefined && participant !== undefined) return { name, participant };
  }
  return undefined;
}

interface FoundStudent {
  /** Found by the folder, or by the names in the file if the folder is not in the roster. */
  readonly student: Student | undefined;
  /** The student that the file names, if the folder belongs to another one. */
  readonly claimed: Student | undefined;
}

/** Looks students up by folder, number and identifier. */
export class RosterIndex {
  private readonly by = new Map<string, Student>();

  constructor({ students }: Roster) {
    for (const student of students) {
      for (const column of ["id", "number", "folder"] as const)
        if (student[column] !== "") this.by.set(`${column} ${plainWord(student[column])}`, student);
    }
  }

  find(file: string, typed: { readonly name: string; readonly number: string }): FoundStudent {
    const moodle = moodleFolderOf(file);
    const folders = [...file.split("/").slice(0, -1), ...(moodle === undefined ? [] : [moodle.participant])];
    const ofFolder = folders
      .map((one) => this.by.get(`folder ${plainWord(one)}`))
      .find((one) => one !== undefined);
    const number = plainWord(typed.number);
    const ofFile = this.by.get(`number ${number}`) ?? this.by.get(`id ${number}`);
    return {
      student: ofFolder ?? ofFile,
      claimed: ofFolder !== undefined && ofFile !== undefined && ofFolder !== ofFile ? ofFile : undefined,
    };
  }
}
