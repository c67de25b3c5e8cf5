/** `irqscope grade`: runs every claim of lab submissions again. */
import { randomBytes } from "node:crypto";
import { access, constants, open, readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { commandLine } from "../../lib/commandLine.ts";
import { recognise } from "../../lib/files/recognise.ts";
import type { Expectation } from "../../lib/labs/copies.ts";
import { labAmong } from "../../lib/labs/gallery.ts";
import { countsOf, Grader, type Result } from "../../lib/labs/grade.ts";
import type { Judged } from "../../lib/labs/graded.ts";
import {
  isSubmissionName,
  NOTHING_IN_IT,
  type NotSubmission,
  passedOver,
  systemFile,
  textOfFile,
} from "../../lib/labs/handedIn.ts";
import { findingText } from "../../lib/labs/judge.ts";
import type { Lab } from "../../lib/labs/lab.ts";
import { SEED_LIMIT } from "../../lib/labs/machines.ts";
import { type Roster, readRoster } from "../../lib/labs/roster.ts";
import { SUBMISSION_BYTE_LIMIT } from "../../lib/labs/submission.ts";
import { gradesFile } from "../../lib/labs/table.ts";
import { encodeLink, LINK_FILE_CHARACTERS } from "../../scenarios/link/link.ts";
import { expectOnePrinted, expectOutput, optionsOf, readArguments, wholeNumber } from "../arguments.ts";
import {
  BAD_INPUT,
  CHECK_FAILED,
  type Command,
  type Complaint,
  complaintText,
  DONE,
  type ExitCode,
  InputError,
} from "../command.ts";
import { openCore } from "../core.ts";
import { readBytes, readLab, readReason, STANDARD_INPUT } from "../load.ts";
import { MachinePool } from "../machinePool.ts";
import { expectWritable, inAnyCase, print, printJson, STANDARD_OUTPUT, writeWhole } from "../output.ts";
import { table } from "../table.ts";

const HELP = `usage: irqscope grade SUBMISSION... [--lab FILE] [--seed N|student] [--roster F] [--due TIME]
                      [--draw TEXT] [--csv F [--decimal-comma]] [--force] [--json]

Grades the files that students have handed in: runs every claimed machine again, compares the state hashes, judges
every answer, and prints one line for each file. A folder means all files in and below it, as learning platforms pack
them, one folder for each student. Files whose names end in .json (or .JSON) are graded. Every other file, and a folder
without a file, has a line with the reason why it is skipped. A file that is named twice, or together with its
folder, is graded once. Links in a folder are not followed. Files that macOS and Windows add (__MACOSX, ._NAME, .DS_Store,
Thumbs.db, desktop.ini) are recognised and not counted.

  --lab FILE  an additional lab of your own, or a former edition of a lab, with its text in the same file or in text.md
              beside it. Each file is graded by its own edition if that exists
  --seed N    the variant for all students; "student": each student has the variant of the student number. Default: if
              students have variants of their own, a variant that several students have is reported
  --roster F  the students as a table (CSV) with some of the columns id, number, name and folder. It assigns files to
              students, and --seed student uses the id of the roster, or the number if there is no id
  --due TIME  2026-11-30T23:59+01:00: a file whose last answer or design is later gets the remark late
  --draw TEXT also run programs on other traffic and at other rates, which TEXT and the variant choose and no student's
              page has shown. Default: a new TEXT each time. The command in each result contains it, so that the points can
              be computed again. A goal that is missed only on this other traffic has a link to the machine
  --csv F     one line for each file, points by question and the texts to read, for a spreadsheet; -: print it instead of the
              table
  --decimal-comma
              1,5 for 1.5 and semicolons between cells, for spreadsheets in German, French and other languages
  --force     overwrite F
  --json      [{ file, status, reason or score, pending, of, answers, tasks: [{ step, met, findings: [{ goal, machine,
              message }], figure, points, of }], hints, flags, submission,
              origin: { program, model, command } }]

Remarks: not reproduced (a machine ends in another state than claimed; such a task has no points), edited by hand after
it was made, identical or nearly identical to another file (texts, predictions), handed in twice by one student, another
variant than expected, naming another student than its folder, late, without a trace of work (no runs, no time, every
answer right at the first attempt), made with another version of the machine or edition of the lab. A remark about two
files is printed for both, and --json has their texts side by side. A file that is not a submission is refused with the
reason, and the others are graded. Predictions have no points. Below the table are console texts and memory contents
that differ from the goals. The points of texts with enough words are pending: you must read these texts, and their
points are not in the score.

Status, in JSON and CSV: graded, refused, passed-over (skipped), of-system (a file that macOS or Windows added).

Exit code 1: a file was refused, skipped or not reproduced. 2: a named SUBMISSION does not exist or cannot be read; the
others are graded, and if there is none, nothing is written.
`;

const DRAW_BYTES = 4;

/** Enough files at a time to keep all workers busy. */
const AT_ONCE = 8;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    lab: { type: "string", multiple: true },
    csv: { type: "string" },
    "decimal-comma": { type: "boolean", default: false },
    seed: { type: "string" },
    roster: { type: "string" },
    due: { type: "string" },
    draw: { type: "string" },
    force: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  expectOutput(values.force, values.csv, "--csv");
  expectOnePrinted(values.json, values.csv, "--csv");
  if (positionals.includes("")) throw new InputError({ subject: "arguments", reason: "SUBMISSION is empty" });
  if (values["decimal-comma"] && values.csv === undefined)
    throw new InputError({ subject: "--decimal-comma", reason: "needs --csv" });
  if (positionals.length === 0)
    throw new InputError({ subject: "arguments", reason: "SUBMISSION is missing" });
  const expected = await expectationOf(values);
  const own = await ownLabs(values.lab ?? []);
  const { files, unreadable } = await filesOf(positionals, [
    ...(values.lab ?? []),
    values.csv ?? "",
    values.roster ?? "",
  ]);
  if (values.csv !== undefined) await expectWritable(values.csv, { overwrite: values.force });
  if (unreadable.length === files.length) throw new InputError(...unreadable);
  const draw = drawOf(values.draw);
  const commandOf = (file: string) => commandLine("grade", [file], optionsOf({ ...values, draw }));
  const results = await gradeAll({ files, own, expected, draw, commandOf }, async (graded) => graded);
  const { csv, force, json, "decimal-comma": decimalComma } = values;
  await inAnyCase(
    async () => {
      if (csv !== undefined)
        await writeWhole(csv, gradesFile(results, { decimalComma }), { overwrite: force });
    },
    async () => {
      if (json) await printJson(results);
      else if (csv !== STANDARD_OUTPUT) await print(`${resultsText(results)}\n\n${drawText(draw)}`);
    },
  );
  for (const complaint of unreadable) process.stderr.write(`error: ${complaintText(complaint)}\n`);
  if (unreadable.length > 0) return BAD_INPUT;
  const failed = results.some((result) =>
    result.status === "graded"
      ? result.flags.some(({ kind }) => kind === "not-reproduced")
      : result.status !== "of-system",
  );
  return failed ? CHECK_FAILED : DONE;
}

