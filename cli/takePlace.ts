/** A finished part becomes the file that was asked for, in one step. */
import { chmod, link, open, rename, stat, unlink } from "node:fs/promises";
import { systemCode } from "./systemReason.ts";

/** What file systems without hard links answer (FAT, exFAT, many shares and FUSE), by system. */
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

/** Throws EEXIST where something is there that may not be replaced. */
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

/** Without hard links the name is taken by an empty file, created exclusively, which the finished file then replaces. */
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
  // File systems without modes refuse this; there is nothing to keep there.
  if (before !== undefined) await chmod(part, before.mode & MODE_BITS).catch(() => undefined);
}
