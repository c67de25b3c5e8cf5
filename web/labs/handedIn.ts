/** Reads submitted files. A learning platform's path names the student. Every file is listed, and one that is not a
 * submission has a reason. */
import { recognise } from "../../lib/files/recognise.ts";
import {
  isSubmissionName,
  NOTHING_IN_IT,
  type NotSubmission,
  passedOver,
  systemFile,
} from "../../lib/labs/handedIn.ts";
import { t } from "../text/t.ts";

export const FILE_LIMIT = 4000;

export interface HandedFile {
  /** Path with the folders of the file. */
  readonly name: string;
  readonly size: number;
  readonly bytes: () => Promise<Uint8Array>;
  /** The reason why it is not graded. */
  readonly not?: NotSubmission;
}

/** Limit for a platform's archive, unpacked: a hundred students with files of the greatest size. */
const ARCHIVE_BYTE_LIMIT = 64 * 1024 * 1024;
const HEAD_BYTES = 64 * 1024;

export interface Placed {
  readonly path: string;
  /** Undefined for an empty folder. */
  readonly file: File | undefined;
  /** The user named this file directly and not its folder. It is read whatever its name is. */
  readonly isNamed: boolean;
}

/** Replaces archives by their files. Rejects if there are too many files. */
export async function filesIn(
  files: readonly (File | Placed)[],
  pause: () => Promise<void> = async () => undefined,
): Promise<readonly HandedFile[]> {
  const found: HandedFile[] = [];
  for (const one of files) {
    found.push(...(await handedFiles(one instanceof File ? placed(one) : one, pause)));
    expectFew(found.length);
    await pause();
  }
  return found;
}

function expectFew(count: number): void {
  if (count > FILE_LIMIT)
    throw new Error(t("there are more than {limit} files to grade", { limit: FILE_LIMIT }));
}

function placed(file: File): Placed {
  const path = file.webkitRelativePath;
  return { path: path === "" ? file.name : path, file, isNamed: path === "" };
}

async function handedFiles(
  { path: name, file, isNamed }: Placed,
  pause: () => Promise<void>,
): Promise<readonly HandedFile[]> {
  if (file === undefined) return [passed(name, NOTHING_IN_IT)];
  const inside = file.name.toLowerCase().endsWith(".zip")
    ? await filesInArchive(name, file, pause)
    : undefined;
  if (inside !== undefined) return inside;
  const bytes = async () => new Uint8Array(await file.arrayBuffer());
  const not = isNamed ? undefined : await notToGrade(name, file);
  return [{ name, size: file.size, bytes, ...(not && { not }) }];
}

const passed = (name: string, not: NotSubmission): HandedFile => ({
  ...{ name, size: 0, not },
  bytes: async () => new Uint8Array(),
});

async function notToGrade(name: string, file: Blob): Promise<NotSubmission | undefined> {
  const head = file.slice(0, HEAD_BYTES);
  const ofSystem = systemFile(name, new Uint8Array(await head.arrayBuffer()));
  if (ofSystem !== undefined || isSubmissionName(name)) return ofSystem;
  return passedOver(name, await recognise(head, name));
}

/** Undefined if it is not an archive, or if it is too large. It is then refused as a file. */
async function filesInArchive(
  name: string,
  file: File,
  pause: () => Promise<void>,
): Promise<readonly HandedFile[] | undefined> {
  if (file.size > ARCHIVE_BYTE_LIMIT) return undefined;
  const named: string[] = [];
  const inside = await unpacked(file, named, pause).catch(() => undefined);
  if (inside === undefined || !named.some(isSubmissionName)) return undefined;
  expectFew(named.length);
  const found: HandedFile[] = [];
  for (const path of filesAndEmptyFolders(named)) {
    found.push(await fileInArchive(`${name}/${path}`, path, inside[path]));
    await pause();
  }
  return found;
}

/** Unpacked at a time, between two pauses: a few milliseconds. */
const BATCH_BYTES = 256 * 1024;

/** `named` gets the paths of its files and folders. */
async function unpacked(
  file: File,
  named: string[],
  pause: () => Promise<void>,
): Promise<Readonly<Record<string, Uint8Array>>> {
  const { unzipSync } = await import("fflate");
  const packed = new Uint8Array(await file.arrayBuffer());
  /** Batch of each entry. Undefined: it stays packed. */
  const batches: (number | undefined)[] = [];
  let [left, sum] = [ARCHIVE_BYTE_LIMIT, 0];
  unzipSync(packed, {
    filter: ({ name: path, originalSize }) => {
      const isKept = named.length <= FILE_LIMIT && !path.endsWith("/") && originalSize <= left;
      if (named.length <= FILE_LIMIT) named.push(path);
      batches.push(isKept ? Math.floor(sum / BATCH_BYTES) : undefined);
      if (isKept) {
        left -= originalSize;
        sum += originalSize;
      }
      return false;
    },
  });
  const files: Record<string, Uint8Array> = {};
  for (const batch of new Set(batches)) {
    if (batch === undefined) continue;
    let at = 0;
    Object.assign(files, unzipSync(packed, { filter: () => batches[at++] === batch }));
    await pause();
  }
  return files;
}

async function fileInArchive(name: string, path: string, bytes: Uint8Array | undefined): Promise<HandedFile> {
  if (path.endsWith("/")) return passed(name.slice(0, -1), NOTHING_IN_IT);
  if (bytes === undefined)
    return passed(name, {
      status: "passed-over",
      reason: t("is not unpacked: the archive is larger than {limit} MB", {
        limit: ARCHIVE_BYTE_LIMIT / 1024 / 1024,
      }),
    });
  const not = await notToGrade(name, new Blob([bytes.subarray(0, HEAD_BYTES) as BlobPart]));
  return { name, size: bytes.length, bytes: async () => bytes, ...(not && { not }) };
}

/** Folders of an archive end in /. */
function filesAndEmptyFolders(named: readonly string[]): readonly string[] {
  const filled = new Set(
    named.flatMap((path) => {
      const parts = path.replace(/\/$/, "").split("/").slice(0, -1);
      return parts.map((_, depth) => `${parts.slice(0, depth + 1).join("/")}/`);
    }),
  );
  return named.filter((path) => !filled.has(path));
}

/** Files of a drop: files as they are, and for folders the files in them and in their subfolders. */
export async function filesOfDrop(items: DataTransferItemList): Promise<readonly Placed[]> {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry());
  const found: Placed[] = [];
  for (const entry of entries) if (entry !== null) await collect(entry, found, true);
  return found;
}

async function collect(entry: FileSystemEntry, found: Placed[], isNamed: boolean): Promise<void> {
  expectFew(found.length);
  const path = entry.fullPath.replace(/^\//, "");
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    found.push({ path, file, isNamed });
    return;
  }
  if (!isFolder(entry)) return;
  const reader = entry.createReader();
  // A reader returns a few entries at a time, and an empty list at the end.
  for (let isEmpty = true; ; isEmpty = false) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) {
      if (isEmpty) found.push({ path, file: undefined, isNamed });
      return;
    }
    for (const one of some.sort((a, b) => a.name.localeCompare(b.name))) await collect(one, found, false);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
