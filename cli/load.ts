/** Reads what commands run: scenarios and labs, built-in ones by id and files by path. */

import { open, readFile, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { type Packing, packingOf } from "../lib/captures/readCapture.ts";
import { quoted } from "../lib/commandLine.ts";
import { filesOf, readLineTable } from "../lib/elf/lineTable.ts";
import { beginsAsElf, readElf } from "../lib/elf/readElf.ts";
import { recognise } from "../lib/files/recognise.ts";
import { type OwnKind, type Recognised, whatIs } from "../lib/files/recognised.ts";
import { checkLab } from "../lib/labs/check.ts";
import { joinLab, loadLab } from "../lib/labs/gallery.ts";
import { isLab, type Lab, type LabResult, parseLab, refusedLab } from "../lib/labs/lab.ts";
import { fieldName } from "../scenarios/base/fieldName.ts";
import { JSON_BYTE_LIMIT, PROGRAM_CHARACTER_LIMIT } from "../scenarios/base/limits.ts";
import { nearest } from "../scenarios/base/messages.ts";
import { isObject } from "../scenarios/base/values.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS, builtinBase, builtinScenario } from "../scenarios/index.ts";
import { BUILTIN_LABS } from "../scenarios/labs/index.ts";
import { readJson } from "../scenarios/read/json.ts";
import { baseNamed, wholeOnBase } from "../scenarios/read/onBase.ts";
import { type ParseResult, parseScenario, type ScenarioError } from "../scenarios/read/parse.ts";
import { FILE_PREFIX, SOURCE_LIMIT } from "../scenarios/software/program.ts";
import { type Complaint, InputError } from "./command.ts";
import { systemCode, systemReason } from "./output.ts";

export const SCENARIO_ARGUMENT = "SCENARIO (a file or the id of a built-in one)";

/** Represents standard input instead of a path. */
export const STANDARD_INPUT = "-";

/** The path that a shell makes of `<(gzip -dc day.pcap.gz)`: its number has no meaning. */
export const isDescriptor = (path: string): boolean => /^\/(?:dev|proc\/self)\/fd\/\d+$/.test(path);

/** Undefined if the path names no file that can be opened again. */
export const fileOf = (path: string): string | undefined =>
  path === STANDARD_INPUT || isDescriptor(path) ? undefined : path;

export function builtinList(): string {
  const width = Math.max(...BUILTIN_SCENARIOS.map(({ id }) => id.length));
  return BUILTIN_SCENARIOS.map(({ id, summary }) => `  ${id.padEnd(width)}  ${summary}`).join("\n");
}

/** `subject` is the id of a built-in scenario, or a path. `takesSources`: also reads the sources of linked files. */
export async function loadScenario(subject: string, takesSources = false): Promise<Scenario> {
  const builtin = builtinScenario(subject);
  const result =
    builtin === undefined ? await parseFile(subject, idHint(subject), takesSources) : await builtin.load();
  if (result.ok) return result.scenario;
  throw new InputError(...complaintsOf(subject, result));
}

/** The errors of a scenario. The last entry counts the errors that are not listed. */
export function complaintsOf(
  subject: string,
  found: { readonly errors: readonly ScenarioError[]; readonly errorCount: number },
): readonly Complaint[] {
  const complaints = found.errors.map(({ field, message }) => ({ subject, field, reason: message }));
  const more = found.errorCount - complaints.length;
  if (more === 0) return complaints;
  return [...complaints, { subject, reason: `and ${more} more error${more === 1 ? "" : "s"}` }];
}

/** `missingHint` is added to the error if the file does not exist. Linked files are read as well. */
async function parseFile(path: string, missingHint = "", takesSources = false): Promise<ParseResult> {
  return parseScenario(await wholeText(path, await readText(path, missingHint), takesSources));
}

export async function readBytes(path: string, missingHint = ""): Promise<Uint8Array> {
  return readBounded(path).catch((error: unknown) => {
    if (error instanceof InputError) throw error;
    throw new InputError({ subject: path, reason: readReason(error, missingHint) });
  });
}

/** Reads a UTF-8 file. A file of another kind than `wanted` is refused by the name of its kind. */
export async function readText(path: string, missingHint = "", wanted: Wanted = "json"): Promise<string> {
  const bytes = await readBytes(path, missingHint);
  const reason = (await wrongKind(path, bytes, wanted)) ?? packedReason(bytes, "", fileOf(path));
  if (reason !== undefined) throw new InputError({ subject: path, reason });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InputError({ subject: path, reason: "is not UTF-8 text" });
  }
}

/** Also reads pipes and devices, whose size is unknown before. */
async function readBounded(path: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await byteStream(path)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > JSON_BYTE_LIMIT) {
      throw new InputError({ subject: path, reason: `is larger than ${JSON_BYTE_LIMIT / 1024 / 1024} MB` });
    }
  }
  return Buffer.concat(chunks);
}

