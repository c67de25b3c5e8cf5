/** `irqscope verify`: checks a bundle against the plan of its study, runs the study again and compares. */

import { sha256Of } from "../../lib/labs/digest.ts";
import { VERSION } from "../../lib/origin.ts";
import {
  type AskedRuns,
  askedRuns,
  isSearchCommand,
  missingText,
  runsText,
} from "../../lib/study/askedRuns.ts";
import { pointText, rowOf, type StudyRow } from "../../lib/study/row.ts";
import { rowFormat } from "../../lib/study/rowFormat.ts";
import { summaryJson, summaryOf } from "../../lib/study/summaryJson.ts";
import { formatJson } from "../../scenarios/format/format.ts";
import { commandText, onlyPositional, readArguments, wholeNumber } from "../arguments.ts";
import { CHECK_FAILED, type Command, DONE, type ExitCode, InputError, printable } from "../command.ts";
import { openCore } from "../core.ts";
import { readBytes } from "../load.ts";
import { MachinePool, MachineRefused } from "../machinePool.ts";
import { print, printJson } from "../output.ts";
import { Progress } from "../progress.ts";
import { PARQUET_FILE } from "../study/bundle.ts";
import type { LoadedStudy } from "../study/loadStudy.ts";
import { type OpenedBundle, type OtherLines, openBundle } from "../study/openBundle.ts";
import { damagedReason, parquetLines } from "../study/parquet.ts";
import { jobsOf } from "../study/sweepStudy.ts";

