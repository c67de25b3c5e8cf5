/** `irqscope embed`: a scenario that contains its linked files, so that the page and other programs can read it. */

import { PROGRAM_CHARACTER_LIMIT } from "../../scenarios/base/limits.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { SOURCE_LIMIT } from "../../scenarios/software/program.ts";
import { expectOutput, onlyPositional, readArguments } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError, printable } from "../command.ts";
import { complaintsOf, filesOfElf, readText, wholeText } from "../load.ts";
import { print, STANDARD_OUTPUT, writeWhole } from "../output.ts";

const HELP = `usage: irqscope embed SCENARIO [--no-sources] [-o FILE] [--force]

Writes a scenario that contains the linked files (ELF) of its programs, so that it is one file. The page opens only such
files, and they can be shared and put into links. All other commands read the linked files themselves. The scenario also
gets the sources, so that the page shows lines of C. A source is a file that a line table names, at most ${SOURCE_LIMIT} of each. It is
added if it lies in or below the folder of the linked file or of the scenario, is UTF-8 text of at most
${PROGRAM_CHARACTER_LIMIT.toLocaleString("en")} characters, and has a name that ends with .c, .h, .s, .cc, .cpp, .cxx, .hpp, .inc or .rs. Hidden files and
files in hidden folders (.git, .env) are never read, not even through a link. The output names the files that were left out.

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
    await print(
      printable(`${output}: ${whole.length} bytes${sourceNames(parsed.scenario, !values["no-sources"])}`),
    );
  return DONE;
}

const LISTED_FILES = 8;

/** `takesSources`: also names the files of the line tables that were left out. */
function sourceNames({ software }: Scenario, takesSources: boolean): string {
  const [embedded, named] = [new Set<string>(), new Set<string>()];
  for (const routine of software.routines) {
    if (routine.kind !== "program") continue;
    for (const { file } of routine.sources ?? []) embedded.add(file);
    const { elf } = routine.program;
    if (takesSources && elf !== undefined)
      for (const file of filesOfElf(Buffer.from(elf, "base64"))) named.add(file);
  }
  const leftOut = [...named].filter((file) => !embedded.has(file));
  return [
    ...(embedded.size === 0 ? [] : [`, with ${listed([...embedded])}`]),
    ...(leftOut.length === 0
      ? []
      : [`; left out: ${listed(leftOut)} (missing, or not allowed as a source: irqscope embed --help)`]),
  ].join("");
}

function listed(files: readonly string[]): string {
  const more = files.length - LISTED_FILES;
  return `${files.slice(0, LISTED_FILES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

export const command: Command = { summary: "a scenario together with its linked files", help: HELP, run };
