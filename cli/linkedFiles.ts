/** Linked files that a scenario names (`"elf": "file:checksum.elf"`) in place of what they hold. */
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { filesOf, readLineTable } from "../lib/elf/lineTable.ts";
import { beginsAsElf, readElf } from "../lib/elf/readElf.ts";
import { fieldName } from "../scenarios/base/fieldName.ts";
import { PROGRAM_CHARACTER_LIMIT } from "../scenarios/base/limits.ts";
import { isObject } from "../scenarios/base/values.ts";
import { readJson } from "../scenarios/read/json.ts";
import { FILE_PREFIX, SOURCE_LIMIT } from "../scenarios/software/program.ts";
import { InputError } from "./command.ts";
import { fileOf, readBytes } from "./load.ts";

/** The text of a scenario with them in base64; as it is where it names none. Their paths begin at the scenario's folder, or
 * where the command runs. `takesSources`: also what they were compiled from, where a scenario does not bring it. */
export async function withLinkedFiles(path: string, text: string, takesSources = false): Promise<string> {
  if (!text.includes(FILE_PREFIX)) return text;
  const json = readJson(text);
  // What is wrong with it is told where it is parsed.
  if (!json.ok || !isObject(json.value)) return text;
  const { software } = json.value;
  const routines = isObject(software) && Array.isArray(software.routines) ? software.routines : [];
  let isChanged = false;
  for (const [index, routine] of routines.entries()) {
    const program: unknown = isObject(routine) ? routine.program : undefined;
    if (!isObject(program) || typeof program.elf !== "string" || !program.elf.startsWith(FILE_PREFIX))
      continue;
    const field = fieldName(["software", "routines", index, "program", "elf"]);
    const file = placeOf(path, program.elf.slice(FILE_PREFIX.length));
    const bytes = await linkedFile(path, file, field);
    Object.assign(program, { elf: Buffer.from(bytes).toString("base64") });
    const sources = takesSources && routine.sources === undefined ? await sourcesOf(file, path, bytes) : [];
    if (sources.length > 0) Object.assign(routine, { sources });
    isChanged = true;
  }
  return isChanged ? JSON.stringify(json.value) : text;
}

/** Of a file that a scenario names, from the folder of the scenario on. */
export function placeOf(path: string, name: string): string {
  const file = fileOf(path);
  return isAbsolute(name) || file === undefined ? name : join(dirname(file), name);
}

async function linkedFile(path: string, place: string, field: string): Promise<Uint8Array> {
  const bytes = await readBytes(place).catch((error: unknown) => {
    if (!(error instanceof InputError)) throw error;
    const [complaint] = error.complaints;
    throw new InputError({
      subject: path,
      field,
      reason: `${place}: ${complaint?.reason ?? "cannot be read"}`,
    });
  });
  if (!beginsAsElf(bytes)) throw new InputError({ subject: path, field, reason: `${place}: is no ELF file` });
  return bytes;
}

interface Source {
  readonly file: string;
  readonly text: string;
}

/** A linked file of others names what is read here, and a scenario is handed on with it: a key or a password is no source. */
const SOURCE_NAME = /\.(?:c|h|s|cc|cpp|cxx|hpp|inc|rs)$/i;
/** A character of UTF-16 takes at most three in UTF-8. */
const SOURCE_BYTE_LIMIT = 3 * PROGRAM_CHARACTER_LIMIT;

/** Files of its line table, where they lie in the folder of the linked file or in that of the scenario, or below: a linked
 * file of others names none that would be read from elsewhere. What is not there, is hidden, has another name than a source
 * has, is no text or is too long is left out. */
async function sourcesOf(elfFile: string, scenario: string, bytes: Uint8Array): Promise<readonly Source[]> {
  const elf = readElf(bytes);
  const table = elf.ok ? readLineTable(elf.value) : undefined;
  const folders = await realFolders([elfFile, fileOf(scenario)]);
  const sources: Source[] = [];
  for (const file of table?.ok === true ? filesOf(table.value) : []) {
    if (sources.length === SOURCE_LIMIT) break;
    const text = await textIn(folders, file);
    if (text !== undefined) sources.push({ file, text });
  }
  return sources;
}

async function realFolders(files: readonly (string | undefined)[]): Promise<readonly string[]> {
  const folders = files.flatMap((file) => (file === undefined ? [] : [dirname(file)]));
  return Promise.all(folders.map((folder) => realpath(folder)));
}

/** A compiler names it from where it was called, which may be either folder. A link has to lead to such a file, too. */
async function textIn(folders: readonly string[], file: string): Promise<string | undefined> {
  for (const folder of folders) {
    const asked = resolve(folder, file);
    if (!isSource(relative(folder, asked))) continue;
    const place = await realpath(asked).catch(() => undefined);
    if (place === undefined) continue;
    const inside = folders.map((one) => relative(one, place)).filter(isBelow);
    if (inside.length === 0 || !inside.every(isSource)) continue;
    const text = await textOf(place).catch(() => undefined);
    if (text !== undefined && text.length <= PROGRAM_CHARACTER_LIMIT) return text;
  }
  return undefined;
}

const isBelow = (path: string): boolean => path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);

/** `..` leads to another folder and hides nothing. */
const isSource = (path: string): boolean =>
  SOURCE_NAME.test(path) && path.split(sep).every((part) => part === ".." || !part.startsWith("."));

async function textOf(place: string): Promise<string | undefined> {
  const found = await stat(place);
  if (!found.isFile() || found.size > SOURCE_BYTE_LIMIT) return undefined;
  return asLines(new TextDecoder("utf-8", { fatal: true }).decode(await readFile(place)));
}

/** What no scenario may hold, as a form feed, becomes a blank: columns stay. */
const asLines = (text: string): string =>
  text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, " ");
