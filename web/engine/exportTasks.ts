/** A worker's third job: to write a run as a file, and to tell how far it is. */
import { type CoreModule, createMachine } from "../../core-wasm/binding/index.ts";
import { stateOf, writeRun } from "../../lib/export/file.ts";
import { type ExportName, exportOf } from "../../lib/export/formats.ts";
import type { ReportedRun } from "../../lib/export/report/report.ts";
import type { Window } from "../../lib/export/walk.ts";
import { measureAgain, measureRun } from "../../lib/metrics/measure.ts";
import { knownMetrics, measureSince } from "../../lib/metrics/measureSince.ts";
import { missesOf } from "../../lib/metrics/misses.ts";
import { originOf, type RunOrigin } from "../../lib/origin.ts";
import { VERSION } from "../../lib/version.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { TaskAnswer } from "./oneTask.ts";

export interface ExportTask {
  /** misses: the first ones of the run as JSON, a list of Miss. */
  readonly what: ExportName | "report" | "misses";
  readonly scenario: Scenario;
  /** Of a report: beside it. */
  readonly other?: Scenario | undefined;
  readonly window: Window;
  /** Left out of what a report or a list of misses tells. */
  readonly warmUpCycles?: number | undefined;
  /** Of the file, which what belongs beside it names. */
  readonly fileName?: string | undefined;
  /** Rows as Parquet instead of CSV. */
  readonly isParquet?: boolean | undefined;
  /** What the file names; of a report for each machine. Left out of misses alone. */
  readonly origins?: readonly Pick<RunOrigin, "command" | "scenarioHash">[] | undefined;
  /** So many misses. */
  readonly most?: number | undefined;
}

export interface ExportPart {
  /** The next bytes of the file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of the run that is over. */
  readonly share: number;
  /** With the last part of a table as CSV: what belongs beside it, as a file of this name and ending. */
  readonly metadata?: string | undefined;
}

export type ExportAnswer = TaskAnswer<ExportPart>;

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
  if (task.what === "report") return reportOf(core, task);
  if (task.what === "misses") return listedMisses(core, task);
  return partsOf(core, task, task.what, now);
}

function* listedMisses(
  core: CoreModule,
  { scenario, warmUpCycles = 0, most = 0 }: ExportTask,
): Generator<ExportAnswer> {
  const machine = createMachine(core, compileScenario(scenario));
  const misses = missesOf(machine, scenario, warmUpCycles, most);
  yield { kind: "part", bytes: new TextEncoder().encode(JSON.stringify(misses)), share: 1 };
}

function* partsOf(
  core: CoreModule,
  { scenario, window, isParquet = false, origins, fileName = "" }: ExportTask,
  what: ExportName,
  now: () => number,
): Generator<ExportAnswer> {
  const { file, metadata, ...walked } = exportOf(what, scenario, { window, isParquet });
  const { command = "", scenarioHash = "" } = origins?.[0] ?? {};
  const origin = { ...originOf(core, command), scenarioHash };
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
  { scenario, other, warmUpCycles = 0, origins = [] }: ExportTask,
): AsyncGenerator<ExportAnswer> {
  // Its writer is loaded when a report is asked for.
  const runs: ReportedRun[] = [];
  const scenarios = other === undefined ? [scenario] : [scenario, other];
  for (const [index, one] of scenarios.entries()) {
    const machine = createMachine(core, compileScenario(one));
    machine.step(warmUpCycles);
    const before = warmUpCycles > 0 ? measureAgain(machine) : undefined;
    for (let step = 1; step <= REPORT_STEPS; step += 1) {
      machine.step(Math.round((one.runCycles * step) / REPORT_STEPS));
      const share = (index + step / REPORT_STEPS) / scenarios.length;
      yield { kind: "part", bytes: new Uint8Array(), share };
    }
    const measured = before === undefined ? measureRun(machine) : measureSince(before, machine);
    const metrics = knownMetrics(machine, measured, one.machine);
    runs.push({ scenario: one, metrics, command: origins[index]?.command ?? "" });
  }
  const [run, second] = runs;
  if (run === undefined) return;
  const { reportHtml } = await import("../../lib/export/report/report.ts");
  const page = reportHtml({ run, other: second, program: VERSION, model: core.version });
  yield { kind: "part", bytes: new TextEncoder().encode(page), share: 1 };
}
