/** `irqscope sweep`: runs a scenario with every combination of the given field values. */
import { type Origin, originOf } from "../../lib/origin.ts";
import { lengthWarnings, seedWarnings } from "../../lib/study/warnings.ts";
import { columnValues, usualColumns } from "../../lib/sweep/column.ts";
import { type Point, pointName } from "../../lib/sweep/plan.ts";
import { RUN_CYCLE_LIMIT } from "../../scenarios/base/limits.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import {
  commandText,
  expectOnePrinted,
  expectOutput,
  onlyPositional,
  readArguments,
  wholeNumber,
} from "../arguments.ts";
import {
  CHECK_FAILED,
  type Command,
  complaintText,
  DONE,
  type ExitCode,
  InputError,
  warningText,
} from "../command.ts";
import { openCore } from "../core.ts";
import { loadScenario, STANDARD_INPUT } from "../load.ts";
import { MachinePool, MachineRefused, takeInOrder } from "../machinePool.ts";
import { STUDY_OF_OWNER, studyOfOwner } from "../machinesElsewhere.ts";
import { goOnWithoutReader, print, printJson, STANDARD_OUTPUT, writeOutput } from "../output.ts";
import { Progress } from "../progress.ts";
import { RowFile } from "../rowFile.ts";
import { askedColumns } from "../runMetrics.ts";
import { apart, axesOf, complaintsOfPlan, planOf, withWholes } from "../settings.ts";
import { listenForStop, STOP_EXIT_CODES, type StopSignal } from "../stopSignals.ts";
import { loadStudy, studyCommand, studyJson, studyList } from "../study/loadStudy.ts";
import { jobsOf, readStudyOptions, STUDY_OPTIONS, sweepStudy } from "../study/sweepStudy.ts";
import {
  csvWriter,
  jsonWriter,
  leftOutText,
  listJson,
  listText,
  notValidText,
  type Sweep,
  type SweepRun,
  type SweepWriter,
  tableWriter,
} from "../sweepWriters.ts";

const HELP = `usage: irqscope sweep STUDY [--out F] [--format F] [--jobs N] [--shard I/N] [--resume] [--summary F]
                      [--skip-invalid] [--force] [--elsewhere]
       irqscope sweep SCENARIO --set FIELD=VALUES... [--show METRIC...] [--warm-up N] [--skip-invalid] [--skip N]
                      [--csv F] [--jobs N] [--force] [--json]
       irqscope sweep SCENARIO --list [--json]

Runs scenarios at every combination of some values, on all cores of this computer. All combinations are checked before
the first run. If some are not valid, sweep names them all and runs nothing.

A study (docs/studies.md) is a file with scenarios, values, seeds, metrics and a rule for the number of seeds. irqscope
validate STUDY counts its runs and estimates their time. At the end, sweep prints means with 95 % intervals, and
differences seed by seed.

  STUDY               a file, - for standard input, or the id of a built-in study
  --out F             a row for each run: F.jsonl, F.csv or F.parquet; -: standard output. A row is saved as soon as
                      its run is over. The complete file is in the order of points and seeds
  --format F          jsonl, csv or parquet, if the name of F does not end with one of them
  --jobs N            number of machines that run at the same time; default: one for each core of this computer
  --shard I/N         part I of N, for several computers. Their files can be concatenated:
                      cat part*.jsonl > all.jsonl; irqscope sweep STUDY --out all.jsonl --resume
  --resume            continue F, however the earlier command ended; start if F does not exist
  --elsewhere         another program runs the machines: it gets them on standard output and answers on standard
                      input (docs/elsewhere.md). The Python package does so, on one computer or many
  --summary F         means, intervals and differences as data: F.json or F.csv

Built-in studies:
${studyList()}

The short form runs one scenario and prints a line for each run as soon as it is ready, in the order of the
combinations: the values, the metrics, the state hash.

  SCENARIO            a file, - for standard input, or the id of a built-in scenario (irqscope run --help)
  --set FIELD=VALUES  a field by its path or its end (if several have that end, the one that accepts the values), and
                      its values: 8,16,32 or a range: 1..8 (by 1), 100..500+50 (by 50), 8..1024*2 (doubling),
                      "0.1 ms..1 ms+100 us"; may be repeated. contexts=1..3 also sets policy and places of threads.
                      seed=1..20 runs with 20 seeds. No value may occur twice
  --show METRIC       metric to measure (docs/expressions.md): interrupts, "receive.latency.p99 in us",
                      "receive.loss < 1 %"; may be repeated. Default: loss, rate, latency, interrupts, load
  --warm-up N         exclude the first N cycles of each run from every number, as warmUpCycles of a study does, because
                      caches are cold and queues empty there
  --list              list the fields and metrics of this scenario; with --json { fields: [{ field, value, unit,
                      takes }], metrics: [{ metric, meaning }] }
  --skip-invalid      run the valid combinations and list the others: below the table, in a last column of CSV, in
                      leftOut of JSON
  --skip N            skip the first N runs, which an earlier sweep has done
  --csv F             one line for each run; - instead of the table. F grows while the sweep runs. CSV and JSON have
                      whole numbers exactly and others with 15 digits, the precision of a double; the table has 5
  --force             overwrite F
  --json              { irqscope, model, command, scenario, warmUpCycles, fields: [{ field, unit }],
                      metrics: [{ metric, unit }], combinations,
                      leftOut: [{ values, field, message }], runs: [{ values, metrics, cycles, stateHash }],
                      complete } in this order, a line for each run; null: no value

  irqscope sweep ring-overflow --set rxRingFrames=4..64*2 --set seed=1..5 --csv ring.csv

Ctrl-C (SIGTERM, SIGHUP, SIGQUIT) ends a sweep. The written lines are complete, JSON is closed with complete: false, and
the last line on standard error says how many runs are done and how to continue. After a power cut, count the complete
lines of the file. Only runs in progress are lost. To continue, give --skip N and another file:

  irqscope sweep ring-overflow --set seed=1..200 --csv first.csv              (ended after 51 runs)
  irqscope sweep ring-overflow --set seed=1..200 --skip 51 --csv rest.csv
  (cat first.csv; tail -n +2 rest.csv) > all.csv

Exit code 1: an invariant of docs/model.md does not hold at the end of a run. 130, 143, 129, 131: ended by
Ctrl-C, SIGTERM, SIGHUP, SIGQUIT.
`;

