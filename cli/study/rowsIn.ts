/** Rows of a file or a bundle, read line by line and held to the plan of their study, which bounds each line and the whole. */
import { STUDY_RUN_LIMIT, type StudyPlan } from "../../lib/study/plan.ts";
import type { StudyRow } from "../../lib/study/row.ts";
import type { RowFormat } from "../../lib/study/rowFormat.ts";
import { seedLimit } from "../../lib/study/seeds.ts";
import { rowByteLimit, type TakenLine, TakenRows } from "../../lib/study/takenRows.ts";
import { InputError } from "../command.ts";
import { rawLines } from "../lines.ts";

/** A line that is a run of no point or seed of the study, or of one that is there already. */
type OtherLine = Extract<TakenLine, { readonly kind: "foreign" | "twice" }>;

export interface RowsSource {
  readonly subject: string;
  /** What an error calls a line, before its number. */
  readonly place: string;
  readonly plan: StudyPlan;
  readonly format: RowFormat;
  /** Called for each of them; left out: they are refused. */
  readonly onOther?: (line: OtherLine, place: string) => void;
  /** May refuse it. */
  readonly onRow?: (row: StudyRow, place: string) => void;
}

interface RowsRead {
  /** Each run once, in the order of the lines. */
  readonly rows: readonly StudyRow[];
  /** Up to the last line feed: what is behind it was cut off while it was written. */
  readonly sizeBytes: number;
}

/** Of lines: each run twice, and heads between parts that stand one behind the other. */
const lineLimit = ({ points, study }: StudyPlan): number =>
  2 * Math.min(STUDY_RUN_LIMIT, points.length * seedLimit(study)) + 1000;

/** Of all rows, whatever the plan is. */
const BYTE_LIMIT = 512 * 1024 * 1024;

/** Of a file of rows of the study: no more is read. */
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
    if (text === undefined) throw refused(line.number, "is no UTF-8 text");
    taker.take(line.number, text);
    sizeBytes = line.end;
  }
  return { rows: taker.rows, sizeBytes };
}

/** As lines of the source's format: of a file that has no lines. */
export function rowsInLines(lines: Iterable<string>, source: RowsSource): readonly StudyRow[] {
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
      throw new InputError({ subject, field, reason: "is one more than the study has runs" });
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
