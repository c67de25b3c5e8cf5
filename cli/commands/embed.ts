/** `irqscope embed`: a scenario that contains its linked files, so that the page and other programs can read it. */

import { PROGRAM_CHARACTER_LIMIT } from "../../scenarios/base/limits.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { expectOutput, onlyPositional, readArguments } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { complaintsOf, readText, wholeText } from "../load.ts";
import { print, STANDARD_OUTPUT, writeWhole } from "../output.ts";

const HELP = `usage: irqscope embed SCENARIO [--no-sources] [-o FILE] [--force]

Writes a scenario that contains the linked files (ELF) of its programs, so that it is one file. The page opens only such
files, and they can be shared and put into links. All other commands read the linked files themselves. The scenario also
gets the sources, so that the page shows lines of C. A source is a file that a line table names. It is added if it lies
in or below the folder of the linked file or of the scenario, is UTF-8 text of at most ${PROGRAM_CHARACTER_LIMIT.toLocaleString("en")} characters, and has
a name that ends with .c, .h, .s, .cc, .cpp, .cxx, .hpp, .inc or .rs. Hidden files and files in hidden folders (.git, .env) are never
read, not even through a link.

  SCENARIO       a file whose routines have "program": { "elf": "file:NAME" }, NAME relative to its folder
  --no-sources   add only the linked files
  -o FILE        write to this file; - or no -o: standard output
  --force        overwrite an existing file
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    output: { type: "string", short: "o" },
    force: { type: "boolean", default: false },
    "no-sources": { type: "boolean", default: false },
  });
  expectOutput(values.force, values.output, "-o");
  const subject = onlyPositional(positionals, "SCENARIO");
  const text = await wholeText(subject, await readText(subject), !values["no-sources"]);
  const parsed = parseScenario(text);
  if (!parsed.ok) throw new InputError(...complaintsOf(subject, parsed));
  const whole = `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`;
  const { output = STANDARD_OUTPUT } = values;
  await writeWhole(output, whole, { overwrite: values.force });
  if (output !== STANDARD_OUTPUT)
    await print(`${output}: ${whole.length} bytes${sourceNames(parsed.scenario)}`);
  return DONE;
}

function sourceNames({ software }: Scenario): string {
  const files = software.routines.flatMap((routine) =>
    routine.kind === "program" ? (routine.sources ?? []).map(({ file }) => file) : [],
  );
  return files.length === 0 ? "" : `, with ${[...new Set(files)].join(", ")}`;
}

export const command: Command = { summary: "a scenario together with its linked files", help: HELP, run };
