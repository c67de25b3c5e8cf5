/** `irqscope validate`: are these scenarios, or labs? */

import { knobsOf } from "../../lib/knobs/knobs.ts";
import { storyFaults } from "../../lib/story/check.ts";
import { ERROR_LIMIT } from "../../scenarios/base/limits.ts";
import { warningsOf } from "../../scenarios/check/warnings.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario, type ScenarioError } from "../../scenarios/read/parse.ts";
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
import { complaintsOf, readText } from "../load.ts";
import { print, printJson } from "../output.ts";
import { validateLab } from "../validateLab.ts";

const HELP = `usage: irqscope validate FILE... [--json]

Checks scenario files: shape, limits, names, references and the rules of docs/model.md. And labs
(docs/labs.md): machines, metrics and fields that are named, units, steps that cannot be reached, and, by running
the machines of the lab and of some variants, that each choice has exactly one right option; the text of a lab may
stand in text.md beside it.
Every error names the file, the field and the reason. Exit code 2 when a file is not valid. A warning names what
a valid scenario says without effect.

  --json      [{ file, ok, name, errors: [{ field, message }], errorCount, warnings: [{ field, message }] }]

Of one file the first ${ERROR_LIMIT} errors are listed, the rest is counted.
`;

interface Fault {
  /** Left out when the file as a whole cannot be read. */
  readonly field?: string;
  readonly message: string;
}

interface Verdict {
  readonly file: string;
  readonly ok: boolean;
  readonly name?: string;
  readonly errors: readonly Fault[];
  readonly errorCount: number;
  /** Of a valid scenario. */
  readonly warnings: readonly ScenarioError[];
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
    if (verdict.ok && !values.json) await print(`${verdict.file}: ok: ${verdict.name}`);
    for (const warning of verdict.warnings) process.stderr.write(`${warningText(verdict.file, warning)}\n`);
    for (const complaint of complaints) process.stderr.write(`error: ${complaintText(complaint)}\n`);
  }
  return judgements.every(({ verdict }) => verdict.ok) ? DONE : BAD_INPUT;
}

/** What the story names and this scenario does not have. */
function storyWarnings(scenario: Scenario): readonly ScenarioError[] {
  const { story } = scenario;
  if (story === undefined) return [];
  return storyFaults(scenario, story).map(({ field, message }) => ({ field: `story.${field}`, message }));
}

async function judge(file: string): Promise<Judgement> {
  try {
    const text = await readText(file);
    const lab = await validateLab(file, text);
    if (lab?.ok) return { verdict: { ...valid(file, lab.name), warnings: [] }, complaints: [] };
    const result = lab ?? parseScenario(text);
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

const valid = (file: string, name: string) => ({ file, ok: true, name, errors: [], errorCount: 0 });

export const command: Command = { summary: "check scenario and lab files", help: HELP, run };
