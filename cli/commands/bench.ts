/** `irqscope bench`: simulated cycles per second, wasm and native. */
import { fileURLToPath } from "node:url";
import { type AblationReport, runAblation } from "../../core-wasm/bench/ablate.ts";
import { type BenchReport, runBench } from "../../core-wasm/bench/bench.ts";
import { originJson, originOf } from "../../lib/origin.ts";
import { commandText, readArguments, wholeNumber } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { CORE_FILE, openCore } from "../core.ts";
import { print, printJson } from "../output.ts";
import { fixed, table, whole } from "../table.ts";

const HELP = `usage: irqscope bench [--runs N] [--quick] [--ablate] [--json | --markdown]

Runs the same workloads alternately in WebAssembly and in a native build of the same core, and prints the median
speed of each, also with logs and series on (observed), and with skipping off, so that every cycle is computed
(stepped; gain = wasm / stepped). All must end in the same state. Also prints instructions per cycle, and the
memory of the machine and of its state. The native part needs gcc and the sources. For machines with several
cores, "one core" is the cycles of all cores per second as a share of those of the same machine with one core.

  --runs N   runs of each workload, an odd number; default: 5
  --quick    a twentieth of the cycles
  --ablate   instead: native builds of the core, each without one of its optimisations, alternately with the
             complete core; prints the remaining speed, where 1.00 is the speed of the complete core
  --markdown the table of docs/speed.md
  --json     { irqscope, model, command, runs, sliceCycles, core, node, native, workloads: [{ name, cycles, stateHash,
             wasmCyclesPerSecond, observedCyclesPerSecond, steppedCyclesPerSecond, gain,
             nativeCyclesPerSecond, ratio, machineBytes, stateBytes, ... }] }
`;

const RUN_LIMIT = 99;
const QUICK_SCALE = 0.05;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    runs: { type: "string", default: "5" },
    quick: { type: "boolean", default: false },
    ablate: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    markdown: { type: "boolean", default: false },
  });
  if (positionals.length > 0) {
    throw new InputError({ subject: "arguments", reason: `bench takes none, not "${positionals[0]}"` });
  }
  const runs = wholeNumber(values.runs, "--runs", 1, RUN_LIMIT);
  if (runs % 2 === 0)
    throw new InputError({ subject: "--runs", reason: "must be odd, because the median is printed" });
  const module = await openCore();
  const origin = originJson(originOf(module, commandText("bench", [], values)));
  const options = {
    module,
    repository: repository(),
    runs,
    scale: values.quick ? QUICK_SCALE : 1,
    onProgress: (text: string) => process.stderr.write(`${text}\n`),
  };
  if (values.ablate) {
    const report = await runAblation(options);
    if (values.json) await printJson({ ...origin, ...report });
    else await print(ablationText(report));
    return DONE;
  }
  const report = await runBench({ ...options, core: CORE_FILE });
  if (values.json) await printJson({ ...origin, ...report });
  else await print(values.markdown ? benchMarkdown(report) : benchText(report));
  return DONE;
}

/** The repository is two folders up from the bundle, and from this file. */
function repository(): string {
  return fileURLToPath(new URL("../..", import.meta.url));
}

const megahertz = (cyclesPerSecond: number | undefined) => fixed((cyclesPerSecond ?? Number.NaN) / 1e6, 1);
const share = (value: number | undefined) => (value === undefined ? "" : fixed(value, 2));

function benchMarkdown({ workloads, runs, node, native }: BenchReport): string {
  const head = ["million cycles a second", "WebAssembly", "native", "stepped", "share of one core"];
  const rows = workloads.map((workload) => [
    workload.name,
    megahertz(workload.wasmCyclesPerSecond),
    megahertz(workload.nativeCyclesPerSecond),
    megahertz(workload.steppedCyclesPerSecond),
    share(workload.shareOfOneCore),
  ]);
  const lines = [head, head.map((_, column) => (column === 0 ? "---" : "---:")), ...rows];
  const text = lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  return `${text}\n\nMedians of ${runs} runs; Node ${node}; native: ${native}.`;
}

function benchText(report: BenchReport): string {
  const kilobytes = (bytes: number) => whole(Math.round(bytes / 1000));
  const rows = report.workloads.map((workload) => [
    workload.name,
    whole(workload.cycles),
    megahertz(workload.wasmCyclesPerSecond),
    megahertz(workload.observedCyclesPerSecond),
    megahertz(workload.steppedCyclesPerSecond),
    fixed(workload.gain, 1),
    megahertz(workload.nativeCyclesPerSecond),
    fixed(workload.ratio ?? Number.NaN, 2),
    share(workload.shareOfOneCore),
    fixed(workload.instructionsPerCycle, 2),
    kilobytes(workload.machineBytes),
    kilobytes(workload.stateBytes),
    workload.stateHash,
  ]);
  const head = [
    "million cycles a second",
    "cycles",
    "wasm",
    "observed",
    "stepped",
    "gain",
    "native",
    "wasm/native",
    "one core",
    "IPC",
    "machine kB",
    "state kB",
    "state hash",
  ];
  return `${table([head, ...rows], "")}\n\nmedian of ${report.runs}; Node ${report.node}; native: ${report.native}`;
}

function ablationText({ workloads, paths, runs, native }: AblationReport): string {
  const rows = paths.map(({ name, speeds }) => [name, ...speeds.map((speed) => fixed(speed, 2))]);
  const speeds = workloads.map(({ cyclesPerSecond }) => fixed(cyclesPerSecond / 1e6, 1));
  const head = ["without", ...workloads.map(({ name }) => name)];
  const all = table([head, ["nothing, million cycles a second", ...speeds], ...rows], "");
  const meanings = paths.map(({ name, meaning }) => `${name}: ${meaning}`).join("\n");
  return `${all}\n\n${meanings}\n\nmedian of ${runs}, CPU time; native: ${native}`;
}

export const command: Command = { summary: "simulated cycles per second, wasm and native", help: HELP, run };