const OPTIONS = {
  ...STUDY_OPTIONS,
  set: { type: "string", multiple: true, default: [] as string[] },
  show: { type: "string", multiple: true, default: [] as string[] },
  list: { type: "boolean", default: false },
  "warm-up": { type: "string" },
  skip: { type: "string" },
  csv: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const subject = onlyPositional(positionals, "STUDY or SCENARIO (a file or the id of a built-in one)");
  // Standard input can be read only once: with --set or --list it holds a scenario.
  const isShortForm = values.set.length > 0 || values.list;
  if (values.elsewhere && subject === STANDARD_INPUT && !isShortForm)
    return runStudy(STUDY_OF_OWNER, await studyOfOwner(), values, subject);
  const study = isShortForm ? undefined : await studyJson(subject);
  if (study !== undefined) return runStudy(subject, study, values, subject);
  if (subject === STANDARD_INPUT && !isShortForm)
    throw new InputError({ subject, reason: "is not a study; a scenario needs --set FIELD=VALUES" });
  return runScenario(subject, values);
}

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>["values"];

/** `subject` is the name of the study in errors, `named` its name in the command that reproduces the rows. */
async function runStudy(subject: string, json: unknown, values: Values, named: string): Promise<ExitCode> {
  expectUnused(
    values,
    ["show", "warm-up", "skip", "csv", "json"],
    "is an option of the short form, with a scenario and --set",
  );
  const options = readStudyOptions(values);
  const loaded = await loadStudy(subject, json);
  const command = studyCommand(named, values["skip-invalid"]);
  return sweepStudy(loaded, { ...options, isSearch: false, command });
}

function expectUnused(values: Values, names: readonly (keyof Values)[], reason: string): void {
  const isGiven = (value: Values[keyof Values]) =>
    value !== undefined && value !== false && String(value) !== "";
  const given = names.find((name) => isGiven(values[name]));
  if (given !== undefined) throw new InputError({ subject: `--${given}`, reason });
}