async function byteStream(path: string): Promise<AsyncIterable<Buffer>> {
  return path === STANDARD_INPUT ? process.stdin : (await open(path)).createReadStream();
}

export function readReason(error: unknown, missingHint = ""): string {
  const code = systemCode(error);
  if (code === "ENOENT") return `no such file${missingHint}`;
  return code === "EISDIR" ? "is a folder" : `cannot be read: ${systemReason(error)}`;
}

function idHint(subject: string): string {
  const ids = BUILTIN_SCENARIOS.map(({ id }) => id);
  const guess = nearest(subject, ids);
  return `, and no built-in scenario${guess === undefined ? "" : `; did you mean ${guess}?`}`;
}

// ---- a complete scenario file: its base and its linked files are inserted ----

/** The limit stops files that refer to each other in a circle. */
const BASES_LIMIT = 8;

/** `path` is the file that contains `text`. `takesSources`: also reads the sources of linked files. */
export async function wholeText(path: string, text: string, takesSources = false): Promise<string> {
  return withLinkedFiles(path, await withBase(path, text, BASES_LIMIT), takesSources);
}

async function withBase(path: string, text: string, basesLeft: number): Promise<string> {
  const json = readJson(text);
  // The parser reports errors in the text.
  const name = json.ok ? baseNamed(json.value) : undefined;
  if (!json.ok || name === undefined) return text;
  const fault = (field: string, reason: string) => new InputError({ subject: path, field, reason });
  const whole = await wholeOnBase(json.value, name, async (base) => {
    if (!base.endsWith(".json")) return builtinBase(base);
    if (isAbsolute(base)) throw fault("base", "must be a path relative to the scenario's folder");
    if (basesLeft === 0) throw fault("base", `more than ${BASES_LIMIT} files in a chain of bases`);
    const file = placeOf(path, base);
    const read = readJson(
      await withLinkedFiles(file, await withBase(file, await readText(file), basesLeft - 1)),
    );
    if (!read.ok) throw fault("base", `${file}: ${read.error.message}`);
    return read.value;
  });
  if (!whole.ok) throw fault(whole.error.field, whole.error.message);
  return JSON.stringify(whole.value);
}

// ---- linked files that a scenario names: `"elf": "file:checksum.elf"` ----

/** The text of a scenario with its linked files in base64, or the same text if it names none. Paths are relative to
 * the scenario's folder, or to the working directory. `takesSources`: also adds the sources of linked files if the
 * scenario does not contain them. */
export async function withLinkedFiles(path: string, text: string, takesSources = false): Promise<string> {
  if (!text.includes(FILE_PREFIX)) return text;
  const json = readJson(text);
  // The parser reports errors in the text.
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

/** Path of a file that a scenario names, relative to the scenario's folder. */
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
  if (!beginsAsElf(bytes))
    throw new InputError({ subject: path, field, reason: `${place}: is not an ELF file` });
  return bytes;
}

interface Source {
  readonly file: string;
  readonly text: string;
}

/** Endings of source files. The linked file, which may be from elsewhere, chooses the files that are read here, and
 * the scenario may be shared. The list excludes keys and passwords. */
const SOURCE_NAME = /\.(?:c|h|s|cc|cpp|cxx|hpp|inc|rs)$/i;
/** One UTF-16 character takes at most three bytes in UTF-8. */
const SOURCE_BYTE_LIMIT = 3 * PROGRAM_CHARACTER_LIMIT;

/** Source files of the line table that lie in or below the folder of the linked file or of the scenario, so that a
 * linked file from elsewhere cannot read other places. Files are omitted if they are missing, hidden, too long or
 * binary, or if their ending is not one of a source. */
async function sourcesOf(elfFile: string, scenario: string, bytes: Uint8Array): Promise<readonly Source[]> {
  const folders = await realFolders([elfFile, fileOf(scenario)]);
  const sources: Source[] = [];
  for (const file of filesOfElf(bytes)) {
    if (sources.length === SOURCE_LIMIT) break;
    const text = await textIn(folders, file);
    if (text !== undefined) sources.push({ file, text });
  }
  return sources;
}

/** The source files that the line table of a linked file names. */
export function filesOfElf(bytes: Uint8Array): readonly string[] {
  const elf = readElf(bytes);
  const table = elf.ok ? readLineTable(elf.value) : undefined;
  return table?.ok === true ? filesOf(table.value) : [];
}

async function realFolders(files: readonly (string | undefined)[]): Promise<readonly string[]> {
  const folders = files.flatMap((file) => (file === undefined ? [] : [dirname(file)]));
  return Promise.all(folders.map((folder) => realpath(folder)));
}

/** A compiler names files relative to its working directory, which may be either folder. A link must lead to such a
 * file as well. */
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

