/** Records that another program copied out of its machines. docs/elsewhere.md describes the format. */

import { z } from "zod";
import type { CoreModule, Results, TallyCounts } from "../core-wasm/binding/index.ts";
import { RECORD_BYTES, resultsOf, tallyBytes } from "../core-wasm/binding/results.ts";
import { disassemble } from "../lib/assembler/disassemble.ts";
import { withFaultPlace } from "../lib/metrics/faultPlace.ts";
import type { Measured } from "../lib/metrics/measure.ts";
import { measureRun } from "../lib/metrics/measure.ts";
import { metricsOf } from "../lib/metrics/metrics.ts";
import { reportRun } from "../lib/metrics/report.ts";
import { measureSince } from "../lib/metrics/since.ts";
import { originJson, originOf } from "../lib/origin.ts";
import { describeIssues } from "../scenarios/base/messages.ts";
import { isObject } from "../scenarios/base/values.ts";
import { warningsOf } from "../scenarios/check/warnings.ts";
import { assembleProgram } from "../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../scenarios/compile/programs.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { InputError } from "./command.ts";
import { expectHead } from "./compiledFile.ts";
import { bytesOfText, jsonOf, type Line, linesOf } from "./lines.ts";
import { framesInside } from "./runMetrics.ts";

const RESULT_FORMAT = "irqscope-results";

export interface RunResults {
  readonly key: string;
  /** One entry for each stop of the run. The last one is the end. */
  readonly stops: readonly Results[];
  readonly end: Results;
}

/** Measurements between the first stop and the end of a run with a warm-up, otherwise of the whole run. */
export function measuredOf({ stops, end }: RunResults): {
  readonly since: Measured;
  /** The state at the end of the warm-up. */
  readonly before: Measured | undefined;
} {
  const [first] = stops;
  if (first === undefined || first === end) return { since: measureRun(end), before: undefined };
  const before = measureRun(first);
  return { since: measureSince(before, end), before };
}

/** The tallies of a run's machine. `line` names the run; throws if there is no such run. */
type CountsOf = (key: string, line: number) => TallyCounts;

const resultLine = z.object({
  run: z.string(),
  stateHash: z.string().regex(/^[0-9a-f]{16}$/, "is not a state hash"),
  brokenLaw: z.number().int().min(0),
  stops: z.array(z.object({ cycle: z.number().int().min(0), records: z.string() })).min(1),
});

/** Yields results while the lines arrive. Throws InputError with the line and the field. */
export async function* resultsIn(
  path: string,
  core: CoreModule,
  countsOf: CountsOf,
): AsyncGenerator<RunResults> {
  const read = resultsReader(path, core, countsOf);
  let isEmpty = true;
  for await (const line of linesOf(path)) {
    const results = read(line, jsonOf(path, line));
    if (results !== undefined) yield results;
    isEmpty = false;
  }
  if (isEmpty) throw new InputError({ subject: path, reason: "is empty" });
}

/** Reads one line after the other; undefined for the head. */
export function resultsReader(
  path: string,
  core: CoreModule,
  countsOf: CountsOf,
): (line: Line, value: unknown) => RunResults | undefined {
  let isHead = true;
  return (line, value) => {
    if (!isHead) return runResults(path, line, value, core, countsOf);
    expectHead(path, value, RESULT_FORMAT, core);
    isHead = false;
    return undefined;
  };
}

function runResults(
  path: string,
  { number }: Line,
  value: unknown,
  core: CoreModule,
  countsOf: CountsOf,
): RunResults {
  const fail = (where: string, reason: string): InputError =>
    new InputError({ subject: path, field: `line ${number}${where === "" ? "" : `, ${where}`}`, reason });
  if (!isObject(value)) throw fail("", "is not a result");
  const read = resultLine.safeParse(value);
  if (!read.success) {
    const [error] = describeIssues(resultLine, value, read.error.issues);
    throw fail(error?.field ?? "", error?.message ?? "is not a result");
  }
  const { run: key, stateHash, brokenLaw } = read.data;
  const counts = countsOf(key, number);
  const needed = RECORD_BYTES + tallyBytes(counts);
  const stops = read.data.stops.map(({ cycle, records }, index) => {
    const bytes = bytesOfText(records, needed);
    if (bytes?.byteLength !== needed)
      throw fail(`stops[${index}].records`, `are not the ${needed} bytes of a machine's records`);
    return resultsOf(core, { cycle, stateHash, brokenLaw }, bytes, counts);
  });
  const end = stops.at(-1);
  if (end === undefined) throw fail("stops", "are empty");
  return { key, stops, end };
}

// ---- a run in another program that has the core, in the form of `irqscope run --json` ----

/** The origin as JSON. It has no command if the compiled file has none. */
export function originIn(core: CoreModule, command: string | undefined): object {
  const { command: named, ...versions } = originJson(originOf(core, command ?? ""));
  return command === undefined ? versions : { ...versions, command: named };
}

export function decodedReport(scenario: Scenario, origin: object, results: RunResults) {
  const { key, end } = results;
  const { since, before } = measuredOf(results);
  const measured = metricsOf(end, since, scenario.machine);
  if (measured === undefined)
    throw new InputError({
      subject: `run "${key}"`,
      reason: "has no measurement after its first stop: the host must call core_measure_again there",
    });
  const metrics = withFaultPlace(measured, placeRoutines(scenario, assembleProgram), () => disassemble);
  return {
    ...origin,
    ...reportRun(scenario, metrics),
    ...(before === undefined ? {} : { framesInsideAtWarmUp: framesInside(before) }),
    warnings: warningsOf(scenario),
    brokenLaw: end.checkInvariants(),
  };
}