async function runScenario(subject: string, values: Values): Promise<ExitCode> {
  expectUnused(
    values,
    ["out", "format", "shard", "resume", "elsewhere", "summary"],
    "is an option of a study (docs/studies.md)",
  );
  const scenario = await loadScenario(subject);
  if (values.list) {
    expectListAlone(values);
    await (values.json ? printJson(listJson(scenario)) : print(listText(scenario)));
    return DONE;
  }
  expectOutput(values.force, values.csv, "--csv");
  if (values.set.length === 0)
    throw new InputError({
      subject: "arguments",
      reason: "--set FIELD=VALUES is missing; --list lists fields",
    });
  expectOnePrinted(values.json, values.csv, "--csv");
  const jobs = jobsOf(values.jobs);
  const command = commandText("sweep", [subject], values);
  const sweep = without(
    withWarmUp(planned(originOf(await openCore(), command), scenario, values), values["warm-up"]),
    values.skip ?? "0",
  );
  tellWarnings(subject, sweep);
  // Opening a pipe waits for its reader. Until then Ctrl-C ends the process as usual.
  const files = await openFiles(sweep, values);
  const signals = listenForStop();
  try {
    return await runAll(sweep, [...files, await openOutput(sweep, values)], signals.first, jobs);
  } finally {
    signals.release();
  }
}

function tellWarnings(subject: string, { axes, points }: Sweep): void {
  const [first] = points;
  if (first === undefined) return;
  const hasSeeds = axes.some(({ field, values }) => field.name === "seed" && values.length > 1);
  const warnings = [...(hasSeeds ? seedWarnings(first.scenario) : []), ...lengthWarnings(first.scenario)];
  for (const warning of warnings) process.stderr.write(`${warningText(subject, warning)}\n`);
}

function expectListAlone({ set, show, csv, "warm-up": warmUp }: Values): void {
  const given = [
    [set.length > 0, "--set"],
    [show.length > 0, "--show"],
    [warmUp !== undefined, "--warm-up"],
    [csv !== undefined, "--csv"],
  ] as const;
  const other = given.find(([is]) => is)?.[1];
  if (other !== undefined)
    throw new InputError({
      subject: "--list",
      reason: `only lists fields, so it cannot be combined with ${other}`,
    });
}

function planned(
  origin: Origin,
  base: Scenario,
  { set: settings, show: metrics, "skip-invalid": skipsInvalid }: Values,
): Sweep {
  const { wholes, others } = apart(base, settings);
  const scenario = withWholes(base, wholes);
  const axes = axesOf(scenario, others);
  const plan = planOf(scenario, axes);
  const { points, refused } = plan;
  const [first] = points;
  const hint = first === undefined || skipsInvalid ? "" : "; --skip-invalid runs the rest";
  if (first === undefined || (refused.length > 0 && !skipsInvalid))
    throw new InputError(
      ...complaintsOfPlan(axes, plan, `${notValidText(refused.length, points.length)}${hint}`),
    );
  const columns = askedColumns(first.scenario, metrics.length === 0 ? usualColumns(first.scenario) : metrics);
  if (refused.length > 0)
    for (const complaint of complaintsOfPlan(axes, plan, leftOutText(refused.length, points.length)))
      process.stderr.write(`warning: ${complaintText(complaint)}\n`);
  return { origin, scenario, axes, columns, points, refused, skipsInvalid, skipped: 0, warmUpCycles: 0 };
}

/** The warm-up must be shorter than each run. */
function withWarmUp(sweep: Sweep, text: string | undefined): Sweep {
  const shortest = Math.min(...sweep.points.map(({ scenario }) => scenario.runCycles));
  const cycles = wholeNumber(text, "--warm-up", 0, RUN_CYCLE_LIMIT) ?? 0;
  if (cycles >= shortest)
    throw new InputError({
      subject: "--warm-up",
      reason: `must be below the length of the shortest run, ${shortest}, not "${text}"`,
    });
  return { ...sweep, warmUpCycles: cycles };
}

/** Refused combinations among the skipped runs are also left out. */
function without(sweep: Sweep, skip: string): Sweep {
  const { points, refused } = sweep;
  const count = /^\d{1,9}$/.test(skip) ? Number(skip) : Number.NaN;
  if (!(count < points.length))
    throw new InputError({
      subject: "--skip",
      reason: `must be a whole number below ${points.length}, the number of runs, not "${skip}"`,
    });
  const last = points[count - 1];
  if (last === undefined) return sweep;
  return {
    ...sweep,
    points: points.slice(count),
    refused: refused.filter(({ number }) => number > last.number),
    skipped: count,
  };
}

