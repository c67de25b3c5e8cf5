/** A bundle: a study with its scenarios, rows, summary and hashes in one ZIP file, which irqscope verify runs
 * again. openBundle.ts reads bundles from elsewhere. */
import { strToU8, type Zippable, zipSync } from "fflate";
import { z } from "zod";
import { sha256Of } from "../../lib/labs/digest.ts";
import type { StudyRow } from "../../lib/study/row.ts";
import { jsonLinesFormat } from "../../lib/study/rowFormat.ts";
import { summaryJson, summaryOf } from "../../lib/study/summaryJson.ts";
import { line } from "../../scenarios/base/field.ts";
import { withoutDefaults } from "../../scenarios/base/walk.ts";
import { formatJson, minimalScenario } from "../../scenarios/format/format.ts";
import { studySchema } from "../../scenarios/study/study.ts";
import type { LoadedStudy } from "./loadStudy.ts";
import { parquetOf } from "./parquet.ts";

export const STUDY_FILE = "study.json";
export const ROWS_FILE = "results.jsonl";
export const SUMMARY_FILE = "summary.json";
export const MANIFEST_FILE = "manifest.json";
export const README_FILE = "README.txt";
/** The same rows in Parquet, on request. */
export const PARQUET_FILE = "results.parquet";
export const PARTS = [STUDY_FILE, ROWS_FILE, SUMMARY_FILE, README_FILE] as const;

const BUNDLE_FORMAT = "irqscope-bundle";
const BUNDLE_VERSION = 1;
/** Time of a ZIP file's entries: the same bundle always has the same bytes. */
const TIME = new Date(1980, 0, 1);

const hash = z.string().regex(/^[0-9a-f]{64}$/, { error: "must be 64 of the digits 0 to 9 and a to f" });
/** Names are printed, so control characters are refused. */
const text = line(1000);

export const manifestSchema = z.strictObject({
  format: z.literal(BUNDLE_FORMAT),
  version: z.literal(BUNDLE_VERSION),
  study: text,
  studyHash: z.string().regex(/^[0-9a-f]{16}$/, { error: "must be 16 of the digits 0 to 9 and a to f" }),
  command: text,
  program: text,
  model: text,
  runs: z.int().min(1),
  sha256: z.strictObject({
    ...Object.fromEntries(PARTS.map((name) => [name, hash] as const)),
    [PARQUET_FILE]: hash.optional(),
  } as Record<(typeof PARTS)[number], typeof hash> & Record<typeof PARQUET_FILE, z.ZodOptional<typeof hash>>),
});

export type Manifest = z.output<typeof manifestSchema>;

/** `withParquet`: also adds the rows in Parquet. */
export function bundleOf(
  { study, scenarios, plan }: LoadedStudy,
  rows: readonly StudyRow[],
  withParquet: boolean,
): Uint8Array {
  const [first] = rows;
  if (first === undefined) throw new RangeError("a bundle has rows");
  const whole = {
    ...(withoutDefaults(studySchema, study) as object),
    scenarios: Array.from(scenarios, ([name, scenario]) => ({ name, scenario: minimalScenario(scenario) })),
  };
  const { command } = first;
  const format = jsonLinesFormat(plan);
  const files: Record<(typeof PARTS)[number], string> = {
    [STUDY_FILE]: formatJson(whole),
    [ROWS_FILE]: rows.map((row) => format.line(row)).join(""),
    [SUMMARY_FILE]: formatJson(summaryJson(summaryOf(plan, rows, command))),
    [README_FILE]: readme(study.name, rows.length, first, withParquet),
  };
  const parquet = withParquet ? { [PARQUET_FILE]: parquetOf(plan, rows, command) } : {};
  const contents: Readonly<Record<string, Uint8Array>> = {
    ...Object.fromEntries(PARTS.map((name) => [name, strToU8(files[name])])),
    ...parquet,
  };
  const manifest: Manifest = {
    format: BUNDLE_FORMAT,
    version: BUNDLE_VERSION,
    study: study.name,
    studyHash: plan.studyHash,
    command,
    program: first.program,
    model: first.model,
    runs: rows.length,
    sha256: Object.fromEntries(
      Object.entries(contents).map(([name, content]) => [name, sha256Of(content)]),
    ) as Manifest["sha256"],
  };
  const entries: Zippable = Object.fromEntries(
    [[MANIFEST_FILE, strToU8(formatJson(manifest))] as const, ...Object.entries(contents)].map(
      ([name, content]) => [name, [content, { mtime: TIME, level: 6 }]],
    ),
  );
  return zipSync(entries);
}

function readme(
  study: string,
  runs: number,
  { program, model, command }: StudyRow,
  withParquet: boolean,
): string {
  const parquet = withParquet ? `${PARQUET_FILE}  the same rows for pandas, DuckDB and others\n` : "";
  return `A study of irqscope: ${study}, ${runs} runs.

${STUDY_FILE}     what was run, with all scenarios
${ROWS_FILE}  a row for each run, with its state hash
${parquet}${SUMMARY_FILE}   means, 95 % intervals, paired differences
${MANIFEST_FILE}  versions, and the SHA-256 of these files

Made by irqscope ${program} (model ${model}) with: ${command}
Run again and compared by: irqscope verify THIS.zip

Nothing in this file is signed: anybody can make one, with any numbers and with hashes that fit. The proof of these
numbers is to run them again on a computer that you trust, with an irqscope that you have from elsewhere.
`;
}
