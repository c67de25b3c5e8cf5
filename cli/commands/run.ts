/** `irqscope run`: runs a scenario to its end and prints the result. */

import { type CoreModule, CoreRefusedError, createMachine } from "../../core-wasm/binding/index.ts";
import { disassemble } from "../../lib/assembler/disassemble.ts";
import { withFaultPlace } from "../../lib/metrics/faultPlace.ts";
import { type Miss, missesOf } from "../../lib/metrics/registry/deadline.ts";
import { reportRun } from "../../lib/metrics/report.ts";
import { microsecondsOf } from "../../lib/metrics/units.ts";
import { originJson, originOf } from "../../lib/origin.ts";
import { type HartEnd, hartsEnd } from "../../lib/programs/hartsEnd.ts";
import { type ColumnValue, columnValues } from "../../lib/sweep/column.ts";
import { RUN_CYCLE_LIMIT } from "../../scenarios/base/limits.ts";
import { refusalIn } from "../../scenarios/check/refusal.ts";
import { warningsOf } from "../../scenarios/check/warnings.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { placeRoutines } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { commandText, onlyPositional, readArguments, wholeNumber } from "../arguments.ts";
import { CHECK_FAILED, type Command, DONE, type ExitCode, InputError, warningText } from "../command.ts";
import { openCore } from "../core.ts";
import { builtinList, SCENARIO_ARGUMENT } from "../load.ts";
import { print, printJson } from "../output.ts";
import { type StateRequest, stateJson, stateOf, stateRequest, statesText } from "../programState.ts";
import { askedColumns, measured } from "../runMetrics.ts";
import { type Memory, runText, type Speed } from "../runText.ts";
import { withSettings } from "../settings.ts";
import { loadRun } from "../study/loadStudy.ts";
import { valueText } from "../sweepWriters.ts";
import { fixed, table, whole } from "../table.ts";

/** Number of missed deadlines that the list shows. */
const USUAL_MISSES = 10;
const MISS_LIMIT = 100_000;

