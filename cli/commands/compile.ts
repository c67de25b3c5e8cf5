/** `irqscope compile`: scenarios as bytes for another program that runs the core. */
import { RUN_CYCLE_LIMIT } from "../../scenarios/base/limits.ts";
import { warningsOf } from "../../scenarios/check/warnings.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { commandText, expectOutput, readArguments, wholeNumber } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError, warningText } from "../command.ts";
import { aboutScenario, CompiledWriter, stopsOf } from "../compiledFile.ts";
import { openCore } from "../core.ts";
import { loadScenario, SCENARIO_ARGUMENT } from "../load.ts";
import { STANDARD_OUTPUT, writeWhole } from "../output.ts";
import { withSettings } from "../settings.ts";

const HELP = `usage: irqscope compile SCENARIO... [-o FILE] [--set FIELD=VALUE] [--cycles N] [--warm-up N] [--seed N] [--force]

Writes everything that a host of the core needs to run the scenarios: JSON lines with the bytes of each machine, the
cycles at which to copy its records, and the list of these records. irqscope decode computes metrics from the results.
docs/elsewhere.md has the format.

  SCENARIO    files, - for standard input, or ids of built-in scenarios; they are runs "0", "1" and so on
  -o FILE     write to this file; default: standard output
  --force     overwrite an existing file
  --set FIELD=VALUE
              another value of a field; may be repeated
  --cycles N  run this many cycles instead of the scenario's runCycles
  --warm-up N exclude the first N cycles from every number: records are also copied at their end
  --seed N    another seed for the random traffic
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    output: { type: "string", short: "o" },
    force: { type: "boolean", default: false },
    set: { type: "string", multiple: true, default: [] },
    cycles: { type: "string" },
    "warm-up": { type: "string" },
    seed: { type: "string" },
  });
  expectOutput(values.force, values.output, "-o");
  if (positionals.length === 0)
    throw new InputError({ subject: "arguments", reason: `${SCENARIO_ARGUMENT} is missing` });
  const cycles = wholeNumber(values.cycles, "--cycles", 1, RUN_CYCLE_LIMIT);
  const seed = wholeNumber(values.seed, "--seed", 0, Number.MAX_SAFE_INTEGER);
  const writer = new CompiledWriter(await openCore());
  let text = writer.head;
  for (const [index, subject] of positionals.entries()) {
    const loaded = withSettings(await loadScenario(subject), values.set);
    const scenario: Scenario = {
      ...loaded,
      runCycles: cycles ?? loaded.runCycles,
      seed: seed ?? loaded.seed,
    };
    for (const warning of warningsOf(scenario)) process.stderr.write(`${warningText(subject, warning)}\n`);
    const warmUpCycles = wholeNumber(values["warm-up"], "--warm-up", 0, scenario.runCycles - 1) ?? 0;
    const toRun = { key: String(index), scenario, stops: stopsOf(scenario, warmUpCycles) };
    text += writer.run(subject, toRun, aboutScenario(scenario, commandText("run", [subject], values)));
  }
  await writeWhole(values.output ?? STANDARD_OUTPUT, text, { overwrite: values.force });
  return DONE;
}

export const command: Command = {
  summary: "compile scenarios for another host of the core",
  help: HELP,
  run,
};
