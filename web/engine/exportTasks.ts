/** The worker's third job: writes a run as a file and reports its progress. */
import { type CoreModule, createMachine } from "../../core-wasm/binding/index.ts";
import { stateOf, writeRun } from "../../lib/export/file.ts";
import { type ExportName, exportOf } from "../../lib/export/formats.ts";
import type { ReportedRun } from "../../lib/export/report/runTables.ts";
import type { Window } from "../../lib/export/walk.ts";
import { measureAgain, measureRun } from "../../lib/metrics/measure.ts";
import { missesOf } from "../../lib/metrics/registry/deadline.ts";
import { knownMetrics, measureSince } from "../../lib/metrics/since.ts";
import { originOf, type RunOrigin, VERSION } from "../../lib/origin.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { TaskAnswer } from "./tasks.ts";

/** Exports the run or a part of it in a format of irqscope export. */
export interface FileTask {
  readonly what: ExportName;
  readonly scenario: Scenario;
  readonly window: Window;
  /** Rows as Parquet instead of CSV. */
  readonly isParquet: boolean;
  /** File name for the metadata of the file. */
  readonly fileName: string;
  /** The origin that the file states. */
  readonly origin: Pick<RunOrigin, "command" | "scenarioHash">;
}

interface ReportedMachine {
  readonly scenario: Scenario;
  /** Command that gives the same numbers. */
  readonly command: string;
}

/** A report of one run, or of two runs side by side, as HTML. */
export interface ReportTask {
  readonly what: "report";
  readonly machines: readonly [ReportedMachine, ...ReportedMachine[]];
  /** Cycles that are not counted. */
  readonly warmUpCycles: number;
}

/** The first missed deadlines of a run as JSON, a list of Miss. */
interface MissesTask {
  readonly what: "misses";
  readonly scenario: Scenario;
  /** Misses that end in these first cycles are left out. */
  readonly warmUpCycles: number;
  /** Greatest number of misses. */
  readonly most: number;
}

export type ExportTask = FileTask | ReportTask | MissesTask;

export interface ExportPart {
  /** The next bytes of the file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Finished share of the run. */
  readonly share: number;
  /** Sent with the last part of a CSV table: the text of the metadata file. */
  readonly metadata?: string | undefined;
}

type ExportAnswer = TaskAnswer<ExportPart>;

/** A message for each step would cost more than the step. */
const PART_BYTES = 1 << 18;
const PART_MS = 100;
const REPORT_STEPS = 100;

export async function* answerExport(
  core: CoreModule,
  task: ExportTask,
  now = () => performance.now(),
): AsyncGenerator<ExportAnswer> {
  try {
    yield* answerParts(core, task, now);
    yield { kind: "done" };
  } catch (error) {
    yield { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

function answerParts(
  core: CoreModule,
  task: ExportTask,
  now: () => number,
): Generator<ExportAnswer> | AsyncGenerator<ExportAnswer> {
  switch (task.what) {
    case "report":
      return reportOf(core, task);
    case "misses":
      return listedMisses(core, task);
    default:
      return partsOf(core, task, now);
  }
}

function* listedMisses(
  core: CoreModule,
  { scenario, warmUpCycles, most }: MissesTask,
): Generator<ExportAnswer> {
  const machine = createMachine(core, compileScenario(scenario));
  const misses = missesOf(machine, scenario, warmUpCycles, most);
  yield { kind: "part", bytes: new TextEncoder().encode(JSON.stringify(misses)), share: 1 };
}

function* partsOf(
  core: CoreModule,
  { what, scenario, window, isParquet, fileName, origin: named }: FileTask,
  now: () => number,
): Generator<ExportAnswer> {
  const { file, metadata, ...walked } = exportOf(what, scenario, { window, isParquet });
  const origin = { ...originOf(core, named.command), scenarioHash: named.scenarioHash };
  const waiting: Uint8Array[] = [];
  let [bytes, toldMs, share] = [0, now(), 0];
  const part = (): ExportPart & { readonly kind: "part" } => {
    const joined = new Uint8Array(bytes);
    let at = 0;
    for (const one of waiting.splice(0)) {
      joined.set(one, at);
      at += one.length;
    }
    [bytes, toldMs] = [0, now()];
    return { kind: "part", bytes: joined, share };
  };
  const writing = writeRun(core, walked.scenario, walked.window, file, origin);
  let next = writing.next();
  for (; next.done !== true; next = writing.next()) {
    const written = next.value;
    waiting.push(written.bytes);
    bytes += written.bytes.length;
    share = written.cycle / Math.max(1, window.to);
    if (bytes >= PART_BYTES || now() - toldMs >= PART_MS) yield part();
  }
  yield { ...part(), metadata: metadata?.(fileName, stateOf(next.value), origin) };
}

async function* reportOf(
  core: CoreModule,
  { machines, warmUpCycles }: ReportTask,
): AsyncGenerator<ExportAnswer> {
  // The writer loads with the first report.
  const runs: ReportedRun[] = [];
  for (const [index, { scenario: one, command }] of machines.entries()) {
    const machine = createMachine(core, compileScenario(one));
    machine.step(warmUpCycles);
    const before = warmUpCycles > 0 ? measureAgain(machine) : undefined;
    for (let step = 1; step <= REPORT_STEPS; step += 1) {
      machine.step(Math.round((one.runCycles * step) / REPORT_STEPS));
      const share = (index + step / REPORT_STEPS) / machines.length;
      yield { kind: "part", bytes: new Uint8Array(), share };
    }
    const measured = before === undefined ? measureRun(machine) : measureSince(before, machine);
    const metrics = knownMetrics(machine, measured, one.machine);
    runs.push({ scenario: one, metrics, command });
  }
  const [run, second] = runs;
  if (run === undefined) return;
  const { reportHtml } = await import("../../lib/export/report/report.ts");
  const page = reportHtml({ run, other: second, program: VERSION, model: core.version });
  yield { kind: "part", bytes: new TextEncoder().encode(page), share: 1 };
}
