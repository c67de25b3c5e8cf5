/** The rows of a study in a file that is valid at any moment. However the command ends, each row is either complete
 * or absent. */

import { open } from "node:fs/promises";
import { VERSION } from "../../lib/origin.ts";
import { STUDY_RUN_LIMIT, type StudyPlan } from "../../lib/study/plan.ts";
import { pointText, rowKey, type StudyRow } from "../../lib/study/row.ts";
import { type RowFormat, rowFormat } from "../../lib/study/rowFormat.ts";
import { seedLimit } from "../../lib/study/seeds.ts";
import { rowByteLimit, type TakenLine, TakenRows } from "../../lib/study/takenRows.ts";
import { complaintText, InputError } from "../command.ts";
import { chunksOf, rawLines } from "../lines.ts";
import { systemCode, systemReason, writeWhole } from "../output.ts";
import { RowFile } from "../rowFile.ts";
import { damagedReason, parquetLines } from "./parquet.ts";

export interface RowStoreOptions {
  readonly path: string;
  readonly format: RowFormat;
  readonly plan: StudyPlan;
  readonly resume: boolean;
  readonly overwrite: boolean;
  /** Version of the machine's rules in this program. */
  readonly model: string;
  /** Whether the plan contains this run. */
  readonly isPlanned: (row: StudyRow) => boolean;
}

export class RowStore {
  readonly #options: RowStoreOptions;
  readonly #file: RowFile;
  /** Lines by point and seed, in the order of the file. */
  readonly #lines = new Map<string, string>();
  readonly known: readonly StudyRow[];
  #last: Promise<void> = Promise.resolve();

  private constructor(options: RowStoreOptions, file: RowFile, known: readonly StudyRow[]) {
    this.#options = options;
    this.#file = file;
    this.known = known;
    for (const row of known) this.#lines.set(rowKey(row), options.format.line(row));
  }

  static async open(options: RowStoreOptions): Promise<RowStore> {
    const { path, format, overwrite } = options;
    const chunks = options.resume ? await chunksAt(path) : undefined;
    if (chunks === undefined)
      return new RowStore(options, await RowFile.create(path, format.head, { overwrite }), []);
    const { rows, sizeBytes } = await rowsInChunks(chunks, sourceOf(options));
    return new RowStore(options, await RowFile.goOn(path, sizeBytes, format.head), rows);
  }

  /** Calls run one after another, in their order. */
  add(row: StudyRow): Promise<void> {
    const line = this.#options.format.line(row);
    this.#lines.set(rowKey(row), line);
    this.#last = this.#last.then(() => this.#file.append(line));
    return this.#last;
  }