/** A sink takes whole lines. */
interface Sink {
  readonly writer: SweepWriter;
  readonly write: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface SinkOptions {
  readonly csv?: string | undefined;
  readonly force: boolean;
  readonly json: boolean;
}

async function openFiles(sweep: Sweep, { csv, force }: SinkOptions): Promise<readonly Sink[]> {
  if (csv === undefined || csv === STANDARD_OUTPUT) return [];
  const writer = csvWriter(sweep);
  const file = await RowFile.create(csv, writer.head, { overwrite: force });
  goOnWithoutReader();
  return [{ writer, write: (text) => file.append(text), close: () => file.close() }];
}

async function openOutput(sweep: Sweep, { csv, json }: SinkOptions): Promise<Sink> {
  const writer = (json ? jsonWriter : csv === STANDARD_OUTPUT ? csvWriter : tableWriter)(sweep);
  await writeOutput(writer.head);
  return { writer, write: writeOutput, close: () => Promise.resolve() };
}

async function runAll(
  sweep: Sweep,
  sinks: readonly Sink[],
  stop: Promise<StopSignal>,
  jobs: number | undefined,
): Promise<ExitCode> {
  const { points } = sweep;
  const pool = new MachinePool(jobs);
  const progress = new Progress(points.length, "runs");
  const broken: SweepRun[] = [];
  /** Number of finished points without a gap before them. */
  let leading = 0;
  let stoppedBy: StopSignal | undefined;
  const write = async (textOf: (writer: SweepWriter) => string) => {
    progress.hide();
    for (const { writer, write } of sinks) await write(textOf(writer));
    progress.show();
  };
  try {
    const done = await takeInOrder({
      items: points,
      work: async (point) => {
        const one = await runPoint(pool, sweep, point);
        progress.advance();
        return one;
      },
      take: async (one) => {
        if (one.brokenLaw !== 0) broken.push(one);
        if (one.point === points[leading]) leading += 1;
        await write((writer) => writer.row(one));
      },
      stop: stop.then((signal) => {
        stoppedBy = signal;
      }),
    });
    await write((writer) => writer.tail(done === points.length));
    progress.hide();
    tellBroken(sweep, broken);
    if (stoppedBy === undefined || done === points.length) return broken.length === 0 ? DONE : CHECK_FAILED;
    process.stderr.write(
      `interrupted: ${done} of ${points.length} runs are done${goOnText(sweep.skipped + leading, done - leading)}\n`,
    );
    return STOP_EXIT_CODES[stoppedBy];
  } catch (error) {
    await write((writer) => writer.tail(false)).catch(() => undefined);
    progress.hide();
    tellBroken(sweep, broken);
    throw error;
  } finally {
    progress.hide();
    await Promise.all(sinks.map(({ close }) => close()));
    await pool.end();
  }
}

/** `again`: number of runs that had finished out of order. */
function goOnText(skip: number, again: number): string {
  if (skip === 0) return "";
  return `; --skip ${skip} with another file for --csv runs the rest${again === 0 ? "" : `, ${again} of them again`}`;
}

function tellBroken({ axes }: Sweep, broken: readonly SweepRun[]): void {
  for (const { point, brokenLaw } of broken)
    process.stderr.write(
      `check failed: ${pointName(axes, point.values)}: law ${brokenLaw} of docs/model.md does not hold\n`,
    );
}

async function runPoint(
  pool: MachinePool,
  { axes, columns, warmUpCycles }: Sweep,
  point: Point,
): Promise<SweepRun> {
  const running = pool.run(point.scenario, warmUpCycles).catch((error: unknown) => {
    if (!(error instanceof MachineRefused)) throw error;
    throw new InputError({ subject: "--set", field: pointName(axes, point.values), reason: error.message });
  });
  const { measured, stateHash, brokenLaw } = await running;
  const cells = columnValues(columns, point.scenario, measured);
  return { point, cells, cycles: measured.cycles, stateHash, brokenLaw };
}

export const command: Command = {
  summary: "a study, or a scenario at every combination of some values: metrics as a table",
  help: HELP,
  run,
};
