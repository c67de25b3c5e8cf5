/** Standard output and files. */

import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import {
  access,
  chmod,
  link,
  lstat,
  open,
  readlink,
  realpath,
  rename,
  stat,
  unlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join, resolve as resolvePath } from "node:path";
import { InputError, printable } from "./command.ts";
import { removeOnStop } from "./stopSignals.ts";

/** Names standard output instead of a file. The command then prints nothing else. */
export const STANDARD_OUTPUT = "-";

/** Prints whole lines. */
export function print(text: string): Promise<void> {
  return writeOutput(text.endsWith("\n") ? text : `${text}\n`);
}

let goesOnWithoutReader = false;

/** After this call a closed pipe (`| head`) does not end the command, because it has other work to finish. */
export function goOnWithoutReader(): void {
  goesOnWithoutReader = true;
}

/** Whether the writing code receives the errors of standard output and handles them. */
export function isWriterAsked(): boolean {
  return goesOnWithoutReader;
}

function isReaderLetGo(error: Error): boolean {
  const code = systemCode(error);
  return goesOnWithoutReader && (code === "EPIPE" || code === "ERR_STREAM_DESTROYED");
}

/** Resolves when the data are handed over. If the reader has gone, the command ends quietly. */
export function writeOutput(data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(data, (error) => {
      if (error && !isReaderLetGo(error)) reject(outputError(error));
      else resolve();
    });
  });
}

export function outputError(error: Error): InputError {
  return new InputError({ subject: "standard output", reason: `cannot be written: ${systemReason(error)}` });
}

/** Escapes characters that control a terminal (\\u009b). Readers of JSON see the same text. */
export function printJson(value: unknown): Promise<void> {
  return print(printable(JSON.stringify(value, undefined, 2)));
}

export interface WriteOptions {
  /** Whether to replace an existing file. */
  readonly overwrite: boolean;
}

/** Writes to a file or to standard output, all or nothing: no reader sees half a file, and a failed write leaves the
 * old file. */
export async function writeWhole(
  path: string,
  data: string | Uint8Array,
  options: WriteOptions,
): Promise<void> {
  if (path === STANDARD_OUTPUT) return writeOutput(data);
  try {
    const { place, isOrdinary } = await writeTarget(path);
    if (!isOrdinary) return await writeFile(place, data);
    const part = partBeside(place);
    const release = removeOnStop(part);
    try {
      await writeFile(part, data, { flag: "wx" });
      await takePlace(part, place, options.overwrite);
    } finally {
      await unlink(part).catch(() => undefined);
      release();
    }
  } catch (error) {
    throw new InputError({ subject: path, reason: writeReason(error) });
  }
}

/** Called before long work. Throws those errors of writeWhole that can be known in advance. */
export async function expectWritable(path: string, { overwrite }: WriteOptions): Promise<void> {
  if (path === STANDARD_OUTPUT) return;
  try {
    const { place, isOrdinary } = await writeTarget(path);
    await access(isOrdinary ? dirname(place) : place, constants.W_OK);
    if (isOrdinary && !overwrite && (await lstat(place).catch(() => undefined)) !== undefined)
      throw Object.assign(new Error(), { code: "EEXIST" });
  } catch (error) {
    throw new InputError({ subject: path, reason: writeReason(error) });
  }
}

/** Removes the file to which a link points. Does nothing if there is no file. */
export async function removeFile(path: string): Promise<void> {
  try {
    const { place, isOrdinary } = await writeTarget(path);
    if (isOrdinary) await unlink(place);
  } catch (error) {
    if (systemCode(error) !== "ENOENT")
      throw new InputError({ subject: path, reason: `cannot be removed: ${systemReason(error)}` });
  }
}

/** Runs both in this order. Throws the first failure after the other one has finished. */
export async function inAnyCase(first: () => Promise<void>, then: () => Promise<void>): Promise<void> {
  const failures = [await failureOf(first), await failureOf(then)];
  for (const failure of failures) if (failure !== undefined) throw failure.error;
}

function failureOf(action: () => Promise<void>): Promise<{ readonly error: unknown } | undefined> {
  return action().then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
}

interface WriteTarget {
  /** The file at the end of all links, which is replaced instead of the link. */
  readonly place: string;
  /** Devices and pipes (/dev/stdout, /dev/null) are written to, never replaced. */
  readonly isOrdinary: boolean;
}

export async function writeTarget(path: string): Promise<WriteTarget> {
  const found = await stat(path).catch((error: unknown) => {
    if (systemCode(error) !== "ENOENT") throw error;
  });
  if (found === undefined) {
    // The path does not exist, or is a link to a file that does not exist yet: that file will be created.
    const named = await readlink(path).catch(() => undefined);
    return named === undefined
      ? { place: path, isOrdinary: true }
      : writeTarget(resolvePath(dirname(path), named));
  }
  if (found.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
  if (!found.isFile()) return { place: path, isOrdinary: false };
  return { place: await realpath(path), isOrdinary: true };
}

/** Whether the target is, or will be, a file and no pipe or device. */
export async function isOrdinaryTarget(path: string): Promise<boolean> {
  const found = await writeTarget(path).catch(() => undefined);
  return found?.isOrdinary === true;
}

export function partBeside(path: string): string {
  return join(dirname(path), `.irqscope-${process.pid}-${randomBytes(4).toString("hex")}.part`);
}

export function writeReason(error: unknown): string {
  switch (systemCode(error)) {
    case "EEXIST":
      return "already exists; --force replaces it";
    case "ENOENT":
      return "its folder does not exist";
    case "EISDIR":
      return "is a folder";
    default:
      return `cannot be written: ${systemReason(error)}`;
  }
}

// ---- a finished temporary file takes the place of the requested file in one step ----

/** Error codes of file systems without hard links (FAT, exFAT, many shares and FUSE). */
const NO_LINKS = new Set([
  "EPERM",
  "EACCES",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EMLINK",
  "EINVAL",
  "EIO",
  "UNKNOWN",
]);
const MODE_BITS = 0o7777;

/** Throws EEXIST if the name is used and the file must not be replaced. */
export async function takePlace(part: string, place: string, overwrite: boolean): Promise<void> {
  if (overwrite) {
    await takeMode(part, place);
    await rename(part, place);
    return;
  }
  try {
    await link(part, place);
  } catch (error) {
    if (!NO_LINKS.has(systemCode(error) ?? "")) throw error;
    await takeNewPlace(part, place);
  }
}

/** On file systems without hard links, an empty file reserves the name and the finished file replaces it. */
async function takeNewPlace(part: string, place: string): Promise<void> {
  await (await open(place, "wx")).close();
  try {
    await rename(part, place);
  } catch (error) {
    await unlink(place).catch(() => undefined);
    throw error;
  }
}

/** The new file keeps the access mode of the file that it replaces. */
async function takeMode(part: string, place: string): Promise<void> {
  const before = await stat(place).catch(() => undefined);
  // File systems without modes refuse this, and there is no mode to keep.
  if (before !== undefined) await chmod(part, before.mode & MODE_BITS).catch(() => undefined);
}

/** Words for errors of the operating system. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the device",
  EDQUOT: "the quota of disk space is used up",
  EFBIG: "the file is too large for the file system",
  EIO: "the device reports an error",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "its name is too long",
  ENOTDIR: "a part of its path is a file, not a folder",
  ELOOP: "its symbolic links form a circle",
};

/** Undefined for an error that does not come from the system. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

export function systemReason(error: unknown): string {
  const code = systemCode(error);
  return code === undefined ? String(error) : (REASONS[code] ?? code);
}
