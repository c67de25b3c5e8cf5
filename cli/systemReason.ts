/** What an operating system refuses, in words. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the device",
  EDQUOT: "the quota of disk space is used up",
  EFBIG: "a file may not be so large",
  EIO: "the device reports an error",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "its name is too long",
  ENOTDIR: "a part of its path is a file, not a folder",
  ELOOP: "its links lead in a circle",
};

/** Undefined: an error of ours, not of the system. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

export function systemReason(error: unknown): string {
  const code = systemCode(error);
  return code === undefined ? String(error) : (REASONS[code] ?? code);
}