interface Expected {
  readonly seed?: string | undefined;
  readonly roster?: string | undefined;
  readonly due?: string | undefined;
}

export async function expectationOf({ seed, roster, due }: Expected): Promise<Expectation> {
  return {
    ...(seed === undefined
      ? {}
      : { seed: seed === "student" ? seed : wholeNumber(seed, "--seed", 0, SEED_LIMIT) }),
    ...(roster === undefined ? {} : { roster: await readRosterFile(roster) }),
    ...(due === undefined ? {} : { dueUnixSeconds: timeOf(due) }),
  };
}

async function readRosterFile(file: string): Promise<Roster> {
  const text = textOfFile(await readBytes(file));
  const read = text.ok ? readRoster(text.text) : text;
  if (!read.ok) throw new InputError({ subject: file, reason: read.reason });
  return read.roster;
}

/** Time with its zone, because a server and a teacher's computer may be in different zones. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/;

function timeOf(text: string): number {
  const milliseconds = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(milliseconds))
    throw new InputError({
      subject: "--due",
      reason: `must be a time with its zone, as 2026-11-30T23:59+01:00, not ${text}`,
    });
  return milliseconds / 1000;
}

/** The text from which grading draws frames and paces. A new one unless an option gives it. */
export function drawOf(given: string | undefined): string {
  const draw = given ?? randomBytes(DRAW_BYTES).toString("hex");
  if (!/^[\w.-]{1,40}$/.test(draw))
    throw new InputError({ subject: "--draw", reason: "must be up to 40 letters and digits" });
  return draw;
}

export const drawText = (draw: string) => `draw ${draw}: --draw ${draw} gives the same points again`;

