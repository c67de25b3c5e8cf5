/** `irqscope validate`: are these scenarios, or labs? */
import { ERROR_LIMIT } from "../../scenarios/schema/limits.ts";
import { parseScenario } from "../../scenarios/schema/parse.ts";
import { readArguments } from "../arguments.ts";
import {
  BAD_INPUT,
  type Command,
  type Complaint,
  complaintText,
  DONE,
  type ExitCode,
  InputError,
} from "../command.ts";
import { complaintsOf, readText } from "../load.ts";
import { print, printJson } from "../output.ts";
import { validateLab } from "../validate_lab.ts";

const HELP = `usage: irqscope validate FILE... [--json]

Checks scenario files: shape, limits, names, references and the rules of docs/model.md. And labs
(docs/labs.md): machines, metrics and fields that are named, units, steps that nobody can reach; the text of a
lab may stand in text.md beside it.
Every error names the file, the field and the reason. Exit code 2 when a file is not valid.

  --json      [{ file, ok, name, errors: [{ field, message }], errorCount }]

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
    for (const complaint of complaints) process.stderr.write(`error: ${complaintText(complaint)}\n`);
  }
  return judgements.every(({ verdict }) => verdict.ok) ? DONE : BAD_INPUT;
}

async function judge(file: string): Promise<Judgement> {
  try {
    const text = await readText(file);
    const lab = await validateLab(file, text);
    if (lab?.ok)
      return { verdict: { file, ok: true, name: lab.name, errors: [], errorCount: 0 }, complaints: [] };
    const result = lab ?? parseScenario(text);
    if (result.ok) {
      const verdict = { file, ok: true, name: result.scenario.name, errors: [], errorCount: 0 };
      return { verdict, complaints: [] };
    }
    const { errors, errorCount } = result;
    return { verdict: { file, ok: false, errors, errorCount }, complaints: complaintsOf(file, result) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { complaints } = error;
    const errors = complaints.map(({ reason }) => ({ message: reason }));
    return { verdict: { file, ok: false, errors, errorCount: errors.length }, complaints };
  }
}

export const command: Command = { summary: "check scenario and lab files", help: HELP, run };
