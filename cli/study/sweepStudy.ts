/** `irqscope sweep STUDY`: runs a study, keeps its rows and prints its summary. */

import { existsSync, statSync } from "node:fs";
import { unlink } from "node:fs/promises";
import { extname } from "node:path";
import type { StudyPlan } from "../../lib/study/plan.ts";
import { greatestJson } from "../../lib/study/reachedGreatest.ts";
import { pointText, type StudyRow } from "../../lib/study/row.ts";
import { jsonLinesFormat, type RowFormat, rowFormat } from "../../lib/study/rowFormat.ts";
import {
  firstSeed,
  isInShard,
  type Shard,
  seedLimit,
  WHOLE_STUDY,
  wideStill,
} from "../../lib/study/seeds.ts";
import { summaryJson, summaryOf } from "../../lib/study/summaryJson.ts";
import { studyWarnings } from "../../lib/study/warnings.ts";
import { type readArguments, wholeNumber } from "../arguments.ts";
import {
  CHECK_FAILED,
  type Complaint,
  complaintText,
  DONE,
  type ExitCode,
  InputError,
  warningText,
} from "../command.ts";
import { openCore } from "../core.ts";
import { MachinePool } from "../machinePool.ts";
import { MachinesElsewhere } from "../machinesElsewhere.ts";
import {
  expectWritable,
  goOnWithoutReader,
  print,
  STANDARD_OUTPUT,
  writeOutput,
  writeWhole,
} from "../output.ts";
import { Progress } from "../progress.ts";
import { listenForStop, STOP_EXIT_CODES, type StopSignal } from "../stopSignals.ts";
import { findGreatest, greatestText } from "./greatest.ts";
import type { LoadedStudy } from "./loadStudy.ts";
import { parquetOf } from "./parquet.ts";
import { linesOfParquet, RowStore, type RowStoreOptions } from "./rowStore.ts";
import { type BrokenLaw, runStudy, type StudyEnd } from "./runStudy.ts";
import { searchText, summaryCsv, summaryTable } from "./summaryText.ts";

interface StudyOptions {
  readonly jobs: number | undefined;
  readonly shard: Shard;
  readonly resume: boolean;
  readonly out: string | undefined;
  readonly format: OutFormat;
  readonly summary: string | undefined;
  readonly skipsInvalid: boolean;
  readonly force: boolean;
  /** Another program runs the machines, and uses standard input and output. */
  readonly elsewhere: boolean;
  /** Runs only the points that the study's search requests. */
  readonly isSearch: boolean;
  /** The command that gives the same rows. */
  readonly command: string;
}

const FORMATS = ["csv", "jsonl", "parquet"] as const;
type OutFormat = (typeof FORMATS)[number];

const JOB_LIMIT = 256;
const SHARD_LIMIT = 10_000;

export function jobsOf(text: string | undefined): number | undefined {
  return wholeNumber(text, "--jobs", 1, JOB_LIMIT);
}

function shardOf(text: string | undefined): Shard {
  if (text === undefined) return WHOLE_STUDY;
  const [, index, count] = /^(\d{1,5})\/(\d{1,5})$/.exec(text)?.map(Number) ?? [];
  if (index !== undefined && count !== undefined && index >= 1 && index <= count && count <= SHARD_LIMIT)
    return { index, count };
  throw new InputError({
    subject: "--shard",
    reason: `must be I/N with I from 1 to N and N up to ${SHARD_LIMIT}, not "${text}"`,
  });
}

/** The format from --format, otherwise from the ending of the file, otherwise JSON lines. */
export function formatOf(text: string | undefined, out: string | undefined): OutFormat {
  const named = text ?? (out === undefined ? undefined : ENDINGS.get(extname(out).toLowerCase()));
  if (named === undefined && out !== undefined && out !== STANDARD_OUTPUT)
    throw new InputError({
      subject: "--out",
      reason: `"${out}" must end with .jsonl, .csv or .parquet, unless --format gives the format`,
    });
  const format = FORMATS.find((one) => one === (named ?? "jsonl"));
  if (format === undefined)
    throw new InputError({
      subject: "--format",
      reason: `must be one of ${FORMATS.join(", ")}, not "${text}"`,
    });
  if (format === "parquet" && out === STANDARD_OUTPUT)
    throw new InputError({
      subject: "--out",
      reason: "Parquet is written into a file, not to standard output",
    });
  return format;
}

const ENDINGS: ReadonlyMap<string, OutFormat> = new Map([
  [".csv", "csv"],
  [".jsonl", "jsonl"],
  [".ndjson", "jsonl"],
  [".parquet", "parquet"],
]);

