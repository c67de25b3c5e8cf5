/** `irqscope bundle`: a study and its results as one file that can be run again. */

import { askedRuns, isSearchCommand, missingText, runsText } from "../../lib/study/askedRuns.ts";
import type { StudyRow } from "../../lib/study/row.ts";
import { expectOnePrinted, onlyPositional, readArguments } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { print, printJson, STANDARD_OUTPUT, writeWhole } from "../output.ts";
import { bundleOf, manifestSchema } from "../study/bundle.ts";
import { expectStudy, type LoadedStudy, STUDY_ARGUMENT } from "../study/loadStudy.ts";
import { readStudyRows } from "../study/rowStore.ts";

const HELP = `usage: irqscope bundle STUDY --rows F -o FILE.zip [--parquet] [--force] [--json]

Packs a study with all its scenarios, its rows, the summary, versions and hashes into one ZIP file, for a paper's
supplement or a colleague. irqscope verify FILE.zip runs it again and compares.

  STUDY          a file, - for standard input, or the id of a built-in study (irqscope sweep --help)
  --rows F       the output of irqscope sweep STUDY --out F: F.jsonl, F.csv or F.parquet, with every run of
                 the study
  -o FILE.zip    the bundle; the same rows give the same bytes
  --parquet      add the rows as Parquet: results.parquet in addition to results.jsonl
  --force        replace FILE.zip
  --json         { file, study, studyHash, runs, bytes }

  irqscope sweep contexts-ring-rate --out rows.jsonl
  irqscope bundle contexts-ring-rate --rows rows.jsonl -o contexts-ring-rate.zip
  irqscope verify contexts-ring-rate.zip
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    rows: { type: "string" },
    output: { type: "string", short: "o" },
    parquet: { type: "boolean", default: false },
    force: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  const subject = onlyPositional(positionals, STUDY_ARGUMENT);
  if (values.rows === undefined) throw new InputError({ subject: "--rows", reason: "F is missing" });
  if (values.output === undefined)
    throw new InputError({ subject: "-o", reason: "needs a file to write: -o FILE.zip" });
  expectOnePrinted(values.json, values.output, "-o");
  const loaded = await expectStudy(subject);
  const rows = await rowsIn(values.rows, loaded);
  const bytes = bundleOf(loaded, rows, values.parquet);
  await writeWhole(values.output, bytes, { overwrite: values.force });
  const { study, plan } = loaded;
  const report = {
    file: values.output,
    study: study.name,
    studyHash: plan.studyHash,
    runs: rows.length,
    bytes: bytes.length,
  };
  if (values.json) await printJson(report);
  else if (values.output !== STANDARD_OUTPUT)
    await print(`${values.output}: ${study.name}, ${rows.length} runs, ${bytes.length} bytes`);
  return DONE;
}

/** Accepts all runs of the study and no others, from one version, in the order of points and seeds. */
async function rowsIn(path: string, { plan }: LoadedStudy): Promise<readonly StudyRow[]> {
  const rows = await readStudyRows(path, plan);
  const refused = (reason: string, field?: string) =>
    new InputError({ subject: path, ...(field !== undefined && { field }), reason });
  const { command = "" } = rows[0] ?? {};
  const asked = askedRuns(plan, rows, isSearchCommand(command));
  const missing = missingText(asked);
  if (missing !== undefined) {
    const rest = isSearchCommand(command) ? "search" : "sweep";
    throw refused(`has ${missing}; irqscope ${rest} --resume runs the rest`);
  }
  if (asked.unasked.length > 0)
    throw refused(`has runs that the study does not ask for: ${runsText(asked.unasked)}`);
  if (!manifestSchema.shape.command.safeParse(command).success)
    throw refused("is not a line of at most 1,000 characters that can be printed", "command");
  const places = new Map(plan.points.map(({ values, number }) => [values, number]));
  const placeOf = ({ point }: StudyRow) => places.get(point) ?? 0;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b) || a.seed - b.seed);
}

export const command: Command = {
  summary: "a study and its results as one file that verify runs again",
  help: HELP,
  run,
};
