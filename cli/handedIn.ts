/** Files that are to be graded: the files that are named, and all that stands in folders and in those below. No link is
 * followed out of a folder that is named. */
import { access, constants, open, readdir, realpath, stat } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import { recognise } from "../lib/files/recognise.ts";
import { textOfFile } from "../lib/labs/fileText.ts";
import type { Grader, Judged } from "../lib/labs/grade.ts";
import {
  isSubmissionName,
  NOTHING_IN_IT,
  type NotSubmission,
  passedOver,
  systemFile,
} from "../lib/labs/handedIn.ts";
import { SUBMISSION_BYTE_LIMIT } from "../lib/labs/submission.ts";
import { type Complaint, InputError } from "./command.ts";
import { readBytes, readReason, STANDARD_INPUT } from "./load.ts";

const FILE_LIMIT = 10_000;
const HEAD_BYTES = 64 * 1024;

export interface HandedIn {
  /** The path as given: learning platforms name a folder after each student. */
  readonly name: string;
  readonly path: string;
  /** Why it is not even read. */
  readonly not?: NotSubmission;
  /** The folder that it was found in, which it may not lead out of. */
  readonly within?: string;
}

export interface Named {
  /** All files, also unreadable ones. */
  readonly files: readonly HandedIn[];
  /** One of each path that is named and cannot be read. */
  readonly unreadable: readonly Complaint[];
}

/** `others`: files that are named for something else, and are not handed in where they stand in a folder. */
export async function filesOf(paths: readonly string[], others: readonly string[]): Promise<Named> {
  const elsewhere = new Set(others.map((path) => resolve(path)));
  const files: HandedIn[] = [];
  const unreadable: Complaint[] = [];
  for (const path of paths) {
    try {
      files.push(
        ...(await filesAt(path)).filter(({ path: one }) => one === path || !elsewhere.has(resolve(one))),
      );
    } catch (error) {
      unreadable.push({ subject: path, reason: readReason(error) });
      files.push({ name: basename(path), path });
    }
    if (files.length > FILE_LIMIT)
      throw new InputError({ subject: path, reason: `there are more than ${FILE_LIMIT} files to grade` });
  }
  if (files.length === 0) throw new InputError({ subject: "arguments", reason: "there is no file to grade" });
  return { files, unreadable };
}

/** Rejects where the system refuses. */
async function filesAt(path: string): Promise<readonly HandedIn[]> {
  if (path !== STANDARD_INPUT) {
    await access(path, constants.R_OK);
    if ((await stat(path)).isDirectory()) return filesIn(path);
  }
  return [{ name: basename(path), path }];
}

/** In the order of their paths. */
async function filesIn(root: string): Promise<readonly HandedIn[]> {
  const within = await realpath(root);
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
      else found.push({ ...placeOf(root, path), within });
    }
    if (found.length > FILE_LIMIT) break;
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

const placeOf = (root: string, path: string) => ({ name: relative(root, path).split(sep).join("/"), path });

export async function gradeFile(grader: Grader, handedIn: HandedIn): Promise<Judged> {
  const { name: file, path, within } = handedIn;
  const not = handedIn.not ?? (within === undefined ? undefined : await notToGrade(file, path, within));
  if (not !== undefined) return { file, ...not };
  const found = await stat(path).catch(() => undefined);
  // A pipe or a device in a student's folder would keep the class waiting.
  if (found !== undefined && !found.isFile() && !found.isDirectory())
    return { file, status: "refused", reason: "is no ordinary file" };
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

/** Why a file in a folder is not graded; undefined: it is. */
async function notToGrade(name: string, path: string, within: string): Promise<NotSubmission | undefined> {
  const overPassed = (reason: string): NotSubmission => ({ status: "passed-over", reason });
  let found: Awaited<ReturnType<typeof stat>>;
  try {
    const real = await realpath(path);
    if (real !== within && !real.startsWith(within.endsWith(sep) ? within : within + sep))
      return overPassed("is a link that leads out of the folder: it is not followed");
    found = await stat(real);
  } catch (error) {
    return overPassed(readReason(error));
  }
  if (found.isDirectory()) return overPassed("is a link to a folder: it is not followed");
  if (!found.isFile()) return overPassed("is no ordinary file");
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
