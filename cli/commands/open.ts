/** `irqscope open`: the scenario inside a share link. */
import { type ReadAddress, readAddress, withChanges } from "../../lib/addresses/shortAddress.ts";
import { formatScenario } from "../../scenarios/format/format.ts";
import { type DecodedLink, decodeLink } from "../../scenarios/link/link.ts";
import { expectOutput, onlyPositional, readArguments } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { complaintsOf, loadScenario, readText, STANDARD_INPUT } from "../load.ts";
import { print, printJson, STANDARD_OUTPUT, writeWhole } from "../output.ts";

const HELP = `usage: irqscope open LINK [-o FILE] [--force] [--json]

Prints the scenario in a share link, or writes it to a file. Quote the link, because it contains # and &.

  LINK           the whole address, or its part from # on, also a short one ("#ring-overflow@5?rxRingFrames=16");
                 - for standard input, such as the output of irqscope link
  -o FILE        write the scenario to this file
  --force        overwrite an existing file
  --json         { scenario, position: { cycle, zoom, page } } with all defaults filled in; for a link of a comparison
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
  const text = isPiped ? await readText(given) : given;
  const short = readAddress(text.trim());
  const decoded = short === undefined ? decodeLink(text) : await openShort(short);
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

async function openShort({ id, position, changes, other, faults }: ReadAddress): Promise<DecodedLink> {
  const made = withChanges(await loadScenario(id), changes);
  const [fault] = made.ok ? [...faults, ...made.faults] : [made.message];
  if (!made.ok || fault !== undefined)
    throw new InputError({ subject: "LINK", reason: fault ?? "is not valid" });
  const second = other === undefined ? {} : { other: await loadScenario(other) };
  return { ok: true, scenario: made.scenario, position, ...second };
}

export const command: Command = { summary: "the scenario inside a share link", help: HELP, run };
