/** Opens a bundle from elsewhere, part by part. Each part has a limit that holds while it is inflated, and is checked
 * against the plan of its study. Nothing but the ZIP file is opened. */

import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import type { StudyRow } from "../../lib/study/row.ts";
import { jsonLinesFormat } from "../../lib/study/rowFormat.ts";
import { JSON_BYTE_LIMIT } from "../../scenarios/base/limits.ts";
import { describeIssues } from "../../scenarios/base/messages.ts";
import { isObject } from "../../scenarios/base/values.ts";
import { readJson } from "../../scenarios/read/json.ts";
import { InputError } from "../command.ts";
import {
  MANIFEST_FILE,
  type Manifest,
  manifestSchema,
  PARQUET_FILE,
  PARTS,
  README_FILE,
  ROWS_FILE,
  STUDY_FILE,
  SUMMARY_FILE,
} from "./bundle.ts";
import { type LoadedStudy, wholeStudy } from "./loadStudy.ts";
import { rowsByteLimit, rowsInChunks } from "./rowStore.ts";

export interface OpenedBundle {
  readonly manifest: Manifest;
  readonly loaded: LoadedStudy;
  /** Rows of planned runs, each run once. */
  readonly rows: readonly StudyRow[];
  /** Lines of runs that are not in the plan, and repeated runs. */
  readonly others: OtherLines;
  readonly summarySha256: string;
  /** Undefined if it has no Parquet rows. */
  readonly parquet: Uint8Array | undefined;
}

export interface OtherLines {
  readonly count: number;
  /** First lines, at most one screen. */
  readonly first: readonly string[];
}

const LISTED = 20;
const MANIFEST_BYTES = 64 * 1024;
const README_BYTES = 64 * 1024;
/** The summary is hashed and not kept, because 64 metrics of 10,000 points take half of this. */
const SUMMARY_BYTES = 256 * 1024 * 1024;
/** Additional bytes besides the rows: names and statistics of columns. */
const PARQUET_BYTES = 4 * 1024 * 1024;

/** Throws InputError if the bundle is incomplete or its hashes differ from the manifest. */
export async function openBundle(subject: string, bytes: Uint8Array): Promise<OpenedBundle> {
  try {
    return await opened(subject, partsOf(subject, bytes));
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    throw new InputError({ subject, reason: error.message });
  }
}

type PartOf = (name: string) => ZipPart | undefined;

function partsOf(subject: string, bytes: Uint8Array): PartOf {
  try {
    const parts = zipParts(bytes, new Set([MANIFEST_FILE, PARQUET_FILE, ...PARTS]));
    return (name) => parts.get(name);
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    throw new InputError({ subject, reason: `is not a bundle: ${error.message}` });
  }
}

