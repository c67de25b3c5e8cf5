/** `irqscope report`: one run, two runs side by side, or a study, as an HTML page. */
import { createMachine } from "../../core-wasm/binding/index.ts";
import { reportHtml } from "../../lib/export/report/report.ts";
import type { ReportedRun } from "../../lib/export/report/runTables.ts";
import { type StudyReport, studyReportHtml } from "../../lib/export/report/studyReport.ts";
import { VERSION } from "../../lib/origin.ts";
import { askedRuns, isSearchCommand, missingText, runsText } from "../../lib/study/askedRuns.ts";
import { RUN_CYCLE_LIMIT } from "../../scenarios/base/limits.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { commandText, readArguments, wholeNumber } from "../arguments.ts";
import { type Command, complaintText, DONE, type ExitCode, InputError } from "../command.ts";
import { openCore } from "../core.ts";
import { readBytes, SCENARIO_ARGUMENT } from "../load.ts";
import { expectWritable, STANDARD_OUTPUT, writeWhole } from "../output.ts";
import { runMetrics } from "../runMetrics.ts";
import { withSettings } from "../settings.ts";
import { ROWS_FILE } from "../study/bundle.ts";
import { findGreatest } from "../study/greatest.ts";
import { expectStudy, loadRun } from "../study/loadStudy.ts";
import { openBundle } from "../study/openBundle.ts";
import { readStudyRows } from "../study/rowStore.ts";

const HELP = `usage: irqscope report SCENARIO [OTHER] [-o FILE] [--set FIELD=VALUE] [--cycles N] [--warm-up N] [--seed N]
                       [--point N] [--force]
       irqscope report STUDY --rows F [-o FILE] [--force]
       irqscope report BUNDLE.zip [-o FILE] [--force]

Writes the results of a run, of two runs side by side, or of a study, as one self-contained HTML page. For runs it has
versions, command and state hash, metrics, latencies as curves, losses with their causes, deadlines, the greatest fills
of rings and queues, the parts of the latencies, findings, and the scenario. For a study it has figures with 95 %
intervals, all means, differences seed by seed, the answer of a search, versions and command, and the study.

  SCENARIO         a file, - for standard input, or the id of a built-in scenario
  OTHER            a second scenario, for comparison
  STUDY --rows F   a study, and the output of irqscope sweep or search --out F: F.jsonl, F.csv or F.parquet
  BUNDLE.zip       the output of irqscope bundle
  -o, --output FILE
                   write to this file; default: standard output
  --force          overwrite an existing file
  --set FIELD=VALUE, --cycles N, --warm-up N, --seed N
                   as for irqscope run, for both scenarios
  --point N        SCENARIO is a study, of which point N is run (irqscope point STUDY lists them)
`;

const OPTIONS = {
  output: { type: "string", short: "o", default: STANDARD_OUTPUT },
  force: { type: "boolean", default: false },
  rows: { type: "string" },
  set: { type: "string", multiple: true, default: [] as string[] },
  cycles: { type: "string" },
  "warm-up": { type: "string" },
  seed: { type: "string" },
  point: { type: "string" },
} as const;

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>["values"];

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [subject, other, ...more] = positionals;
  if (subject === undefined)
    throw new InputError({ subject: "arguments", reason: `${SCENARIO_ARGUMENT} is missing` });
  if (more[0] !== undefined)
    throw new InputError({ subject: "arguments", reason: `"${more[0]}" is unexpected` });
  await expectWritable(values.output, { overwrite: values.force });
  const isBundle = /\.zip$/i.test(subject);
  const page =
    isBundle || values.rows !== undefined
      ? await studyPage(subject, other, values)
      : await runPage(subject, other, values);
  await writeWhole(values.output, page, { overwrite: values.force });
  return DONE;
}

async function studyPage(subject: string, other: string | undefined, values: Values): Promise<string> {
  const ofRuns = ["cycles", "warm-up", "seed", "point"] as const;
  const given = [...ofRuns, "set" as const].find((name) => (values[name] ?? "").length > 0);
  if (other !== undefined || given !== undefined)
    throw new InputError({
      subject: given === undefined ? (other ?? "") : `--${given}`,
      reason: "is for runs, not for the rows of a study",
    });
  if (values.rows === undefined) return studyReportHtml(await bundledStudy(subject));
  const loaded = await expectStudy(subject);
  const { plan } = loaded;
  const rows = await readStudyRows(values.rows, plan);
  const [first] = rows;
  if (first === undefined) throw new InputError({ subject: values.rows, reason: "has no row" });
  const missing = missingText(askedRuns(plan, rows, isSearchCommand(first.command)));
  if (missing !== undefined)
    process.stderr.write(`warning: ${complaintText({ subject: values.rows, reason: `has ${missing}` })}\n`);
  return studyReportHtml({
    plan,
    scenarios: loaded.scenarios,
    rows,
    greatest: await findGreatest(loaded, rows),
  });
}

async function bundledStudy(subject: string): Promise<StudyReport> {
  const { manifest, loaded, rows, others } = await openBundle(subject, await readBytes(subject));
  const { plan } = loaded;
  const asked = askedRuns(plan, rows, isSearchCommand(manifest.command));
  const missing = missingText(asked);
  const refused = (reason: string) => new InputError({ subject, field: ROWS_FILE, reason });
  if (missing !== undefined) throw refused(`has ${missing}`);
  if (asked.unasked.length > 0)
    throw refused(`has runs that the study does not ask for: ${runsText(asked.unasked)}`);
  if (others.count > 0) throw refused(others.first[0] ?? "has rows of no run of the study");
  return { plan, scenarios: loaded.scenarios, rows, greatest: await findGreatest(loaded, rows) };
}

async function runPage(subject: string, other: string | undefined, values: Values): Promise<string> {
  const cycles = wholeNumber(values.cycles, "--cycles", 1, RUN_CYCLE_LIMIT);
  const seed = wholeNumber(values.seed, "--seed", 0, Number.MAX_SAFE_INTEGER);
  const core = await openCore();

  async function reported(of: string): Promise<ReportedRun> {
    const loaded = withSettings(await loadRun(of, values.point), values.set);
    const scenario = { ...loaded, runCycles: cycles ?? loaded.runCycles, seed: seed ?? loaded.seed };
    const warmUpCycles = wholeNumber(values["warm-up"], "--warm-up", 0, scenario.runCycles - 1) ?? 0;
    return {
      scenario,
      metrics: runMetrics(createMachine(core, compileScenario(scenario)), scenario, warmUpCycles),
      command: commandText("run", [of], values),
    };
  }

  return reportHtml({
    run: await reported(subject),
    other: other === undefined ? undefined : await reported(other),
    program: VERSION,
    model: core.version,
  });
}

export const command: Command = {
  summary: "a run, two side by side, or a study, as an HTML page",
  help: HELP,
  run,
};
