/** `irqscope report`: a run, or two side by side, as an HTML page. */
import { createMachine } from "../../core-wasm/binding/index.ts";
import { type ReportedRun, reportHtml } from "../../lib/export/report/report.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { VERSION } from "../../lib/version.ts";
import { RUN_CYCLE_LIMIT } from "../../scenarios/base/limits.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { readArguments, wholeNumber } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { openCore } from "../core.ts";
import { loadScenario, SCENARIO_ARGUMENT } from "../load.ts";
import { expectWritable, STANDARD_OUTPUT, writeWhole } from "../output.ts";
import { withSettings } from "../settings.ts";
import { quoted } from "../words.ts";

const HELP = `usage: irqscope report SCENARIO [OTHER] [-o FILE] [--set FIELD=VALUE] [--cycles N] [--seed N] [--force]

Runs a scenario, or two for comparison, and writes what came of it as one HTML page that needs nothing else: versions,
command and state hash, metrics, latencies as curves, losses with their causes, the parts of the latencies, findings, and
the scenario itself.

  SCENARIO         a file, - for standard input, or the id of a built-in scenario
  OTHER            compared with it
  -o, --output FILE
                   into this file; left out: to standard output
  --force          replace a file that is there
  --set FIELD=VALUE, --cycles N, --seed N
                   as for irqscope run; of both
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    output: { type: "string", short: "o", default: STANDARD_OUTPUT },
    force: { type: "boolean", default: false },
    set: { type: "string", multiple: true, default: [] },
    cycles: { type: "string" },
    seed: { type: "string" },
  });
  const [subject, other, ...more] = positionals;
  if (subject === undefined)
    throw new InputError({ subject: "arguments", reason: `${SCENARIO_ARGUMENT} is missing` });
  if (more[0] !== undefined)
    throw new InputError({ subject: "arguments", reason: `"${more[0]}" is one too many` });
  const cycles = wholeNumber(values.cycles, "--cycles", 1, RUN_CYCLE_LIMIT);
  const seed = wholeNumber(values.seed, "--seed", 0, Number.MAX_SAFE_INTEGER);
  await expectWritable(values.output, { overwrite: values.force });
  const core = await openCore();

  async function reported(of: string): Promise<ReportedRun> {
    const loaded = withSettings(await loadScenario(of), values.set);
    const scenario = { ...loaded, runCycles: cycles ?? loaded.runCycles, seed: seed ?? loaded.seed };
    const machine = createMachine(core, compileScenario(scenario));
    machine.step(scenario.runCycles);
    const settings = [
      ...values.set.map((setting) => `--set ${quoted(setting)}`),
      ...(cycles === undefined ? [] : [`--cycles ${cycles}`]),
      ...(seed === undefined ? [] : [`--seed ${seed}`]),
    ];
    return {
      scenario,
      metrics: readMetrics(machine, scenario.machine),
      command: ["irqscope run", quoted(of), ...settings].join(" "),
    };
  }

  const report = {
    run: await reported(subject),
    other: other === undefined ? undefined : await reported(other),
    program: VERSION,
    model: core.version,
  };
  await writeWhole(values.output, reportHtml(report), { overwrite: values.force });
  return DONE;
}

export const command: Command = {
  summary: "a run, or two side by side, as an HTML page",
  help: HELP,
  run,
};
