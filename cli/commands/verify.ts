/** `irqscope verify`: runs a bundle again and compares. */
import { pointText, rowOf, type StudyRow } from "../../lib/study/row.ts";
import { jsonLinesFormat, rowFormat } from "../../lib/study/rowFormat.ts";
import { summaryJson, summaryOf } from "../../lib/study/summaryJson.ts";
import { VERSION } from "../../lib/version.ts";
import { formatJson } from "../../scenarios/format/format.ts";
import { onlyPositional, readArguments, wholeNumber } from "../arguments.ts";
import { CHECK_FAILED, type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { commandText } from "../commandText.ts";
import { openCore } from "../core.ts";
import { readBytes } from "../load.ts";
import { MachinePool, MachineRefused } from "../machinePool.ts";
import { print, printJson } from "../output.ts";
import { Progress } from "../progress.ts";
import {
  type OpenedBundle,
  openBundle,
  PARQUET_FILE,
  ROWS_FILE,
  STUDY_FILE,
  SUMMARY_FILE,
} from "../study/bundle.ts";
import { type LoadedStudy, loadStudy } from "../study/loadStudy.ts";
import { damagedReason, parquetLines } from "../study/parquet.ts";
import { jobsOf } from "../study/sweepStudy.ts";

const HELP = `usage: irqscope verify FILE.zip [--sample N] [--jobs N] [--json]

Opens what irqscope bundle has packed: checks the hash of each file, makes the summary anew from the rows, compares rows
as Parquet where it has them, runs every run again and compares state hash, cycles and every metric.

  --sample N   run only N of the runs again, evenly from the first to the last
  --jobs N     machines at a time; left out: one for each core of this computer
  --json       { file, study, studyHash, made: { program, model }, here: { program, model }, command, runs, compared,
               different: [{ run, what, bundle, here }], summary: "same" or "differs", parquet: as summary, or null
               where there is none }

Exit code 1: something is not the same. Another version of irqscope may give other results where the rules of the
machine have changed; both versions are told then.
`;

interface Difference {
  readonly run: string;
  readonly what: string;
  readonly bundle: string | number | null;
  readonly here: string | number | null;
}

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    sample: { type: "string" },
    jobs: { type: "string" },
    json: { type: "boolean", default: false },
  });
  const subject = onlyPositional(positionals, "FILE.zip");
  const jobs = jobsOf(values.jobs);
  const sample = wholeNumber(values.sample, "--sample", 1, 1_000_000);
  const bundle = openBundle(subject, await readBytes(subject));
  const loaded = await loadStudy(`${subject}: ${STUDY_FILE}`, bundle.files[STUDY_FILE]);
  const rows = rowsOf(subject, bundle, loaded);
  const summary = summaryIn(bundle, loaded, rows);
  const parquet = await parquetIn(subject, bundle, loaded, rows);
  const chosen = sample === undefined || sample >= rows.length ? rows : sampleOf(rows, sample);
  const different = await runAgain(subject, loaded, chosen, jobs);
  const { version } = await openCore();
  const { manifest } = bundle;
  const isSame = different.length === 0 && summary === "same" && parquet !== "differs";
  const report = {
    file: subject,
    study: manifest.study,
    studyHash: manifest.studyHash,
    made: { program: manifest.program, model: manifest.model },
    here: { program: VERSION, model: version },
    command: commandText("verify", [subject], values),
    runs: rows.length,
    compared: chosen.length,
    different,
    summary,
    parquet,
  };
  await (values.json ? printJson(report) : print(reportText(report)));
  return isSame ? DONE : CHECK_FAILED;
}

function rowsOf(
  subject: string,
  { manifest, files }: OpenedBundle,
  { plan }: LoadedStudy,
): readonly StudyRow[] {
  const refused = (field: string, reason: string) => new InputError({ subject, field, reason });
  if (plan.studyHash !== manifest.studyHash)
    throw refused(STUDY_FILE, `is another study: its hash is ${plan.studyHash}, not ${manifest.studyHash}`);
  const format = jsonLinesFormat(plan);
  const rows = files[ROWS_FILE]
    .split("\n")
    .slice(0, -1)
    .map((line, index) => {
      const row = format.read(line);
      if (row === undefined || row.studyHash !== plan.studyHash)
        throw refused(`${ROWS_FILE}: line ${index + 1}`, "is no row of this study");
      return row;
    });
  if (rows.length !== manifest.runs)
    throw refused(ROWS_FILE, `has ${rows.length} rows, and the manifest says ${manifest.runs}`);
  return rows;
}

/** Made anew from the rows, as the program that made the bundle would. */
function summaryIn(
  { files, manifest }: OpenedBundle,
  { plan }: LoadedStudy,
  rows: readonly StudyRow[],
): "same" | "differs" {
  const { command, program } = manifest;
  const again = { ...summaryJson(summaryOf(plan, rows, command)), program };
  return formatJson(again) === files[SUMMARY_FILE] ? "same" : "differs";
}