export async function ownLabs(files: readonly string[]): Promise<readonly Lab[]> {
  const own: Lab[] = [];
  for (const file of files) own.push(await readLab(file));
  return own;
}

interface Grading {
  readonly files: readonly HandedIn[];
  readonly own: readonly Lab[];
  readonly expected: Expectation;
  readonly draw: string;
  readonly commandOf: (file: string) => string;
}

/** `use` may run further machines with the grader. */
export async function gradeAll<T>(
  { files, own, expected, draw, commandOf }: Grading,
  use: (results: readonly Result[], grader: Grader) => Promise<T>,
): Promise<T> {
  const pool = new MachinePool();
  const { version } = await openCore();
  try {
    const grader = new Grader({
      labOf: labAmong(own),
      runMachine: (scenario) => pool.run(scenario, 0),
      model: version,
      draw,
      linkOf: (scenario, cycle) => {
        const link = encodeLink(scenario, { cycle }, undefined, version);
        return link !== undefined && link.length <= LINK_FILE_CHARACTERS ? link : undefined;
      },
      commandOf,
    });
    const results: Judged[] = [];
    const left = [...files.entries()];
    const lane = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined; next = left.shift())
        results[next[0]] = await gradeFile(grader, next[1]);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    return await use(await grader.withCopies(results, expected), grader);
  } finally {
    await pool.end();
  }
}

/** Text from a file must not control the terminal. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "?");
}

function resultsText(results: readonly Result[]): string {
  const rows = results.map((result) => {
    if (result.status !== "graded")
      return [plain(result.file), "", "", STATUS_WORDS[result.status], "", plain(result.reason)];
    const { submission, score, pending, of, flags } = result;
    const remarks = flags.map(({ text }) => text).join("; ");
    const who = `${submission.student.number} ${submission.student.name}`.trim();
    return [
      ...[
        plain(result.file),
        plain(who),
        submission.lab,
        `${score}/${of}`,
        pending === 0 ? "" : String(pending),
      ],
      plain(remarks) || "reproduced",
    ];
  });
  const missed = results.flatMap(missedText);
  return [
    `${table([["file", "student", "lab", "score", "pending", "remarks"], ...rows], "  ", 6, WIDEST_CELL)}`,
    ...(missed.length === 0 ? [] : [`goals that are not met\n${missed.join("\n")}`]),
    countsText(results),
  ].join("\n\n");
}

const STATUS_WORDS = {
  refused: "refused",
  "passed-over": "passed over",
  "of-system": "not handed in",
} as const;
/** Learning platforms name folders after people and exercises. */
const WIDEST_CELL = 48;

/** "2 of 4 graded, 1 refused, 1 passed over; 3 system files not counted". */
export function countsText(results: readonly Result[]): string {
  const { graded, refused, passedOver, of, ofSystem } = countsOf(results);
  const parts = [
    `${graded} of ${of} graded`,
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(passedOver > 0 ? [`${passedOver} passed over`] : []),
  ];
  const system = ofSystem === 1 ? "1 system file" : `${ofSystem} system files`;
  return parts.join(", ") + (ofSystem > 0 ? `; ${system} not counted` : "");
}

/** Actual memory and console contents where they differ from the goals. */
function missedText(result: Result): readonly string[] {
  if (result.status !== "graded") return [];
  return result.tasks.flatMap(({ step, findings }) =>
    findings.map((finding) => `  ${plain(`${result.file}, ${step}: ${findingText(finding)}`)}`),
  );
}

export const command: Command = {
  summary: "grade submissions of labs by running every claim again",
  help: HELP,
  run,
};

// ---- the files to grade: named files, and all files below named folders, where no link is followed ----

const FILE_LIMIT = 10_000;
const HEAD_BYTES = 64 * 1024;

export interface HandedIn {
  /** The path as the user gave it, because learning platforms name a folder after each student. */
  readonly name: string;
  readonly path: string;
  /** The reason for which the file is not even read. */
  readonly not?: NotSubmission;
  /** The command line names only the folder of the file. */
  readonly isFound?: boolean;
}

export interface Named {
  /** All files, including unreadable ones. */
  readonly files: readonly HandedIn[];
  /** One entry for each named path that cannot be read. */
  readonly unreadable: readonly Complaint[];
}

/** `others` are files that the command line names for another purpose. They are not submissions, even if a folder
 * contains them. A file that is named twice, or named beside its folder, is one file. */
