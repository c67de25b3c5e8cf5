/** A file that grows by whole lines during the work. */
import { type FileHandle, open, unlink } from "node:fs/promises";
import { InputError } from "./command.ts";
import { partBeside, takePlace, type WriteOptions, writeReason, writeTarget } from "./output.ts";

export class RowFile {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #isOrdinary: boolean;
  #sizeBytes: number;

  private constructor(path: string, file: FileHandle, isOrdinary: boolean, sizeBytes: number) {
    this.#path = path;
    this.#file = file;
    this.#isOrdinary = isOrdinary;
    this.#sizeBytes = sizeBytes;
  }

  /** Replaces an existing file when the first lines are written. */
  static async create(
    path: string,
    head: string | Uint8Array,
    { overwrite }: WriteOptions,
  ): Promise<RowFile> {
    try {
      const { place, isOrdinary } = await writeTarget(path);
      if (!isOrdinary) {
        const file = new RowFile(path, await open(place, "w"), false, 0);
        return await file.#begin(head, () => Promise.resolve());
      }
      const part = partBeside(place);
      try {
        const file = new RowFile(path, await open(part, "wx"), true, 0);
        return await file.#begin(head, () => takePlace(part, place, overwrite));
      } finally {
        await unlink(part).catch(() => undefined);
      }
    } catch (error) {
      throw new InputError({ subject: path, reason: writeReason(error) });
    }
  }

  /** Continues an existing file after its first `sizeBytes` bytes, and truncates the rest. */
  static async goOn(path: string, sizeBytes: number, head: string): Promise<RowFile> {
    try {
      const { place, isOrdinary } = await writeTarget(path);
      const handle = await open(place, "r+");
      await handle.truncate(sizeBytes);
      const file = new RowFile(path, handle, isOrdinary, sizeBytes);
      if (sizeBytes === 0) await file.#write(head);
      return file;
    } catch (error) {
      throw new InputError({ subject: path, reason: writeReason(error) });
    }
  }

  async #begin(head: string | Uint8Array, takePlace: () => Promise<void>): Promise<this> {
    try {
      await this.#write(head);
      await takePlace();
      return this;
    } catch (error) {
      await this.close().catch(() => undefined);
      throw error;
    }
  }

  /** Appends all or nothing. Text ends with a line feed. */
  async append(lines: string | Uint8Array): Promise<void> {
    try {
      await this.#write(lines);
    } catch (error) {
      if (this.#isOrdinary) await this.#file.truncate(this.#sizeBytes).catch(() => undefined);
      throw new InputError({
        subject: this.#path,
        reason: `${writeReason(error)}; earlier lines are complete`,
      });
    }
  }

  async #write(data: string | Uint8Array): Promise<void> {
    const bytes = typeof data === "string" ? Buffer.from(data) : data;
    let written = 0;
    while (written < bytes.length) {
      const position = this.#isOrdinary ? this.#sizeBytes + written : null;
      const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, position);
      written += bytesWritten;
    }
    this.#sizeBytes += bytes.length;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