/** Whether the rows as Parquet are the others. */
async function parquetIn(
  subject: string,
  { parquet }: OpenedBundle,
  { plan }: LoadedStudy,
  rows: readonly StudyRow[],
): Promise<"same" | "differs" | null> {
  if (parquet === undefined) return null;
  const format = rowFormat("csv", plan);
  const read = await parquetLines(parquet, (count) => count === rows.length);
  if (read.kind === "damaged")
    throw new InputError({ subject, field: PARQUET_FILE, reason: damagedReason(read) });
  const isSame =
    read.kind === "lines" &&
    read.lines.length === rows.length &&
    read.lines.every(({ head, cells }, at) => {
      const row = rows[at];
      return head === format.head && row !== undefined && `${cells}\n` === format.line(row);
    });
  return isSame ? "same" : "differs";
}

function sampleOf(rows: readonly StudyRow[], count: number): readonly StudyRow[] {
  const step = count === 1 ? 0 : (rows.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, at) => rows[Math.round(at * step)]).flatMap((row) => row ?? []);
}

async function runAgain(
  subject: string,
  { plan }: LoadedStudy,
  rows: readonly StudyRow[],
  jobs: number | undefined,
): Promise<readonly Difference[]> {
  const pool = new MachinePool(jobs);
  const progress = new Progress(rows.length, "runs");
  const points = new Map(plan.points.map((point) => [point.values, point]));
  try {
    const found = await Promise.all(
      rows.map(async (row) => {
        const point = points.get(row.point);
        if (point === undefined) throw new InputError({ subject, reason: "has a row without a point" });
        const scenario = { ...point.scenario, seed: row.seed };
        const outcome = await pool.run(scenario, plan.study.warmUpCycles).catch((error: unknown) => {
          if (!(error instanceof MachineRefused)) throw error;
          throw new InputError({ subject, field: runName(row), reason: error.message });
        });
        progress.advance();
        return differences(row, rowOf(plan, { point, seed: row.seed, scenario }, outcome, row.command));
      }),
    );
    return found.flat();
  } finally {
    progress.hide();
    await pool.end();
  }
}

const runName = ({ point, seed }: StudyRow): string => `${pointText(point)} seed=${seed}`.trim();

function differences(bundle: StudyRow, here: StudyRow): readonly Difference[] {
  const run = runName(bundle);
  const pairs: readonly (readonly [string, string | number | null, string | number | null])[] = [
    ["stateHash", bundle.stateHash, here.stateHash],
    ["cycles", bundle.cycles, here.cycles],
    ...Object.keys(here.metrics).map(
      (name) => [name, bundle.metrics[name] ?? null, here.metrics[name] ?? null] as const,
    ),
  ];
  return pairs.flatMap(([what, a, b]) => (a === b ? [] : [{ run, what, bundle: a, here: b }]));
}

interface Report {
  readonly file: string;
  readonly study: string;
  readonly made: { readonly program: string; readonly model: string };
  readonly here: { readonly program: string; readonly model: string };
  readonly runs: number;
  readonly compared: number;
  readonly different: readonly Difference[];
  readonly summary: "same" | "differs";
  readonly parquet: "same" | "differs" | null;
}

/** A screenful. */
const LISTED = 20;

function reportText({
  file,
  study,
  made,
  here,
  runs,
  compared,
  different,
  summary,
  parquet,
}: Report): string {
  const versions =
    made.program === here.program && made.model === here.model
      ? `irqscope ${here.program}, model ${here.model}`
      : `made by irqscope ${made.program}, model ${made.model}; this is ${here.program}, model ${here.model}`;
  const wrong = new Set(different.map(({ run }) => run)).size;
  const lines = different
    .slice(0, LISTED)
    .map((one) => `  ${one.run}: ${one.what}: ${one.bundle} in the bundle, ${one.here} here`);
  const more = different.length > LISTED ? [`  and ${different.length - LISTED} more`] : [];
  const verdict =
    wrong === 0
      ? `${compared} of ${runs} runs run again: all have the same state hash and numbers`
      : `${compared} of ${runs} runs run again: ${wrong} differ`;
  const ofSummary =
    summary === "same" ? "the summary is that of the rows" : "the summary is not that of the rows";
  const ofParquet =
    parquet === null ? "" : parquet === "same" ? ", and Parquet has the same" : ", and Parquet has others";
  return [`${file}: ${study}: ${verdict}; ${ofSummary}${ofParquet} (${versions})`, ...lines, ...more].join(
    "\n",
  );
}

export const command: Command = {
  summary: "run a bundle of a study again and compare",
  help: HELP,
  run,
};