export async function sweepStudy(loaded: LoadedStudy, options: StudyOptions): Promise<ExitCode> {
  expectPoints(loaded, options.skipsInvalid);
  const { out, summary, force, resume, elsewhere } = options;
  if (elsewhere && (out === undefined || out === STANDARD_OUTPUT))
    throw new InputError({
      subject: "--elsewhere",
      reason: "needs a file of --out: runs go to standard output",
    });
  if (resume && (out === undefined || out === STANDARD_OUTPUT))
    throw new InputError({ subject: "--resume", reason: "continues the file of --out, which is missing" });
  if (summary !== undefined) {
    expectSummaryEnding(summary);
    await expectWritable(summary, { overwrite: force || resume });
  }
  for (const warning of studyWarnings(loaded.plan))
    process.stderr.write(`${warningText(loaded.subject, warning)}\n`);
  const output = await openRows(loaded, options);
  const signals = listenForStop();
  try {
    return await runAll(loaded, options, output, signals.first);
  } finally {
    signals.release();
  }
}

/** Number of lines that fit on one screen. */
const LISTED = 20;

function expectPoints({ subject, plan }: LoadedStudy, skipsInvalid: boolean): void {
  const { points, refused } = plan;
  if (refused.length === 0) return;
  const complaints = refused.slice(0, LISTED).map(
    ({ values, field, message, errorCount }): Complaint => ({
      subject,
      field: pointText(values),
      reason: `${field}: ${message}${errorCount > 1 ? ` (and ${errorCount - 1} more)` : ""}`,
    }),
  );
  const all = points.length + refused.length;
  const count = `${refused.length} of ${all} points ${refused.length === 1 ? "is" : "are"} not valid`;
  if (points.length > 0 && skipsInvalid) {
    for (const complaint of [...complaints, { subject, reason: `left out: ${count}` }])
      process.stderr.write(`warning: ${complaintText(complaint)}\n`);
    return;
  }
  const hint = points.length === 0 ? "" : "; --skip-invalid runs the rest";
  throw new InputError(...complaints, { subject, reason: `${count}${hint}` });
}

function expectSummaryEnding(path: string): void {
  if (/\.(csv|json)$/i.test(path)) return;
  throw new InputError({ subject: "--summary", reason: `"${path}" must end with .csv or .json` });
}

