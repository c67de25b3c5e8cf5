/** The rows of a study in a file that is whole at any moment: a row is there or it is not, whatever ends the command. */
import { open, readFile } from "node:fs/promises";
import { STUDY_RUN_LIMIT, type StudyPlan } from "../../lib/study/plan.ts";
import { pointText, rowKey, type StudyRow } from "../../lib/study/row.ts";
import { type RowFormat, rowFormat } from "../../lib/study/rowFormat.ts";
import { VERSION } from "../../lib/version.ts";
import { InputError } from "../command.ts";
import { writeReason, writeWhole } from "../output.ts";
import { RowFile } from "../rowFile.ts";
import { systemCode, systemReason } from "../systemReason.ts";
import { damagedReason, parquetLines } from "./parquet.ts";

export interface RowStoreOptions {
  readonly path: string;
  readonly format: RowFormat;
  readonly plan: StudyPlan;
  readonly resume: boolean;
  readonly overwrite: boolean;
  /** Version of the rules of the machine that runs now. */
  readonly model: string;
  /** Whether the plan has such a run. */
  readonly isPlanned: (row: StudyRow) => boolean;
}

const LINE_FEED = 0x0a;
const HASH = /^[0-9a-f]{16}$/;

export class RowStore {
  readonly #options: RowStoreOptions;
  readonly #file: RowFile;
  /** By point and seed, in the order of the file. */
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
    const bytes = options.resume ? await bytesOf(path) : undefined;
    if (bytes === undefined)
      return new RowStore(options, await RowFile.create(path, format.head, { overwrite }), []);
    const { rows, sizeBytes } = readRows(options, bytes);
    return new RowStore(options, await RowFile.goOn(path, sizeBytes, format.head), rows);
  }

  /** One after the other, in the order of the calls. */
  add(row: StudyRow): Promise<void> {
    const line = this.#options.format.line(row);
    this.#lines.set(rowKey(row), line);
    this.#last = this.#last.then(() => this.#file.append(line));
    return this.#last;
  }

  /** `rows`: all of them, in the order that they shall have. The file is replaced at once where it has another one. */
  async finish(rows: readonly StudyRow[]): Promise<void> {
    await this.close();
    const { path, format } = this.#options;
    const wanted = rows.map(rowKey);
    const isInOrder = [...this.#lines.keys()].every((key, at) => key === wanted[at]);
    if (isInOrder && !this.#hasLooseEnds) return;
    const text = format.head + wanted.map((key) => this.#lines.get(key) ?? "").join("");
    await writeWhole(path, text, { overwrite: true });
  }

  /** Heads and rows that stood there twice. */
  get #hasLooseEnds(): boolean {
    return this.#options.resume;
  }

  async close(): Promise<void> {
    await this.#last.catch(() => undefined);
    await this.#file.close();
  }
}

async function bytesOf(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw new InputError({ subject: path, reason: `cannot be read: ${systemReason(error)}` });
  }
}

/** What was cut off while it was written is left out. Heads may stand between rows: files of shards, one behind the other. */
function readRows(
  { path, format, plan, model, isPlanned }: RowStoreOptions,
  bytes: Buffer,
): { readonly rows: readonly StudyRow[]; readonly sizeBytes: number } {
  const sizeBytes = bytes.lastIndexOf(LINE_FEED) + 1;
  const rows = new Map<string, StudyRow>();
  const lines = bytes.subarray(0, sizeBytes).toString("utf8").split("\n").slice(0, -1);
  for (const [index, text] of lines.entries()) {
    const line = `${text}\n`;
    if (line === format.head) continue;
    const place = isParquet(path) ? "row" : "line";
    const refused = (reason: string) =>
      new InputError({ subject: path, field: `${place} ${index + 1}`, reason });
    const hash = format.hashIn(text);
    if (typeof hash === "string" && HASH.test(hash) && hash !== plan.studyHash)
      throw refused(
        `is of another study, or of this one before it was changed: its hash is ${hash}, not ${plan.studyHash}`,
      );
    const row = format.read(text);
    if (row === undefined || format.line(row) !== line) throw refused("is no row of this study");
    if (row.program !== VERSION || row.model !== model)
      throw refused(`is of irqscope ${row.program}, model ${row.model}; this is ${VERSION}, model ${model}`);
    if (!isPlanned(row)) throw refused("is a run that this study, or this part of it, does not have");
    const before = rows.get(rowKey(row));
    if (before !== undefined && format.line(before) !== line)
      throw refused("is a run that is there already with another result");
    rows.set(rowKey(row), row);
  }
  return { rows: [...rows.values()], sizeBytes };
}

/** Rows of a Parquet file as lines, for a store that goes on with them: they are refused as a store refuses its own. */
export async function linesOfParquet(options: RowStoreOptions): Promise<string> {
  const { path, plan, format } = options;
  const lines = (await readParquetFile(path, plan)).map((row) => format.line(row)).join("");
  readRows(options, Buffer.from(lines));
  return lines;
}

const isParquet = (path: string): boolean => /\.parquet$/i.test(path);

/** For other commands: all rows of a file, of this study and of one version and command, which need not be the present
 * ones. */
export async function readStudyRows(path: string, plan: StudyPlan): Promise<readonly StudyRow[]> {
  if (!/\.(csv|jsonl|ndjson|parquet)$/i.test(path))
    throw new InputError({ subject: "--rows", reason: `"${path}" must end with .jsonl, .csv or .parquet` });
  const rows = isParquet(path)
    ? await readParquetFile(path, plan)
    : await readRowFile(path, rowFormat(/\.csv$/i.test(path) ? "csv" : "jsonl", plan));
  const [first] = rows;
  for (const row of rows) {
    const refused = (reason: string) =>
      new InputError({ subject: path, field: `${pointText(row.point)} seed=${row.seed}`, reason });
    if (row.studyHash !== plan.studyHash)
      throw refused(`is of another study: its hash is ${row.studyHash}, not ${plan.studyHash}`);
    if (row.program !== first?.program || row.model !== first.model || row.command !== first.command)
      throw refused("is of another version or command than the first row");
  }
  return rows;
}

/** As lines of CSV, which has the same columns. */
async function readParquetFile(path: string, plan: StudyPlan): Promise<readonly StudyRow[]> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new InputError({ subject: path, reason: writeReason(error) });
  });
  const read = await parquetLines(bytes, (count) => count <= STUDY_RUN_LIMIT);
  const format = rowFormat("csv", plan);
  if (read.kind === "damaged") throw new InputError({ subject: path, reason: damagedReason(read) });
  if (read.kind === "other-count") {
    const reason = `has ${read.rowCount} rows, at most ${STUDY_RUN_LIMIT} are run`;
    throw new InputError({ subject: path, reason });
  }
  return read.lines.map((line, index) => {
    const row = line.head === format.head ? format.read(line.cells) : undefined;
    if (row === undefined)
      throw new InputError({ subject: path, field: `row ${index + 1}`, reason: "is no row of this study" });
    return row;
  });
}

async function readRowFile(path: string, format: RowFormat): Promise<readonly StudyRow[]> {
  const file = await open(path).catch((error: unknown) => {
    throw new InputError({ subject: path, reason: writeReason(error) });
  });
  const text = await file.readFile("utf8").finally(() => file.close());
  const rows: StudyRow[] = [];
  for (const [index, line] of text.split("\n").slice(0, -1).entries()) {
    if (`${line}\n` === format.head) continue;
    const row = format.read(line);
    if (row === undefined)
      throw new InputError({ subject: path, field: `line ${index + 1}`, reason: "is no row of this study" });
    rows.push(row);
  }
  return rows;
}
