/** `irqscope validate`: checks scenarios, labs and studies. */

import { knobsOf } from "../../lib/knobs/knobs.ts";
import { checkKeys } from "../../lib/labs/keys.ts";
import { isLab, type LabRefusal, refusedLab } from "../../lib/labs/lab.ts";
import { storyFaults } from "../../lib/story/check.ts";
import { ERROR_LIMIT } from "../../scenarios/base/limits.ts";
import { warningsOf } from "../../scenarios/check/warnings.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { readJson } from "../../scenarios/read/json.ts";
import { parseScenario, type ScenarioError } from "../../scenarios/read/parse.ts";
import { builtinStudy } from "../../scenarios/studies/index.ts";
import { isStudy } from "../../scenarios/study/parse.ts";
import { readArguments } from "../arguments.ts";
import {
  BAD_INPUT,
  type Command,
  type Complaint,
  complaintText,
  DONE,
  type ExitCode,
  InputError,
  warningText,
} from "../command.ts";
import { complaintsOf, labIn, readText, wholeText } from "../load.ts";
import { MachinePool } from "../machinePool.ts";
import { print, printJson } from "../output.ts";
import { estimateText, type StudyEstimate, validateStudy } from "../study/validateStudy.ts";

const HELP = `usage: irqscope validate FILE... [--json]

Checks scenario files: shape, limits, names, references and the rules of docs/model.md.
Checks labs (docs/labs.md): named machines, metrics and fields, units, steps that cannot be reached, and, by running
the machines of the lab and of some variants, that each choice has exactly one right option. The text of a lab may be
in text.md beside it.
Checks studies (docs/studies.md): every point is checked, runs are counted, and some run for a moment to estimate the
time of all. A built-in study is named by its id.
Every error names the file, the field and the reason. Exit code 2: a file is not valid. A warning names a part of a
valid scenario that has no effect.

  --json      [{ file, ok, name, errors: [{ field, message }], errorCount, warnings: [{ field, message }] }],
              for a study also estimate: { points, refused, leastRuns, mostRuns, jobs, startSeconds,
              leastSeconds, mostSeconds }

The first ${ERROR_LIMIT} errors of a file are listed, and all are counted.
`;

interface Fault {
  /** Absent if the file as a whole cannot be read. */
  readonly field?: string;
  readonly message: string;
}

interface Verdict {
  readonly file: string;
  readonly ok: boolean;
  readonly name?: string;
  readonly errors: readonly Fault[];
  readonly errorCount: number;
  /** Warnings for a valid scenario or study. */
  readonly warnings: readonly ScenarioError[];
  /** Present for a valid study. */
  readonly estimate?: StudyEstimate;
}

interface Judgement {
  readonly verdict: Verdict;
  readonly complaints: readonly Complaint[];
}

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, { json: { type: "boolean", default: false } });
  if (positionals.length === 0) throw new InputError({ subject: "arguments", reason: "FILE is missing" });
  if (positionals.includes("")) throw new InputError({ subject: "arguments", reason: "FILE is empty" });
  const judgements: Judgement[] = [];
  for (const file of positionals) judgements.push(await judge(file));
  if (values.json) await printJson(judgements.map(({ verdict }) => verdict));
  for (const { verdict, complaints } of judgements) {
    if (verdict.ok && !values.json) await print(okText(verdict));
    for (const warning of verdict.warnings) process.stderr.write(`${warningText(verdict.file, warning)}\n`);
    for (const complaint of complaints) process.stderr.write(`error: ${complaintText(complaint)}\n`);
  }
  return judgements.every(({ verdict }) => verdict.ok) ? DONE : BAD_INPUT;
}

function okText({ file, name, estimate }: Verdict): string {
  return `${file}: ok: ${name}${estimate === undefined ? "" : `: ${estimateText(estimate)}`}`;
}

/** Names in the story that this scenario does not have. */
function storyWarnings(scenario: Scenario): readonly ScenarioError[] {
  const { story } = scenario;
  if (story === undefined) return [];
  return storyFaults(scenario, story).map(({ field, message }) => ({ field: `story.${field}`, message }));
}

async function judge(file: string): Promise<Judgement> {
  try {
    const builtin = await builtinStudy(file)?.load();
    const text = builtin === undefined ? await readText(file) : "";
    const study = builtin ?? studyIn(text);
    if (study !== undefined) return await judgeStudy(file, study);
    const lab = await validateLab(file, text);
    if (lab?.ok) return { verdict: { ...valid(file, lab.name), warnings: [] }, complaints: [] };
    const result = lab ?? parseScenario(await wholeText(file, text));
    if (result.ok) {
      const { scenario } = result;
      const warnings = [...warningsOf(scenario), ...knobsOf(scenario).faults, ...storyWarnings(scenario)];
      return { verdict: { ...valid(file, scenario.name), warnings }, complaints: [] };
    }
    const { errors, errorCount } = result;
    return {
      verdict: { file, ok: false, errors, errorCount, warnings: [] },
      complaints: complaintsOf(file, result),
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { complaints } = error;
    const errors = complaints.map(({ reason }) => ({ message: reason }));
    return { verdict: { file, ok: false, errors, errorCount: errors.length, warnings: [] }, complaints };
  }
}

function studyIn(text: string): unknown {
  const json = readJson(text);
  return json.ok && isStudy(json.value) ? json.value : undefined;
}

async function judgeStudy(file: string, json: unknown): Promise<Judgement> {
  const result = await validateStudy(file, json);
  if (result.ok)
    return {
      verdict: { ...valid(file, result.name), warnings: result.warnings, estimate: result.estimate },
      complaints: [],
    };
  const { errors, errorCount } = result;
  return {
    verdict: { file, ok: false, errors, errorCount, warnings: [] },
    complaints: complaintsOf(file, result),
  };
}

const valid = (file: string, name: string) => ({ file, ok: true, name, errors: [], errorCount: 0 });

export const command: Command = {
  summary: "check scenario, lab and study files; how long a study takes",
  help: HELP,
  run,
};

/** Labs among the files to validate. */
type LabVerdict = { readonly ok: true; readonly name: string } | LabRefusal;

/** Undefined if the file is not a lab. */
async function validateLab(file: string, content: string): Promise<LabVerdict | undefined> {
  const json = readJson(content);
  if (!json.ok || !isLab(json.value)) return undefined;
  const result = await labIn(file, content);
  if (!result.ok) return result;
  const pool = new MachinePool();
  try {
    const errors = await checkKeys(result.lab, (scenario) => pool.run(scenario, 0));
    return errors.length === 0 ? { ok: true, name: result.lab.title } : refusedLab(errors);
  } finally {
    await pool.end();
  }
}