/** The destination of rows. */
interface RowOutput {
  readonly known: readonly StudyRow[];
  readonly keep: (row: StudyRow) => Promise<void>;
  /** Called when all rows are available. */
  readonly finish: (rows: readonly StudyRow[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

const NOTHING = () => Promise.resolve();

async function openRows(loaded: LoadedStudy, options: StudyOptions): Promise<RowOutput> {
  const { out, format } = options;
  const { plan } = loaded;
  if (out === undefined) return { known: [], keep: NOTHING, finish: NOTHING, close: NOTHING };
  if (format === "parquet") return openParquet(loaded, options, out);
  const rows = rowFormat(format, plan);
  if (out !== STANDARD_OUTPUT) return storeOutput(await openStore(loaded, options, out, rows));
  await writeOutput(rows.head);
  return { known: [], keep: (row) => writeOutput(rows.line(row)), finish: NOTHING, close: NOTHING };
}

function storeOutput(store: RowStore): RowOutput {
  return {
    known: store.known,
    keep: (row) => store.add(row),
    finish: (rows) => store.finish(rows),
    close: () => store.close(),
  };
}

async function openStore(...of: Parameters<typeof storeOptions>): Promise<RowStore> {
  const store = await RowStore.open(await storeOptions(...of));
  goOnWithoutReader();
  return store;
}

async function storeOptions(
  { plan }: LoadedStudy,
  { resume, force, shard }: StudyOptions,
  path: string,
  format: RowFormat,
): Promise<RowStoreOptions> {
  const { version } = await openCore();
  const { study, points } = plan;
  const places = new Map(points.map((point, place) => [point.values, { place, point }]));
  const isPlanned = ({ point, seed }: StudyRow) => {
    const found = places.get(point);
    if (found === undefined) return false;
    const index = seed - firstSeed(study, found.point.number);
    return index >= 0 && index < seedLimit(study) && isInShard(study, shard, found.place, index);
  };
  return { path, format, plan, resume, overwrite: force, model: version, isPlanned };
}

/** A Parquet file has its footer at the end, so it is written when all rows are complete. A file beside it keeps the
 * rows until then. */
async function openParquet(loaded: LoadedStudy, options: StudyOptions, out: string): Promise<RowOutput> {
  await expectWritable(out, { overwrite: options.force || options.resume });
  const beside = `${out}.rows.jsonl`;
  const format = jsonLinesFormat(loaded.plan);
  const isThere = statSync(out, { throwIfNoEntry: false })?.isFile() === true;
  if (options.resume && isThere && !existsSync(beside))
    await writeWhole(beside, await linesOfParquet(await storeOptions(loaded, options, out, format)), {
      overwrite: false,
    });
  const store = await openStore(loaded, options, beside, format);
  return {
    ...storeOutput(store),
    finish: async (rows) => {
      await store.close();
      await writeWhole(out, parquetOf(loaded.plan, rows, options.command), {
        overwrite: options.force || options.resume,
      });
      await unlink(beside).catch(() => undefined);
    },
    close: NOTHING,
  };
}

async function runAll(
  loaded: LoadedStudy,
  options: StudyOptions,
  output: RowOutput,
  stop: Promise<StopSignal>,
): Promise<ExitCode> {
  const { subject, plan } = loaded;
  const pool = options.elsewhere
    ? new MachinesElsewhere(await openCore(), plan)
    : new MachinePool(options.jobs);
  const progress = new Progress(0, "runs");
  let stoppedBy: StopSignal | undefined;
  const isPrinted = options.out === STANDARD_OUTPUT;
  const keep = async (row: StudyRow) => {
    if (isPrinted) progress.hide();
    await output.keep(row);
    if (isPrinted) progress.show();
  };
  const { command, isSearch } = options;
  try {
    const end = await runStudy({
      subject,
      plan,
      shard: options.shard,
      isSearch,
      command,
      pool,
      progress,
      known: output.known,
      keep,
      stop: stop.then((signal) => {
        stoppedBy = signal;
      }),
    });
    progress.hide();
    tellBroken(end.broken);
    if (stoppedBy !== undefined && !end.isComplete) {
      await output.close();
      process.stderr.write(
        `interrupted: ${end.rows.length} of ${end.wanted} runs are done${goOnText(options)}\n`,
      );
      return STOP_EXIT_CODES[stoppedBy];
    }
    await output.finish(end.rows);
    const found = await tellSummary(loaded, options, end);
    return end.broken.length === 0 && (found || !isSearch) ? DONE : CHECK_FAILED;
  } finally {
    progress.hide();
    await pool.end();
    await output.close().catch(() => undefined);
  }
}

function goOnText({ out }: StudyOptions): string {
  return out === undefined || out === STANDARD_OUTPUT ? "" : "; the same command with --resume runs the rest";
}

function tellBroken(broken: readonly BrokenLaw[]): void {
  for (const { run, law } of broken)
    process.stderr.write(`check failed: ${run}: law ${law} of docs/model.md does not hold\n`);
}

/** Points at which the stop rule was not met. */
function tellWide(plan: StudyPlan, rows: readonly StudyRow[]): void {
  const { stop } = plan.study;
  const wide = wideStill(plan, rows);
  if (stop === undefined || wide.length === 0) return;
  const of = `${wide.length} of ${plan.points.length} points`;
  process.stderr.write(
    `warning: ${of} have all ${stop.maximumSeeds} seeds, and an interval of ${stop.metric} wider than ± ${stop.halfWidth}\n`,
  );
}

/** Returns whether each search has found a point. */
async function tellSummary(
  loaded: LoadedStudy,
  { summary: path, out, force, resume, elsewhere, command, isSearch }: StudyOptions,
  { rows }: StudyEnd,
): Promise<boolean> {
  const { plan } = loaded;
  const of = summaryOf(plan, rows, command);
  const { searches } = of;
  const isPrinted = out !== STANDARD_OUTPUT && !elsewhere;
  const greatest = isPrinted || path !== undefined ? await findGreatest(loaded, rows) : [];
  if (path !== undefined) {
    const text = path.toLowerCase().endsWith(".csv")
      ? summaryCsv(of, greatest)
      : `${JSON.stringify({ ...summaryJson(of), greatest: greatestJson(greatest) }, undefined, 2)}\n`;
    await writeWhole(path, text, { overwrite: force || resume });
  }
  const text = isSearch ? searchText(of) : summaryTable(of);
  if (isPrinted) await print(`${text}${greatestText(greatest)}`);
  tellWide(plan, rows);
  return searches.every(({ best }) => best !== undefined);
}

/** Options of the commands that run studies. */
export const STUDY_OPTIONS = {
  "skip-invalid": { type: "boolean", default: false },
  force: { type: "boolean", default: false },
  jobs: { type: "string" },
  out: { type: "string" },
  format: { type: "string" },
  shard: { type: "string" },
  resume: { type: "boolean", default: false },
  elsewhere: { type: "boolean", default: false },
  summary: { type: "string" },
} as const;

type Values = ReturnType<typeof readArguments<typeof STUDY_OPTIONS>>["values"];

export function readStudyOptions(values: Values): Omit<StudyOptions, "isSearch" | "command"> {
  const { out, force, resume, summary, elsewhere } = values;
  if (elsewhere && values.jobs !== undefined)
    throw new InputError({
      subject: "--jobs",
      reason: "is for machines of this process, but --elsewhere runs them in another one",
    });
  if (force && out === undefined && summary === undefined)
    throw new InputError({ subject: "--force", reason: "needs --out or --summary" });
  if (force && resume)
    throw new InputError({ subject: "--force", reason: "starts again, and --resume continues: choose one" });
  return {
    jobs: jobsOf(values.jobs),
    shard: shardOf(values.shard),
    format: formatOf(values.format, out),
    skipsInvalid: values["skip-invalid"],
    resume,
    elsewhere,
    out,
    summary,
    force,
  };
}
