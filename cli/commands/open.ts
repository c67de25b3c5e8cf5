/** `irqscope open`: the scenario inside a share link. */
import { formatScenario } from "../../scenarios/format/format.ts";
import { decodeLink } from "../../scenarios/link/link.ts";
import { expectOutput, onlyPositional, readArguments } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { complaintsOf, readText, STANDARD_INPUT } from "../load.ts";
import { print, printJson, STANDARD_OUTPUT, writeWhole } from "../output.ts";

const HELP = `usage: irqscope open LINK [-o FILE] [--force] [--json]

Prints the scenario that a share link carries, or writes it to a file. Quote the link: it holds # and &.

  LINK           the whole address, or its part from # on; - for standard input, with what link prints
  -o FILE        write the scenario there
  --force        replace FILE when it is there
  --json         { scenario, position: { cycle, zoom, page } } with all defaults filled in; of a comparison's link
                 also { other }, the second machine
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    output: { type: "string", short: "o" },
    force: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  expectOutput(values.force, values.output, "-o");
  const given = onlyPositional(positionals, "LINK");
  const isPiped = given === STANDARD_INPUT;
  const decoded = decodeLink(isPiped ? await readText(given) : given);
  if (!decoded.ok) {
    const subject = isPiped ? given : "LINK";
    const complaints = complaintsOf(subject, decoded);
    throw new InputError(...(complaints.length > 0 ? complaints : [{ subject, reason: decoded.message }]));
  }
  const { scenario, position, other } = decoded;
  const output = values.output === STANDARD_OUTPUT ? undefined : values.output;
  if (output !== undefined) await writeWhole(output, formatScenario(scenario), { overwrite: values.force });
  if (values.json) await printJson({ scenario, position, ...(other === undefined ? {} : { other }) });
  else if (output === undefined) await print(formatScenario(scenario));
  return DONE;
}

export const command: Command = { summary: "the scenario inside a share link", help: HELP, run };
