/** Standard output and files. */
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { access, link, lstat, rename, stat, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { InputError } from "./command.ts";
import { systemCode, systemReason } from "./system_reason.ts";

/** Resolves when the text is handed over. A reader that went away (`| head`) ends the command quietly. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text.endsWith("\n") ? text : `${text}\n`, (error) => {
      if (error) reject(outputError(error));
      else resolve();
    });
  });
}

export function outputError(error: Error): InputError {
  return new InputError({ subject: "standard output", reason: `cannot be written: ${systemReason(error)}` });
}

export function printJson(value: unknown): Promise<void> {
  return print(JSON.stringify(value, undefined, 2));
}

export interface WriteOptions {
  /** Replace a file that is there. */
  readonly overwrite: boolean;
}

/** All or nothing: a reader never sees half a file, and a failed write leaves what was there. */
export async function writeWhole(
  path: string,
  data: string | Uint8Array,
  options: WriteOptions,
): Promise<void> {
  const part = join(dirname(path), `.irqscope-${process.pid}-${randomBytes(4).toString("hex")}.part`);
  try {
    await writeFile(part, data, { flag: "wx" });
    if (options.overwrite) await rename(part, path);
    else await link(part, path);
  } catch (error) {
    throw new InputError({ subject: path, reason: writeReason(error) });
  } finally {
    await unlink(part).catch(() => undefined);
  }
}

/** Before long work: throws what writeWhole would say at its end, as far as it can be known now. */
export async function expectWritable(path: string, { overwrite }: WriteOptions): Promise<void> {
  try {
    await access(dirname(path), constants.W_OK);
    if ((await stat(path).catch(() => undefined))?.isDirectory() === true)
      throw Object.assign(new Error(), { code: "EISDIR" });
    if (!overwrite && (await lstat(path).catch(() => undefined)) !== undefined)
      throw Object.assign(new Error(), { code: "EEXIST" });
  } catch (error) {
    throw new InputError({ subject: path, reason: writeReason(error) });
  }
}

function writeReason(error: unknown): string {
  switch (systemCode(error)) {
    case "EEXIST":
      return "is there already; --force replaces it";
    case "ENOENT":
      return "its folder does not exist";
    case "EISDIR":
      return "is a folder";
    default:
      return `cannot be written: ${systemReason(error)}`;
  }
}
