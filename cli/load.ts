/** Scenarios for commands: built-in ones by id, files by path. */
import { open } from "node:fs/promises";
import { JSON_BYTE_LIMIT } from "../scenarios/base/limits.ts";
import { nearest } from "../scenarios/base/messages.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS, builtinScenario } from "../scenarios/index.ts";
import { type ParseResult, parseScenario, type ScenarioError } from "../scenarios/read/parse.ts";
import { type Complaint, InputError } from "./command.ts";
import { packedReason } from "./packed.ts";
import { systemCode, systemReason } from "./systemReason.ts";
import { wholeText } from "./wholeScenario.ts";
import { type Wanted, wrongKind } from "./wrongKind.ts";

export const SCENARIO_ARGUMENT = "SCENARIO (a file or the id of a built-in one)";

/** Instead of a path: standard input. */
export const STANDARD_INPUT = "-";

/** What shells make of `<(gzip -dc day.pcap.gz)`: a number that says nothing. */
export const isDescriptor = (path: string): boolean => /^\/(?:dev|proc\/self)\/fd\/\d+$/.test(path);

/** Undefined where the path names no file that could be opened again. */
export const fileOf = (path: string): string | undefined =>
  path === STANDARD_INPUT || isDescriptor(path) ? undefined : path;

export function builtinList(): string {
  const width = Math.max(...BUILTIN_SCENARIOS.map(({ id }) => id.length));
  return BUILTIN_SCENARIOS.map(({ id, summary }) => `  ${id.padEnd(width)}  ${summary}`).join("\n");
}

/** The id of a built-in scenario, else a path. `takesSources`: of linked files that it names, too. */
export async function loadScenario(subject: string, takesSources = false): Promise<Scenario> {
  const builtin = builtinScenario(subject);
  const result =
    builtin === undefined ? await parseFile(subject, idHint(subject), takesSources) : await builtin.load();
  if (result.ok) return result.scenario;
  throw new InputError(...complaintsOf(subject, result));
}

/** What is wrong with a scenario. The last one counts the errors that are not listed. */
export function complaintsOf(
  subject: string,
  found: { readonly errors: readonly ScenarioError[]; readonly errorCount: number },
): readonly Complaint[] {
  const complaints = found.errors.map(({ field, message }) => ({ subject, field, reason: message }));
  const more = found.errorCount - complaints.length;
  if (more === 0) return complaints;
  return [...complaints, { subject, reason: `and ${more} more error${more === 1 ? "" : "s"}` }];
}

/** `missingHint` is added when there is no such file. Linked files that it names are read, too. */
async function parseFile(path: string, missingHint = "", takesSources = false): Promise<ParseResult> {
  return parseScenario(await wholeText(path, await readText(path, missingHint), takesSources));
}

export async function readBytes(path: string, missingHint = ""): Promise<Uint8Array> {
  return readBounded(path).catch((error: unknown) => {
    if (error instanceof InputError) throw error;
    throw new InputError({ subject: path, reason: readReason(error, missingHint) });
  });
}

/** Of a file in UTF-8; another kind of file than the one that is wanted is refused with its name. */
export async function readText(path: string, missingHint = "", wanted: Wanted = "json"): Promise<string> {
  const bytes = await readBytes(path, missingHint);
  const reason = (await wrongKind(path, bytes, wanted)) ?? packedReason(bytes, "", fileOf(path));
  if (reason !== undefined) throw new InputError({ subject: path, reason });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InputError({ subject: path, reason: "is no UTF-8 text" });
  }
}

/** Also of pipes and devices, whose size is not known before. */
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
