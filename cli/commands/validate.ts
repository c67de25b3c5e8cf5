/** `irqscope validate`: are these scenarios? */
import { readArguments } from "../arguments.ts";
import { BAD_INPUT, type Command, complaintText, DONE, type ExitCode, InputError } from "../command.ts";
import { parseFile } from "../load.ts";
import { print, printJson } from "../output.ts";

const HELP = `usage: irqscope validate FILE... [--json]

Checks scenario files: shape, limits, names, references and the rules of docs/model.md.
Every error names the file, the field and the reason. Exit code 2 when a file is not valid.

  --json      [{ file, ok, name, errors: [{ field, message }] }]
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
}

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, { json: { type: "boolean", default: false } });
  if (positionals.length === 0) throw new InputError({ subject: "arguments", reason: "FILE is missing" });
  const verdicts: Verdict[] = [];
  for (const file of positionals) verdicts.push(await judge(file));
  if (values.json) await printJson(verdicts);
  for (const { file, ok, name, errors } of verdicts) {
    if (ok && !values.json) await print(`${file}: ok: ${name}`);
    for (const { field, message } of errors) {
      process.stderr.write(
        `error: ${complaintText({ subject: file, ...(field === undefined ? {} : { field }), reason: message })}\n`,
      );
    }
  }
  return verdicts.every(({ ok }) => ok) ? DONE : BAD_INPUT;
}

async function judge(file: string): Promise<Verdict> {
  try {
    const result = await parseFile(file);
    return result.ok
      ? { file, ok: true, name: result.scenario.name, errors: [] }
      : { file, ok: false, errors: result.errors };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { file, ok: false, errors: error.complaints.map(({ reason }) => ({ message: reason })) };
  }
}

export const command: Command = { summary: "check scenario files", help: HELP, run };