const HELP = `usage: irqscope run SCENARIO [--set FIELD=VALUE] [--cycles N] [--warm-up N] [--seed N] [--show METRIC]
       [--misses N] [--point N] [--registers] [--memory ADDRESS[:BYTES]] [--console] [--at CYCLE] [--json]

Runs a scenario and prints throughput, losses, latency with its parts, the cycles of each layer, the state hash
and the memory of the machine. The same scenario and seed give the same hash on every host.

  SCENARIO    a file, - for standard input, or the id of a built-in scenario (below)
  --set FIELD=VALUE
              another value of a field, by its path or its end: rxRingFrames=64, clockHertz="2 GHz"; may be
              repeated; irqscope sweep SCENARIO --list lists the fields. A whole path may have an
              object, a list or null as JSON: 'traffic[0].resample={"blockEvents": 500}'
  --cycles N  run this many cycles instead of the scenario's runCycles; 200M means 200,000,000
  --warm-up N exclude the first N cycles from every number, because caches are cold and queues empty there
  --seed N    another seed for the random traffic
  --show METRIC
              also print this metric (docs/expressions.md): "receive.latency.p95 in us",
              "share(interrupt.latency > 20 us) in %"; may be repeated
  --registers also print the registers of each thread that has run a program, in machine mode with its control and
              status registers
  --memory ADDRESS[:BYTES]
              print this many bytes (default: 64) of the memory of programs; ADDRESS is a number or a name in a
              program (frames:8); may be repeated
  --console   print the text sent to each console; the last 1024 characters are kept
  --at CYCLE  print only registers, memory and consoles, at this cycle instead of the end; may be repeated, and a *
              then marks changes
  --misses N  list this many missed deadlines, with the cycle in which each started (default: ${USUAL_MISSES})
  --point N   SCENARIO is a study, of which point N is run (irqscope point STUDY lists them)
  --json      everything, as one JSON object; latencies in cycles; registers, memory and consoles in "states"; programs in
              machine mode that are over in "ended" (hart, exitCode, cycle)

Exit code 1: an invariant of docs/model.md does not hold at the end of the run.

Built-in scenarios:
${builtinList()}
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    set: { type: "string", multiple: true, default: [] },
    cycles: { type: "string" },
    "warm-up": { type: "string" },
    seed: { type: "string" },
    point: { type: "string" },
    misses: { type: "string" },
    show: { type: "string", multiple: true, default: [] },
    registers: { type: "boolean", default: false },
    memory: { type: "string", multiple: true, default: [] },
    console: { type: "boolean", default: false },
    at: { type: "string", multiple: true, default: [] },
    json: { type: "boolean", default: false },
  });
  const subject = onlyPositional(positionals, SCENARIO_ARGUMENT);
  const cycles = wholeNumber(values.cycles, "--cycles", 1, RUN_CYCLE_LIMIT);
  const seed = wholeNumber(values.seed, "--seed", 0, Number.MAX_SAFE_INTEGER);
  const elsewhere = new Map<string, string>();
  if (cycles !== undefined) elsewhere.set("runCycles", `--cycles ${values.cycles}`);
  if (seed !== undefined) elsewhere.set("seed", `--seed ${values.seed}`);
  const loaded = withSettings(await loadRun(subject, values.point), values.set, elsewhere);
  const scenario: Scenario = {
    ...loaded,
    runCycles: cycles ?? loaded.runCycles,
    seed: seed ?? loaded.seed,
  };
  const asked = stateRequest(subject, scenario, values, scenario.runCycles);
  const command = commandText("run", [subject], values);
  if (asked !== undefined && asked.cycles.length > 0)
    return showStates(subject, scenario, asked, { command, isJson: values.json });
  const warmUpCycles = wholeNumber(values["warm-up"], "--warm-up", 0, scenario.runCycles - 1) ?? 0;
  const limit = wholeNumber(values.misses, "--misses", 0, MISS_LIMIT) ?? USUAL_MISSES;
  const columns = askedColumns(scenario, values.show);
  const ran = await simulate(subject, scenario, warmUpCycles);
  const { core, machine, metrics, framesInside, speed } = ran;
  const shown = columnValues(columns, scenario, ran.measured);
  const warnings = warningsOf(scenario);
  for (const warning of warnings) process.stderr.write(`${warningText(subject, warning)}\n`);
  const report = reportRun(
    scenario,
    withFaultPlace(metrics, placeRoutines(scenario, assembleProgram), () => disassemble),
  );
  const missed = report.deadlines.reduce((sum, { misses }) => sum + misses, 0);
  const misses = missed === 0 ? [] : listedMisses(core, scenario, warmUpCycles, limit);
  const brokenLaw = machine.checkInvariants();
  const memory: Memory = { machineBytes: machine.memoryBytes, stateBytes: machine.stateBytes };
  const states = asked === undefined ? [] : [stateOf(machine, scenario, asked)];
  const ended = hartsEnd(core, scenario, machine);
  if (values.json) {
    const told = states.length === 0 ? {} : { states: states.map((one) => stateJson(scenario, one)) };
    const ofDeadlines = missed === 0 ? {} : { misses, missesMore: missed - misses.length };
    const ofWarmUp = warmUpCycles === 0 ? {} : { framesInsideAtWarmUp: framesInside };
    await printJson({
      ...{
        ...originJson(originOf(core, command)),
        ...report,
        ...ofDeadlines,
        ...ofWarmUp,
        ...endJson(ended),
      },
      ...shownJson(values.show, shown),
      ...{ warnings, brokenLaw, ...speed, ...memory, ...told },
    });
  } else {
    const told = states.length === 0 ? "" : `\n\n${statesText(scenario, states)}`;
    const inside = warmUpCycles === 0 ? "" : insideText(framesInside);
    const listed = missed === 0 ? "" : `\n\n${missesText(scenario, misses, missed)}`;
    await print(
      `${runText(scenario, report, speed, memory)}${inside}${endText(ended)}${shownText(values.show, shown)}${listed}${told}`,
    );
  }
  if (brokenLaw === 0) return DONE;
  process.stderr.write(`check failed: law ${brokenLaw} of docs/model.md does not hold\n`);
  return CHECK_FAILED;
}

/** `metrics` as the user typed them. */
function shownJson(metrics: readonly string[], values: readonly ColumnValue[]): object {
  if (metrics.length === 0) return {};
  return { shown: metrics.map((metric, index) => ({ metric, value: values[index] ?? null })) };
}

function shownText(metrics: readonly string[], values: readonly ColumnValue[]): string {
  const rows = metrics.map((metric, index) => [metric, valueText(values[index])]);
  return rows.length === 0 ? "" : `\n\n${table([["asked for", ""], ...rows], "")}`;
}

function insideText(frames: number): string {
  return `\n\nframes in the machine when the warm-up ended: ${whole(frames)}; their fate is counted, their offer is not`;
}

const endJson = (ended: readonly HartEnd[]) => (ended.length === 0 ? {} : { ended });

function endText(ended: readonly HartEnd[]): string {
  const lines = ended.map(
    ({ hart, exitCode, cycle }) => `${hart} ended with exit code ${exitCode} in cycle ${whole(cycle)}`,
  );
  return lines.length === 0 ? "" : `\n\n${lines.join("\n")}`;
}

function listedMisses(core: CoreModule, scenario: Scenario, warmUpCycles: number, limit: number) {
  if (limit === 0) return [];
  return missesOf(createMachine(core, compileScenario(scenario)), scenario, warmUpCycles, limit);
}

/** Shows the states at the requested cycles. The JSON contains `command`. */
async function showStates(
  subject: string,
  scenario: Scenario,
  asked: StateRequest,
  { command, isJson }: { readonly command: string; readonly isJson: boolean },
): Promise<ExitCode> {
  const core = await openCore();
  const machine = createOrComplain(subject, scenario, () => createMachine(core, compileScenario(scenario)));
  const states = asked.cycles.map((cycle) => {
    machine.step(cycle);
    return stateOf(machine, scenario, asked);
  });
  if (isJson)
    await printJson({
      ...originJson(originOf(core, command)),
      scenario: scenario.name,
      states: states.map((one) => stateJson(scenario, one)),
    });
  else await print(statesText(scenario, states));
  return DONE;
}

async function simulate(subject: string, scenario: Scenario, warmUpCycles: number) {
  const core = await openCore();
  const machine = createOrComplain(subject, scenario, () => createMachine(core, compileScenario(scenario)));
  const begin = performance.now();
  const behind = measured(machine, scenario, warmUpCycles);
  const hostSeconds = (performance.now() - begin) / 1000;
  const speed: Speed = { hostSeconds, simulatedCyclesPerSecond: scenario.runCycles / hostSeconds };
  return { core, machine, ...behind, speed };
}

function createOrComplain<T>(subject: string, scenario: Scenario, create: () => T): T {
  try {
    return create();
  } catch (error) {
    if (!(error instanceof CoreRefusedError)) throw error;
    const { field, message } = refusalIn(scenario, error);
    throw new InputError({ subject, field, reason: message });
  }
}

export const command: Command = { summary: "run a scenario: metrics and state hash", help: HELP, run };

// ---- missed deadlines, each with the cycle in which its latency started ----

/** `all`: number of misses in the run. */
function missesText({ machine }: Scenario, misses: readonly Miss[], all: number): string {
  const microseconds = (cycles: number) => fixed(microsecondsOf(cycles, machine.clockHertz), 3);
  const rows = misses.map(({ of, name, from, cycles, deadlineCycles }) => [
    ...[`${of} ${name}`, whole(from), whole(cycles), microseconds(cycles), microseconds(deadlineCycles)],
  ]);
  const lines =
    rows.length === 0 ? "" : table([["missed deadline", "from cycle", "cycles", "µs", "of"], ...rows], "");
  const more = all - misses.length;
  const rest = more === 0 ? "" : `and ${whole(more)} more; --misses N lists them`;
  return [lines, rest].filter((text) => text !== "").join("\n");
}