async function opened(subject: string, partOf: PartOf): Promise<OpenedBundle> {
  const part = (name: string): ZipPart => {
    const found = partOf(name);
    if (found === undefined)
      throw new InputError({ subject, field: name, reason: "is missing in this bundle" });
    return found;
  };
  const manifest = manifestIn(subject, await heldPart(part(MANIFEST_FILE), MANIFEST_BYTES));
  const { sha256 } = manifest;
  const expectHash = (name: string, wanted: string | undefined, is: string) => {
    if (is === wanted) return;
    throw new InputError({
      subject,
      field: name,
      reason: "is not what the manifest says: its SHA-256 differs",
    });
  };
  const study = await heldPart(part(STUDY_FILE), JSON_BYTE_LIMIT);
  expectHash(STUDY_FILE, sha256[STUDY_FILE], sha256Of(study));
  expectHash(README_FILE, sha256[README_FILE], await hashOfPart(part(README_FILE), README_BYTES));
  expectHash(SUMMARY_FILE, sha256[SUMMARY_FILE], await hashOfPart(part(SUMMARY_FILE), SUMMARY_BYTES));
  const loaded = studyIn(subject, manifest, study);
  const limit = rowsByteLimit(loaded.plan);
  expectHash(ROWS_FILE, sha256[ROWS_FILE], await hashOfPart(part(ROWS_FILE), limit));
  const first: string[] = [];
  let count = 0;
  const held = await rowsInChunks(bytesOfPart(part(ROWS_FILE), limit), {
    ...{ subject, place: `${ROWS_FILE}: line`, plan: loaded.plan, format: jsonLinesFormat(loaded.plan) },
    onOther: ({ reason }, place) => {
      count += 1;
      if (first.length < LISTED) first.push(`${place}: ${reason}`);
    },
  });
  const lines = held.rows.length + count;
  if (lines !== manifest.runs)
    throw new InputError({
      ...{ subject, field: ROWS_FILE, reason: `has ${lines} rows, and the manifest says ${manifest.runs}` },
    });
  expectOneOrigin(subject, manifest, held.rows);
  const summarySha256 = sha256[SUMMARY_FILE];
  const parquet = await parquetIn(subject, manifest, partOf(PARQUET_FILE), PARQUET_BYTES + held.sizeBytes);
  if (parquet !== undefined) expectHash(PARQUET_FILE, sha256[PARQUET_FILE], sha256Of(parquet));
  return { manifest, loaded, rows: held.rows, others: { count, first }, summarySha256, parquet };
}

function manifestIn(subject: string, bytes: Uint8Array): Manifest {
  const refused = (reason: string) => new InputError({ subject, field: MANIFEST_FILE, reason });
  const json = readJson(textOf(bytes) ?? "");
  if (!json.ok) throw refused(json.error.message);
  if (!isObject(json.value)) throw refused("must be an object");
  const parsed = manifestSchema.safeParse(json.value);
  if (parsed.success) return parsed.data;
  const [error] = describeIssues(manifestSchema, json.value, parsed.error.issues);
  throw refused(`${error?.field}: ${error?.message}`);
}

function studyIn(subject: string, manifest: Manifest, bytes: Uint8Array): LoadedStudy {
  const refused = (reason: string) => new InputError({ subject, field: STUDY_FILE, reason });
  const text = textOf(bytes);
  if (text === undefined) throw refused("is not UTF-8 text");
  const loaded = wholeStudy(`${subject}: ${STUDY_FILE}`, text);
  const { study, plan } = loaded;
  if (plan.studyHash !== manifest.studyHash)
    throw refused(`is another study: its hash is ${plan.studyHash}, not ${manifest.studyHash}`);
  if (study.name !== manifest.study)
    throw refused(
      `is called ${JSON.stringify(study.name)}, and the manifest says ${JSON.stringify(manifest.study)}`,
    );
  return loaded;
}

function expectOneOrigin(subject: string, manifest: Manifest, rows: readonly StudyRow[]): void {
  const { program, model, command } = manifest;
  const other = rows.findIndex(
    (row) => row.program !== program || row.model !== model || row.command !== command,
  );
  if (other < 0) return;
  const reason = "has a row of another version or command than the manifest";
  throw new InputError({ subject, field: ROWS_FILE, reason });
}

async function parquetIn(
  subject: string,
  { sha256 }: Manifest,
  part: ZipPart | undefined,
  limit: number,
): Promise<Uint8Array | undefined> {
  const refused = (reason: string) => new InputError({ subject, field: PARQUET_FILE, reason });
  if (sha256[PARQUET_FILE] === undefined && part !== undefined)
    throw refused("is in the bundle, but not in its manifest");
  if (sha256[PARQUET_FILE] === undefined) return undefined;
  if (part === undefined) throw refused("is missing in this bundle");
  return heldPart(part, limit);
}

async function heldPart(part: ZipPart, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytesOfPart(part, limit)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

async function hashOfPart(part: ZipPart, limit: number): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of bytesOfPart(part, limit)) hash.update(chunk);
  return hash.digest("hex");
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

