/** `irqscope embed`: a scenario that contains the linked files that it names, so that the page and others can read
 * it. */

import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { expectOutput, onlyPositional, readArguments } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { complaintsOf, readText, wholeText } from "../load.ts";
import { print, STANDARD_OUTPUT, writeWhole } from "../output.ts";

const HELP = `usage: irqscope embed SCENARIO [--no-sources] [-o FILE] [--force]

Writes a scenario with the linked files (ELF) that its programs name in it, so that it is one file: for the page, which
opens no other, for a link, or for somebody else. Every other command reads the files by itself. What they were compiled
from goes with them, so that the page shows lines of C: the files that their line tables name, where they lie in the folder
of the linked file or of the scenario, or below, are UTF-8 text of at most 64 kB and end with .c, .h, .s, .cc, .cpp, .cxx,
.hpp, .inc or .rs. None is read that is hidden or in a hidden folder (.git, .env), by its own name or by a link.

  SCENARIO       a file whose routines have "program": { "elf": "file:NAME" }, NAME from its folder on
  --no-sources   the linked files alone
  -o FILE        left out, or -: standard output
  --force        replace FILE when it is there
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

export const command: Command = { summary: "a scenario with its linked files in it", help: HELP, run };
