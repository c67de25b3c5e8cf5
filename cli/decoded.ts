/** What came of a run that another host of the core has made: what `irqscope run --json` prints of it. */
import type { CoreModule } from "../core-wasm/binding/index.ts";
import { disassemble } from "../lib/assembler/disassemble.ts";
import { withFaultPlace } from "../lib/metrics/faultPlace.ts";
import { metricsOf } from "../lib/metrics/metrics.ts";
import { reportRun } from "../lib/metrics/report.ts";
import { originJson, originOf } from "../lib/origin.ts";
import { warningsOf } from "../scenarios/check/warnings.ts";
import { assembleProgram } from "../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../scenarios/compile/programs.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { InputError } from "./command.ts";
import { measuredOf, type RunResults } from "./resultFile.ts";
import { framesInside } from "./runMetrics.ts";

/** As JSON; without a command where the compiled file has none. */
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
      reason: "what came behind its first stop is not known: its host has to call core_measure_again there",
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
