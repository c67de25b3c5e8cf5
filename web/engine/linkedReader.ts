/** The page's side of a worker that reads linked files, so that parseScenario finds their contents. */
import { isObject } from "../../scenarios/base/values.ts";
import { isElfProgramKept, keepElfProgram } from "../../scenarios/compile/elfProgram.ts";
import { ELF_BYTE_LIMIT } from "../../scenarios/software/program.ts";
import type { LinkedPart, LinkedTask } from "./linkedTasks.ts";
import { openTaskWorker, runTask, type TaskPort } from "./oneTask.ts";
import { LINKED_WORKER } from "./tasks.ts";

/** Characters of base64. For smaller files the page itself is faster than starting a worker. */
const LARGE_CHARACTERS = 16_384;
/** Greatest number of files that are kept. */
const FILE_LIMIT = 8;

/** `value` is JSON that contains scenarios. Returns false if the signal cancelled it. Without workers, the page itself
 * reads the files. */
export async function readLinkedFiles(
  value: unknown,
  signal: AbortSignal,
  open: () => TaskPort<LinkedTask, LinkedPart> = () => openTaskWorker(LINKED_WORKER),
): Promise<boolean> {
  const files = [...linkedFilesIn(value)].filter(isLargeAndNew).slice(0, FILE_LIMIT);
  if (files.length === 0) return !signal.aborted;
  const take = ({ index, result }: LinkedPart) => {
    const file = files[index];
    if (file !== undefined) keepElfProgram(file, result);
  };
  return runTask({ files }, take, signal, open).catch(() => !signal.aborted);
}

/** A longer file is refused without reading it. */
const isLargeAndNew = (file: string): boolean =>
  file.length > LARGE_CHARACTERS && (file.length / 4) * 3 <= ELF_BYTE_LIMIT && !isElfProgramKept(file);

function linkedFilesIn(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const part of value) linkedFilesIn(part, found);
  else if (isObject(value)) {
    for (const part of Object.values(value)) linkedFilesIn(part, found);
    if (typeof value.elf === "string") found.add(value.elf);
  }
  return found;
}