/** Characters that no scenario may contain, such as a form feed, become blanks, so columns do not shift. */
const asLines = (text: string): string =>
  text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, " ");

// ---- compressed files: a shell can unpack them while they are read, `<(gzip -dc day.pcap.gz)` ----

/** Programs that write the contents of a file to standard output. (On macOS zcat accepts only names that end in
 * .Z.) */
const PROGRAMS: Readonly<Record<Packing, string>> = {
  gzip: "gzip -dc",
  zstd: "zstd -dc",
  xz: "xz -dc",
  bzip2: "bzip2 -dc",
  lz4: "lz4 -dc",
  zip: "unzip -p",
};

/** Undefined if the data are not compressed. `before` precedes the argument in the message, such as `--pcap `.
 * Without `path` the data came through a pipe. */
export function packedReason(
  bytes: Uint8Array,
  before: string,
  path: string | undefined,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const name = packingOf(bytes);
  if (name === undefined) return undefined;
  const program = PROGRAMS[name];
  const says = (way: string) => `is compressed with ${name}: ${way}`;
  // Shells on Windows have no <( ).
  if (platform === "win32") return says("unpack it first");
  if (path === undefined) return says(`unpack it in the pipe, as with ${program}`);
  return says(`${before}<(${program} ${quoted(path)}) unpacks it on the way`);
}

// ---- a file of a kind that the command does not read ----

/** The command that reads each kind of file. */
const COMMANDS: Readonly<Record<OwnKind, string>> = {
  scenario: "irqscope run runs it",
  study: "irqscope sweep runs it",
  lab: "irqscope validate checks it, and the page opens it",
  submission: "irqscope grade grades it",
  progress: "the page opens it",
  library: "the page opens it",
  bundle: "irqscope verify runs it again",
  capture: "irqscope trace --pcap makes a scenario of it",
  elf: 'a program of a scenario names it: "elf": "file:NAME"',
  assembly: "irqscope asm assembles it; a program of a scenario contains it as source",
};

/** `json` stands for any JSON. The reader of its format reports errors. */
export type Wanted = "json" | "assembly" | "bundle" | "capture";

/** Undefined if the file is of the wanted kind or compressed, or if its reader will report the error. */
export async function wrongKind(
  path: string,
  bytes: Uint8Array,
  wanted: Wanted,
): Promise<string | undefined> {
  const found = await recognise(new Blob([bytes as BlobPart]), path);
  if (["packed", "json", "text", wanted].includes(found.kind)) return undefined;
  if (wanted === "json" && isJson(found)) return undefined;
  // A text that resembles another format may still be assembly.
  if (wanted === "assembly" && found.kind === "foreign" && !bytes.includes(0)) return undefined;
  const command = new Map<string, string>(Object.entries(COMMANDS)).get(found.kind);
  return command === undefined ? whatIs(found) : `${whatIs(found)}: ${command}`;
}

function isJson({ kind }: Recognised): boolean {
  return ["scenario", "study", "lab", "submission", "progress", "library"].includes(kind);
}

// ---- labs: course labs by id, others by path ----

/** Reads and checks a lab. Its text may be in text.md beside the file. */
export async function readLab(file: string): Promise<Lab> {
  const result = await labIn(file, await readText(file));
  if (result.ok) return result.lab;
  throw new InputError(...complaintsOf(file, result));
}

/** Also accepts text that is not a lab. */
export async function labIn(file: string, content: string): Promise<LabResult> {
  const json = readJson(content);
  const isOne = json.ok && isLab(json.value);
  const result = isOne ? joinLab(json.value, await textBeside(file)) : parseLab(content);
  if (!result.ok) return result;
  const errors = await checkLab(result.lab);
  return errors.length === 0 ? result : refusedLab(errors);
}

async function textBeside(file: string): Promise<string> {
  return file === STANDARD_INPUT ? "" : readText(join(dirname(file), "text.md")).catch(() => "");
}

/** `name` is the id of a lab of the course, or a file. */
export async function labNamed(name: string): Promise<Lab> {
  const known = await loadLab(name);
  if (known?.ok === true) return known.lab;
  if (known !== undefined) throw new InputError(...complaintsOf(name, known));
  if (/[./\\]|^-$/.test(name)) return readLab(name);
  throw new InputError({ subject: name, reason: noLab(name) });
}

export function noLab(name: string): string {
  const ids = BUILTIN_LABS.map(({ id }) => id);
  const guess = nearest(name, ids);
  return `is not a lab; ${guess === undefined ? "" : `did you mean ${guess}? `}known: ${ids.join(", ")}`;
}

export function labList(): string {
  const width = Math.max(...BUILTIN_LABS.map(({ id }) => id.length));
  return BUILTIN_LABS.map(({ id, title }) => `  ${id.padEnd(width)}  ${title}`).join("\n");
}