const HELP = `usage: irqscope verify FILE.zip [--sample N] [--cycles N] [--jobs N] [--json]

Opens a bundle from irqscope bundle: checks the hash of each file, compares the rows with the plan of the study (with a
stop rule or a search, with the runs that it asks for), computes the summary again, compares Parquet rows if there are
any, and repeats every run to compare state hash, cycles and every metric. It opens no other file that the bundle names.

  --sample N   repeat only N of the runs, evenly from the first to the last
  --cycles N   refuse runs with more than N cycles in total (1k, 2M and 3G are accepted). Default: 100G, which takes
               up to some hours
  --jobs N     number of machines that run at the same time; default: one for each core of this computer
  --json       { file, study, studyHash, made: { program, model }, here: { program, model }, command, asked, missing: [run],
               unasked: [run], otherRows: { count, first: [reason] }, runs, compared,
               different: [{ run, what, bundle, here }], summary: "same" or "differs", parquet: as summary, or null
               if there is none }

Exit code 1: something differs, a run that the study asks for is missing, or there is a row that it does not ask for.
Another version of irqscope may give other results if the rules of the machine have changed. Both versions are then
printed. Nothing in a bundle is signed: only repeating its runs proves something.
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
    cycles: { type: "string" },
    jobs: { type: "string" },
    json: { type: "boolean", default: false },
  });
  const subject = onlyPositional(positionals, "FILE.zip");
  const jobs = jobsOf(values.jobs);
  const sample = wholeNumber(values.sample, "--sample", 1, 1_000_000);
  const limit = wholeNumber(values.cycles, "--cycles", 1, Number.MAX_SAFE_INTEGER) ?? USUAL_CYCLE_LIMIT;
  const bundle = await openBundle(subject, await readBytes(subject));
  const { manifest, loaded, rows, others } = bundle;
  const asked = askedRuns(loaded.plan, rows, isSearchCommand(manifest.command));
  const summary = summaryIn(bundle);
  const parquet = await parquetIn(subject, bundle);
  const chosen = sample === undefined || sample >= rows.length ? rows : sampleOf(rows, sample);
  expectCycles(subject, loaded, chosen, limit);
  const different = await runAgain(subject, loaded, chosen, jobs);
  const { version } = await openCore();
  const report = {
    file: subject,
    study: manifest.study,
    studyHash: manifest.studyHash,
    made: { program: manifest.program, model: manifest.model },
    here: { program: VERSION, model: version },
    command: commandText("verify", [subject], values),
    asked: asked.count,
    missing: asked.missing.map(runName),
    unasked: asked.unasked.map(runName),
    otherRows: others,
    runs: rows.length,
    compared: chosen.length,
    different,
    summary,
    parquet,
  };
  await (values.json ? printJson(report) : print(printable(reportText(report, asked))));
  const isWhole = asked.missing.length === 0 && asked.unasked.length === 0 && others.count === 0;
  const isSame = different.length === 0 && summary === "same" && parquet !== "differs";
  return isWhole && isSame ? DONE : CHECK_FAILED;
}

/** A bundle from elsewhere may claim runs that take years. */
const USUAL_CYCLE_LIMIT = 100e9;

function expectCycles(
  subject: string,
  { plan }: LoadedStudy,
  rows: readonly StudyRow[],
  limit: number,
): void {
  const lengths = new Map(plan.points.map(({ values, scenario }) => [values, scenario.runCycles]));
  const cycles = rows.reduce((sum, { point }) => sum + (lengths.get(point) ?? 0), 0);
  if (cycles <= limit) return;
  const runs = rows.length === 1 ? "one run" : `${rows.length} runs`;
  const reason = `has ${runs} with ${cycles} cycles in total, above the limit of ${limit}; use --sample N to repeat fewer runs, or --cycles ${cycles} to repeat all`;
  throw new InputError({ subject, reason });
}

/** Computed from the rows, in the same way as in the program that made the bundle. */
function summaryIn({ manifest, loaded, rows, summarySha256 }: OpenedBundle): "same" | "differs" {
  const { command, program } = manifest;
  const again = { ...summaryJson(summaryOf(loaded.plan, rows, command)), program };
  return sha256Of(new TextEncoder().encode(formatJson(again))) === summarySha256 ? "same" : "differs";
}

/** Whether the Parquet rows equal the other rows. */
async function parquetIn(
  subject: string,
  { parquet, loaded: { plan }, rows }: OpenedBundle,
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

const runName = ({ point, seed }: Pick<StudyRow, "point" | "seed">): string =>
  `${pointText(point)} seed=${seed}`.trim();

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
  readonly otherRows: OtherLines;
  readonly runs: number;
  readonly compared: number;
  readonly different: readonly Difference[];
  readonly summary: "same" | "differs";
  readonly parquet: "same" | "differs" | null;
}

/** Number of lines that fit on one screen. */
const LISTED = 20;

function reportText(report: Report, asked: AskedRuns): string {
  const { file, study, made, here, otherRows, different, summary, parquet } = report;
  const versions =
    made.program === here.program && made.model === here.model
      ? `irqscope ${here.program}, model ${here.model}`
      : `made by irqscope ${made.program}, model ${made.model}; this is ${here.program}, model ${here.model}`;
  const lines = different
    .slice(0, LISTED)
    .map((one) => `  ${one.run}: ${one.what}: ${one.bundle} in the bundle, ${one.here} here`);
  const more = different.length > LISTED ? [`  and ${different.length - LISTED} more`] : [];
  const ofSummary =
    summary === "same" ? "the summary matches the rows" : "the summary does not match the rows";
  const ofParquet =
    parquet === null ? "" : parquet === "same" ? ", and Parquet rows match" : ", but Parquet rows differ";
  const others = otherRows.first.map((reason) => `  ${reason}`);
  const moreOthers = otherRows.count > others.length ? [`  and ${otherRows.count - others.length} more`] : [];
  return [
    `${file}: ${study}: ${planText(asked, otherRows)}; ${runText(report)}; ${ofSummary}${ofParquet} (${versions})`,
    ...[...others, ...moreOthers, ...lines, ...more],
  ].join("\n");
}

function planText(asked: AskedRuns, { count }: OtherLines): string {
  const { unasked } = asked;
  const whole = missingText(asked) ?? `all ${asked.count} runs that the study asks for are present`;
  const notAsked = unasked.length === 0 ? [] : [`not asked for: ${runsText(unasked)}`];
  const others =
    count === 0 ? [] : [`${count} row${count === 1 ? "" : "s"} more, which repeat a run or belong to no run`];
  return [whole, ...notAsked, ...others].join("; ");
}

function runText({ runs, compared, different }: Report): string {
  const wrong = new Set(different.map(({ run }) => run)).size;
  const verdict = wrong === 0 ? "all have the same state hash and numbers" : `${wrong} differ`;
  return `${compared} of ${runs} runs run again: ${verdict}`;
}

export const command: Command = {
  summary: "run a bundle of a study again and compare",
  help: HELP,
  run,
};