  /** `rows` are all rows in their final order. The file is replaced if its order differs. */
  async finish(rows: readonly StudyRow[]): Promise<void> {
    await this.close();
    const { path, format } = this.#options;
    const wanted = rows.map(rowKey);
    const isInOrder = [...this.#lines.keys()].every((key, at) => key === wanted[at]);
    if (isInOrder && !this.#hasLooseEnds) return;
    const text = format.head + wanted.map((key) => this.#lines.get(key) ?? "").join("");
    await writeWhole(path, text, { overwrite: true });
  }

  /** A resumed file may have heads between its rows, and repeated rows. */
  get #hasLooseEnds(): boolean {
    return this.#options.resume;
  }

  async close(): Promise<void> {
    await this.#last.catch(() => undefined);
    await this.#file.close();
  }
}

/** Undefined if there is no such file. */
async function chunksAt(path: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  try {
    return (await open(path)).createReadStream();
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw new InputError({ subject: path, reason: `cannot be read: ${systemReason(error)}` });
  }
}

/** Heads may occur between rows if files of shards were concatenated. A run may occur twice if both results are
 * equal. */
function sourceOf({ path, format, plan, model, isPlanned }: RowStoreOptions): RowsSource {
  const refused = (field: string, reason: string) => new InputError({ subject: path, field, reason });
  return {
    ...{ subject: path, place: isParquet(path) ? "row" : "line", plan, format },
    onOther: (line, place) => {
      if (line.kind === "foreign" || !line.isSame) throw refused(place, line.reason);
    },
    onRow: (row, place) => {
      if (row.program !== VERSION || row.model !== model)
        throw refused(
          place,
          `is of irqscope ${row.program}, model ${row.model}; this is ${VERSION}, model ${model}`,
        );
      if (!isPlanned(row)) throw refused(place, "is a run that this part of the study does not have");
    },
  };
}

/** Converts the rows of a Parquet file to lines, from which a store can resume. Refuses faulty rows, as the store does
 * with rows of its own. */
export async function linesOfParquet(options: RowStoreOptions): Promise<string> {
  const { path, plan, format } = options;
  const rows = await readParquetFile(path, plan);
  const lines = rows.map((row) => format.line(row));
  rowsInLines(
    lines.map((line) => line.slice(0, -1)),
    sourceOf(options),
  );
  return lines.join("");
}

const isParquet = (path: string): boolean => /\.parquet$/i.test(path);

/** Reads all rows of a file for other commands. Each row must be a run of the study and occur once. All rows must come
 * from one version and command, which may differ from the present ones. */
export async function readStudyRows(path: string, plan: StudyPlan): Promise<readonly StudyRow[]> {
  if (!/\.(csv|jsonl|ndjson|parquet)$/i.test(path))
    throw new InputError({ subject: "--rows", reason: `"${path}" must end with .jsonl, .csv or .parquet` });
  const rows = isParquet(path)
    ? await readParquetFile(path, plan)
    : await readRowFile(path, plan, rowFormat(/\.csv$/i.test(path) ? "csv" : "jsonl", plan));
  const [first] = rows;
  for (const row of rows)
    if (row.program !== first?.program || row.model !== first.model || row.command !== first.command)
      throw new InputError({
        ...{ subject: path, field: `${pointText(row.point)} seed=${row.seed}` },
        reason: "is of another version or command than the first row",
      });
  return rows;
}

/** Reads Parquet rows as lines of CSV, which has the same columns. */
async function readParquetFile(path: string, plan: StudyPlan): Promise<readonly StudyRow[]> {
  const bytes = await readParquetBytes(path, plan);
  const read = await parquetLines(bytes, (count) => count <= STUDY_RUN_LIMIT);
  const format = rowFormat("csv", plan);
  if (read.kind === "damaged") throw new InputError({ subject: path, reason: damagedReason(read) });
  if (read.kind === "other-count") {
    const reason = `has ${read.rowCount} rows; the limit is ${STUDY_RUN_LIMIT}`;
    throw new InputError({ subject: path, reason });
  }
  if (!read.hasChecksum) {
    const reason = "has no checksum, so a changed number in it cannot be detected";
    process.stderr.write(`warning: ${complaintText({ subject: path, reason })}\n`);
  }
  const other = read.lines.findIndex(({ head }) => head !== format.head);
  if (other >= 0)
    throw new InputError({ subject: path, field: `row ${other + 1}`, reason: "is not a row of this study" });
  const source = { subject: path, place: "row", plan, format };
  return rowsInLines(
    read.lines.map(({ cells }) => cells),
    source,
  );
}

async function readParquetBytes(path: string, plan: StudyPlan): Promise<Uint8Array> {
  const limit = rowsByteLimit(plan);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of await chunksOf(path)) {
    size += chunk.length;
    if (size > limit)
      throw new InputError({
        subject: path,
        reason: `is larger than all rows of this study, ${limit} bytes`,
      });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readRowFile(path: string, plan: StudyPlan, format: RowFormat): Promise<readonly StudyRow[]> {
  const source = { subject: path, place: "line", plan, format };
  const { rows } = await rowsInChunks(await chunksOf(path), source);
  return rows;
}

// ---- rows of a file or a bundle, read line by line. The plan of the study bounds each line and the whole ----

/** A line whose point or seed is not in the study, or whose run has occurred before. */
type OtherLine = Extract<TakenLine, { readonly kind: "foreign" | "twice" }>;

interface RowsSource {
  readonly subject: string;
  /** The name of a line in errors, before its number. */
  readonly place: string;
  readonly plan: StudyPlan;
  readonly format: RowFormat;
  /** Called for each such line. Without it, such lines are refused. */
  readonly onOther?: (line: OtherLine, place: string) => void;
  /** May throw to refuse the row. */
  readonly onRow?: (row: StudyRow, place: string) => void;
}

interface RowsRead {
  /** Each run once, in the order of the lines. */
  readonly rows: readonly StudyRow[];
  /** Offset of the last line feed. A write was interrupted in the bytes after it. */
  readonly sizeBytes: number;
}

/** Limit of lines: each run twice, plus heads between concatenated parts. */
const lineLimit = ({ points, study }: StudyPlan): number =>
  2 * Math.min(STUDY_RUN_LIMIT, points.length * seedLimit(study)) + 1000;

/** Limit for the size of all rows, for any plan. */
const BYTE_LIMIT = 512 * 1024 * 1024;

/** Limit of a file of rows of the study. */
export const rowsByteLimit = (plan: StudyPlan): number =>
  Math.min(BYTE_LIMIT, lineLimit(plan) * rowByteLimit(plan));

export async function rowsInChunks(chunks: AsyncIterable<Uint8Array>, source: RowsSource): Promise<RowsRead> {
  const { subject, place, plan } = source;
  const taker = new LineTaker(source);
  const refused = (number: number, reason: string) =>
    new InputError({ subject, field: `${place} ${number}`, reason });
  const bytes = rowByteLimit(plan);
  let sizeBytes = 0;
  const tooLong = (number: number) => refused(number, `is longer than any row of this study, ${bytes} bytes`);
  for await (const line of rawLines(bounded(subject, chunks, rowsByteLimit(plan)), bytes, tooLong)) {
    if (!line.isWhole) break;
    const text = textOf(line.bytes);
    if (text === undefined) throw refused(line.number, "is not UTF-8 text");
    taker.take(line.number, text);
    sizeBytes = line.end;
  }
  return { rows: taker.rows, sizeBytes };
}

/** Reads lines in the format of the source, for a file that does not consist of lines. */
function rowsInLines(lines: Iterable<string>, source: RowsSource): readonly StudyRow[] {
  const taker = new LineTaker(source);
  let number = 0;
  for (const line of lines) taker.take(++number, line);
  return taker.rows;
}

class LineTaker {
  readonly #source: RowsSource;
  readonly #taken: TakenRows;

  constructor(source: RowsSource) {
    this.#source = source;
    this.#taken = new TakenRows(source.plan, source.format);
  }

  get rows(): readonly StudyRow[] {
    return this.#taken.rows;
  }

  take(number: number, text: string): void {
    const { subject, plan, place, onRow, onOther } = this.#source;
    const field = `${place} ${number}`;
    if (number > lineLimit(plan))
      throw new InputError({ subject, field, reason: "exceeds the number of runs of the study" });
    const line = this.#taken.take(text);
    if (line.kind === "head") return;
    if (line.kind === "row") onRow?.(line.row, field);
    else if (line.kind === "wrong" || onOther === undefined)
      throw new InputError({ subject, field, reason: line.reason });
    else onOther(line, field);
  }
}

async function* bounded(
  subject: string,
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit)
      throw new InputError({ subject, reason: `is larger than all rows of this study, ${limit} bytes` });
    yield chunk;
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
