/** Files that are handed in, with the path that a learning platform gave them: it says whose they are. */

export const FILE_LIMIT = 2000;

export interface HandedFile {
  /** With the folders that it came in. */
  readonly name: string;
  readonly size: number;
  readonly bytes: () => Promise<Uint8Array>;
}

/** Of a platform's archive, unpacked: a hundred students with the largest files that are read. */
const ARCHIVE_BYTE_LIMIT = 64 * 1024 * 1024;

interface Placed {
  readonly path: string;
  readonly file: File;
}

/** Archives as what they hold. */
export async function filesIn(files: readonly (File | Placed)[]): Promise<readonly HandedFile[]> {
  const found: HandedFile[] = [];
  for (const one of files) {
    const { path, file } = one instanceof File ? { path: one.webkitRelativePath, file: one } : one;
    const name = path === "" ? file.name : path;
    const inside = file.name.toLowerCase().endsWith(".zip") ? await filesInArchive(name, file) : undefined;
    const whole = { name, size: file.size, bytes: async () => new Uint8Array(await file.arrayBuffer()) };
    found.push(...(inside ?? [whole]));
  }
  return found.slice(0, FILE_LIMIT);
}

/** Undefined: it is none, or too large; then it is refused as a file. */
async function filesInArchive(name: string, file: File): Promise<readonly HandedFile[] | undefined> {
  if (file.size > ARCHIVE_BYTE_LIMIT) return undefined;
  const { unzipSync } = await import("fflate");
  let left = ARCHIVE_BYTE_LIMIT;
  try {
    const inside = unzipSync(new Uint8Array(await file.arrayBuffer()), {
      filter: ({ name: path, originalSize }) => {
        if (!isSubmission(path) || originalSize > left) return false;
        left -= originalSize;
        return true;
      },
    });
    const files = Object.entries(inside).map(([path, bytes]) => ({
      name: `${name}/${path}`,
      size: bytes.length,
      bytes: async () => bytes,
    }));
    return files.length === 0 ? undefined : files;
  } catch {
    return undefined;
  }
}

function isSubmission(path: string): boolean {
  return path.toLowerCase().endsWith(".json");
}

/** Of what was dropped: files as they are, of folders the submissions in them and in those below. */
export async function filesOfDrop(items: DataTransferItemList): Promise<readonly Placed[]> {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry());
  const found: Placed[] = [];
  for (const entry of entries) if (entry !== null) await collect(entry, found, true);
  return found;
}

async function collect(entry: FileSystemEntry, found: Placed[], isNamed: boolean): Promise<void> {
  if (found.length >= FILE_LIMIT) return;
  const path = entry.fullPath.replace(/^\//, "");
  if (isFile(entry)) {
    if (!isNamed && !isSubmission(path)) return;
    found.push({ path, file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) });
    return;
  }
  if (!isFolder(entry)) return;
  const reader = entry.createReader();
  // A reader gives some at a time, at last none.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return;
    for (const one of some.sort((a, b) => a.name.localeCompare(b.name))) await collect(one, found, false);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
