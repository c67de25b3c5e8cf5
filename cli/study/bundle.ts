/** A bundle: a study with its scenarios, its rows, its summary, and hashes of all, in one ZIP file that irqscope verify runs
 * again. */
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from "fflate";
import { z } from "zod";
import { sha256Of } from "../../lib/labs/digest.ts";
import type { StudyRow } from "../../lib/study/row.ts";
import { jsonLinesFormat } from "../../lib/study/rowFormat.ts";
import { summaryJson, summaryOf } from "../../lib/study/summaryJson.ts";
import { withoutDefaults } from "../../scenarios/base/walk.ts";
import { formatJson, minimalScenario } from "../../scenarios/format/format.ts";
import { studySchema } from "../../scenarios/study/study.ts";
import { InputError } from "../command.ts";
import type { LoadedStudy } from "./loadStudy.ts";
import { parquetOf } from "./parquet.ts";

export const STUDY_FILE = "study.json";
export const ROWS_FILE = "results.jsonl";
export const SUMMARY_FILE = "summary.json";
const MANIFEST_FILE = "manifest.json";
const README_FILE = "README.txt";
/** The same rows once more, where they were asked for. */
export const PARQUET_FILE = "results.parquet";
const PARTS = [STUDY_FILE, ROWS_FILE, SUMMARY_FILE, README_FILE] as const;

const BUNDLE_FORMAT = "irqscope-bundle";
const BUNDLE_VERSION = 1;
/** Of all files, unpacked. */
const BYTE_LIMIT = 512 * 1024 * 1024;
/** Of a ZIP file's entries: the same bundle has the same bytes whenever it is made. */
const TIME = new Date(1980, 0, 1);

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string().max(1000);

const manifestSchema = z.strictObject({
  format: z.literal(BUNDLE_FORMAT),
  version: z.literal(BUNDLE_VERSION),
  study: text,
  studyHash: z.string().regex(/^[0-9a-f]{16}$/),
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

/** `withParquet`: the rows as Parquet, too. */
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
`;
}

export interface OpenedBundle {
  readonly manifest: Manifest;
  readonly files: Readonly<Record<(typeof PARTS)[number], string>>;
  /** undefined: it has no rows as Parquet. */
  readonly parquet: Uint8Array | undefined;
}

/** Whole, and with the hashes that its manifest states. */
export function openBundle(subject: string, bytes: Uint8Array): OpenedBundle {
  const refused = (reason: string, field?: string) =>
    new InputError({ subject, ...(field !== undefined && { field }), reason });
  const entries = unzipped(bytes, refused);
  const content = (name: string): Uint8Array => {
    const entry = entries[name];
    if (entry === undefined) throw refused("is missing in this bundle", name);
    return entry;
  };
  const manifest = manifestIn(strFromU8(content(MANIFEST_FILE)), refused);
  const wrong = PARTS.find((name) => sha256Of(content(name)) !== manifest.sha256[name]);
  if (wrong !== undefined) throw refused("is not what the manifest says: its SHA-256 differs", wrong);
  const files = Object.fromEntries(PARTS.map((name) => [name, strFromU8(content(name))]));
  return { manifest, files: files as OpenedBundle["files"], parquet: parquetIn(manifest, entries, refused) };
}

function parquetIn(
  { sha256 }: Manifest,
  { [PARQUET_FILE]: entry }: Readonly<Record<string, Uint8Array>>,
  refused: Refuse,
): Uint8Array | undefined {
  const wanted = sha256[PARQUET_FILE];
  if (wanted === undefined && entry !== undefined)
    throw refused("is in the bundle, but not in its manifest", PARQUET_FILE);
  if (wanted === undefined) return undefined;
  if (entry === undefined) throw refused("is missing in this bundle", PARQUET_FILE);
  if (sha256Of(entry) !== wanted)
    throw refused("is not what the manifest says: its SHA-256 differs", PARQUET_FILE);
  return entry;
}

type Refuse = (reason: string, field?: string) => InputError;

function unzipped(bytes: Uint8Array, refused: Refuse): Readonly<Record<string, Uint8Array>> {
  const wanted: ReadonlySet<string> = new Set([MANIFEST_FILE, PARQUET_FILE, ...PARTS]);
  let size = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!wanted.has(name)) return false;
        size += originalSize;
        if (size > BYTE_LIMIT) throw new RangeError("too large");
        return true;
      },
    });
  } catch {
    throw refused(size > BYTE_LIMIT ? "is too large" : "is no bundle: not a ZIP file, or a damaged one");
  }
}

function manifestIn(content: string, refused: Refuse): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw refused("is not JSON", MANIFEST_FILE);
  }
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refused(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is wrong"}`, MANIFEST_FILE);
}
