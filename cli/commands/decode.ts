/** `irqscope decode`: metrics of a run in another program that runs the core. */

import { tallyCounts } from "../../lib/metrics/toldApart.ts";
import { onlyPositional, readArguments } from "../arguments.ts";
import { CHECK_FAILED, type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { type CompiledRun, lineOf, runsIn } from "../compiledFile.ts";
import { openCore } from "../core.ts";
import { writeOutput } from "../output.ts";
import { decodedReport, originIn, resultsIn } from "../resultFile.ts";

const HELP = `usage: irqscope decode RESULTS --of COMPILED

Prints a line of JSON for each run in RESULTS as soon as it is read: the output of irqscope run --json and the run's key.

  RESULTS        the output of a host of the core for COMPILED, - for standard input; docs/elsewhere.md has the format
  --of COMPILED  the file of irqscope compile

Exit code 1: an invariant of docs/model.md does not hold at the end of a run.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, { of: { type: "string" } });
  const path = onlyPositional(positionals, "RESULTS (the output of a host of the core)");
  if (values.of === undefined)
    throw new InputError({ subject: "--of", reason: "is missing: the file of irqscope compile" });
  const core = await openCore();
  const compiled = await runsIn(values.of, core);
  const broken: string[] = [];
  const runOf = (key: string): CompiledRun => {
    const known = compiled.get(key);
    if (known !== undefined) return known;
    throw new InputError({ subject: path, reason: `has a run "${key}" that ${values.of} does not have` });
  };
  for await (const one of resultsIn(path, core, (key) => tallyCounts(runOf(key).scenario))) {
    const { scenario, command } = runOf(one.key);
    await writeOutput(lineOf({ run: one.key, ...decodedReport(scenario, originIn(core, command), one) }));
    const brokenLaw = one.end.checkInvariants();
    if (brokenLaw !== 0) broken.push(`run "${one.key}": law ${brokenLaw} of docs/model.md does not hold`);
  }
  for (const reason of broken) process.stderr.write(`check failed: ${reason}\n`);
  return broken.length === 0 ? DONE : CHECK_FAILED;
}

export const command: Command = {
  summary: "metrics of runs on another host of the core",
  help: HELP,
  run,
};
