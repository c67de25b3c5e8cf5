import { readdirSync, readFileSync } from "node:fs";
import type { ElfFile } from "../../lib/elf/readElf.ts";
import { readElf } from "../../lib/elf/readElf.ts";

const FOLDER = new URL("../fixtures/elf/", import.meta.url);

/** build.sh in that folder made these files. */
export const ELF_NAMES: readonly string[] = readdirSync(FOLDER).filter((name) => name.endsWith(".elf"));

export const elfBytes = (name: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(readFileSync(new URL(name, FOLDER)));

/** The text that binutils print about the file. */
export const binutilsText = (name: string): string => readFileSync(new URL(`${name}.txt`, FOLDER), "utf8");

export function expectElf(bytes: Uint8Array): ElfFile {
  const result = readElf(bytes);
  if (!result.ok) throw new Error(`${result.field}: ${result.reason}`);
  return result.value;
}