// ---- ZIP (APPNOTE 6.3.10): parts are inflated one after the other when they are read. Whatever sizes the file claims,
// ---- only as much is inflated as the reader takes ----

/** `reason`: the fault of the file. */
export class ZipError extends Error {
  override readonly name = "ZipError";
}

export interface ZipPart {
  readonly name: string;
  readonly isDeflated: boolean;
  /** Bytes as in the file. */
  readonly packed: Uint8Array;
}

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const COMMENT_BYTES = 0xffff;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const FLAG_ENCRYPTED = 1;

/** Throws ZipError, also for a part that is not in `known`, because no hash covers it. */
export function zipParts(bytes: Uint8Array, known: ReadonlySet<string>): ReadonlyMap<string, ZipPart> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const parts = new Map<string, ZipPart>();
  for (let entry = 0; entry < count; entry++) {
    if (at + ENTRY_BYTES > end || view.getUint32(at, true) !== ENTRY_SIGNATURE) throw damaged();
    const nameBytes = view.getUint16(at + 28, true);
    const name = nameAt(bytes, at + ENTRY_BYTES, nameBytes);
    if (!known.has(name)) throw new ZipError(`has ${name}, which does not belong in a bundle`);
    // Programs differ in which of two equal names they unpack.
    if (parts.has(name)) throw new ZipError(`has ${name} twice`);
    parts.set(name, partAt(view, bytes, at, name));
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return parts;
}

const damaged = (): ZipError => new ZipError("is not a ZIP file, or a damaged one");

/** Only the comment of the file may follow it. */
function endOf(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - COMMENT_BYTES); at--)
    if (view.getUint32(at, true) === END_SIGNATURE && at + view.getUint16(at + 20, true) === last) return at;
  throw damaged();
}

const decoder = new TextDecoder();
const nameAt = (bytes: Uint8Array, at: number, length: number): string =>
  decoder.decode(bytes.subarray(at, at + length));

/** `entry` is the offset of its entry in the central directory. */
function partAt(view: DataView, bytes: Uint8Array, entry: number, name: string): ZipPart {
  const method = view.getUint16(entry + 10, true);
  if ((view.getUint16(entry + 8, true) & FLAG_ENCRYPTED) !== 0) throw new ZipError(`has ${name} encrypted`);
  if (method !== STORED && method !== DEFLATED)
    throw new ZipError(
      `has ${name} compressed by method ${method}; only ${STORED} and ${DEFLATED} are supported`,
    );
  const size = view.getUint32(entry + 20, true);
  const local = view.getUint32(entry + 42, true);
  if (local + LOCAL_BYTES > bytes.length || view.getUint32(local, true) !== LOCAL_SIGNATURE) throw damaged();
  const nameBytes = view.getUint16(local + 26, true);
  if (nameAt(bytes, local + LOCAL_BYTES, nameBytes) !== name) throw damaged();
  const from = local + LOCAL_BYTES + nameBytes + view.getUint16(local + 28, true);
  if (from + size > bytes.length) throw damaged();
  return { name, isDeflated: method === DEFLATED, packed: bytes.subarray(from, from + size) };
}

/** Yields the bytes as they are inflated. Throws ZipError if there are more than `limit`, or if they cannot be
 * inflated. */
export async function* bytesOfPart(
  { name, isDeflated, packed }: ZipPart,
  limit: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of isDeflated ? inflated(name, packed) : [packed]) {
    size += chunk.length;
    if (size > limit) throw new ZipError(`has ${name} with more than ${limit} bytes`);
    yield chunk;
  }
}

async function* inflated(name: string, packed: Uint8Array): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw();
  const source = Readable.from([packed]);
  source.pipe(inflate);
  try {
    for await (const chunk of inflate) yield chunk as Uint8Array;
  } catch {
    throw new ZipError(`has ${name} damaged`);
  } finally {
    source.destroy();
    inflate.destroy();
  }
}