export async function filesOf(paths: readonly string[], others: readonly string[]): Promise<Named> {
  const elsewhere = new Set(others.map((path) => resolve(path)));
  const files = new Map<string, HandedIn>();
  const unreadable: Complaint[] = [];
  for (const path of paths) {
    const found = await filesAt(path).catch((error: unknown): readonly HandedIn[] => {
      unreadable.push({ subject: path, reason: readReason(error) });
      return [{ name: basename(path), path }];
    });
    for (const one of found) {
      const place = await placeOfFile(one);
      const isNamed = one.path === path;
      if (isNamed || !(elsewhere.has(resolve(one.path)) || files.has(place))) files.set(place, one);
    }
    if (files.size > FILE_LIMIT)
      throw new InputError({ subject: path, reason: `there are more than ${FILE_LIMIT} files to grade` });
  }
  if (files.size === 0) throw new InputError({ subject: "arguments", reason: "there is no file to grade" });
  return { files: [...files.values()], unreadable };
}

/** The same for each way to name the file. A link in a folder is not followed. */
async function placeOfFile({ path, not }: HandedIn): Promise<string> {
  if (path === STANDARD_INPUT) return path;
  const isLink = not === LINK;
  const place = await realpath(isLink ? dirname(path) : path).catch(() => undefined);
  if (place === undefined) return resolve(path);
  return isLink ? join(place, basename(path)) : place;
}

/** Rejects if the system refuses access. */
async function filesAt(path: string): Promise<readonly HandedIn[]> {
  if (path !== STANDARD_INPUT) {
    await access(path, constants.R_OK);
    if ((await stat(path)).isDirectory()) return filesIn(path);
  }
  return [{ name: basename(path), path }];
}

/** Sorted by path. */
async function filesIn(root: string): Promise<readonly HandedIn[]> {
  const found: HandedIn[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) =>
      readReason(error),
    );
    if (typeof entries === "string") {
      found.push({ ...placeOf(root, folder), not: { status: "passed-over", reason: entries } });
      continue;
    }
    if (entries.length === 0 && folder !== root) found.push({ ...placeOf(root, folder), not: NOTHING_IN_IT });
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else
        found.push({
          ...placeOf(root, path),
          ...(entry.isSymbolicLink() ? { not: LINK } : { isFound: true }),
        });
    }
    if (found.length > FILE_LIMIT) break;
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A link may lead out of the folder, or to the file of another student. */
const LINK: NotSubmission = { status: "passed-over", reason: "is a link: it is not followed" };

const placeOf = (root: string, path: string) => ({ name: relative(root, path).split(sep).join("/"), path });

export async function gradeFile(grader: Grader, handedIn: HandedIn): Promise<Judged> {
  const { name: file, path, isFound } = handedIn;
  const not = handedIn.not ?? (isFound === true ? await notToGrade(file, path) : undefined);
  if (not !== undefined) return { file, ...not };
  const found = await stat(path).catch(() => undefined);
  // A pipe or a device in a student's folder would block the grading of all others.
  if (found !== undefined && !found.isFile() && !found.isDirectory())
    return { file, status: "refused", reason: "is not an ordinary file" };
  if (found?.isFile() && found.size > SUBMISSION_BYTE_LIMIT)
    return { file, status: "refused", reason: `is larger than ${SUBMISSION_BYTE_LIMIT / 1024} kB` };
  try {
    const read = textOfFile(await readBytes(path));
    return read.ok ? await grader.grade(file, read.text) : { file, status: "refused", reason: read.reason };
  } catch (error) {
    const reason = error instanceof InputError ? (error.complaints[0]?.reason ?? "") : String(error);
    return { file, status: "refused", reason };
  }
}

/** Why a file in a folder is not graded; undefined if it is graded. */
async function notToGrade(name: string, path: string): Promise<NotSubmission | undefined> {
  const overPassed = (reason: string): NotSubmission => ({ status: "passed-over", reason });
  const found = await stat(path).catch((error: unknown) => readReason(error));
  if (typeof found === "string") return overPassed(found);
  if (!found.isFile()) return overPassed("is not an ordinary file");
  const isNamedSo = isSubmissionName(name);
  const head = await headOf(path).catch((error: unknown) => readReason(error));
  if (typeof head === "string") return overPassed(head);
  const ofSystem = systemFile(name, head);
  if (ofSystem !== undefined || isNamedSo) return ofSystem;
  return passedOver(name, await recognise(new Blob([head as BlobPart]), name));
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: new Uint8Array(HEAD_BYTES) });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
