/** `irqscope link`: a scenario as a share link. */
import { shortAddress } from "../../lib/addresses/shortAddress.ts";
import { RUN_CYCLE_LIMIT } from "../../scenarios/base/limits.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { encodeLink, LINK_FILE_CHARACTERS, type LinkPosition } from "../../scenarios/link/link.ts";
import { hasRecordedBytes } from "../../scenarios/traffic/recording.ts";
import { onlyPositional, pageAddress, readArguments, wholeNumber, wholeRange } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { openCore } from "../core.ts";
import { loadScenario, SCENARIO_ARGUMENT } from "../load.ts";
import { print, printJson } from "../output.ts";
import { withSettings } from "../settings.ts";

const HELP = `usage: irqscope link SCENARIO [--set FIELD=VALUE] [--cycle N] [--zoom FROM..TO] [--base URL] [--short] [--json]

Prints a link that contains the whole scenario. Opening it shows the same machine at the same cycle.

  SCENARIO         a file, - for standard input, or the id of a built-in scenario
  --set FIELD=VALUE
                   another value of a field; may be repeated
  --cycle N        open at this cycle; default: FROM, otherwise 0
  --zoom FROM..TO  show these cycles in the timeline; default: the whole run
  --base URL       address of your irqscope page; default: only the part from # on
  --short          a short address that names a built-in scenario ("#ring-overflow?rxRingFrames=16"): easily typed. It
                   opens the scenario of the version that is then installed
  --json           { link, characters }

Cycles may be written as 200M or 200_000_000.

A scenario whose link would be longer than ${LINK_FILE_CHARACTERS} characters is refused: send the file. A scenario
whose traffic has bytes of recorded frames is refused, too, because no link contains them.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    set: { type: "string", multiple: true, default: [] },
    cycle: { type: "string" },
    zoom: { type: "string" },
    base: { type: "string", default: "" },
    short: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  const subject = onlyPositional(positionals, SCENARIO_ARGUMENT);
  const cycle = wholeNumber(values.cycle, "--cycle", 0, RUN_CYCLE_LIMIT);
  const zoom = values.zoom === undefined ? undefined : wholeRange(values.zoom, "--zoom", RUN_CYCLE_LIMIT);
  const base = values.base === "" ? "" : pageAddress(values.base);
  const scenario = withSettings(await loadScenario(subject), values.set);
  checkWithin(scenario, "--cycle", cycle);
  checkWithin(scenario, "--zoom", zoom?.to);
  const position = {
    ...(cycle === undefined ? {} : { cycle }),
    ...(zoom === undefined ? {} : { zoom }),
  };
  const hash = values.short
    ? await shortOf(subject, scenario, position)
    : encodeLink(scenario, position, undefined, (await openCore()).version);
  if (hash === undefined && hasRecordedBytes(scenario))
    throw new InputError({
      subject,
      field: "traffic",
      reason:
        "has bytes of recorded frames, which links cannot contain: share the file (irqscope trace --bytes 0 leaves them out)",
    });
  if (hash === undefined || hash.length > LINK_FILE_CHARACTERS) {
    const size = hash === undefined ? "" : ` (${hash.length} characters)`;
    throw new InputError({ subject, reason: `is too big for a link${size}: share the file` });
  }
  const link = base + hash;
  if (values.json) await printJson({ link, characters: link.length });
  else await print(link);
  return DONE;
}

async function shortOf(subject: string, scenario: Scenario, position: LinkPosition): Promise<string> {
  const builtin = builtinScenario(subject);
  if (builtin === undefined)
    throw new InputError({ subject, reason: "is not a built-in scenario, and --short can name no other" });
  const hash = shortAddress(scenario, { builtin, scenario: await loadScenario(subject) }, position);
  if (hash === undefined)
    throw new InputError({ subject: "--set", reason: "has changes that no short address can hold" });
  return hash;
}

function checkWithin({ runCycles }: Scenario, flag: string, cycle: number | undefined): void {
  if (cycle === undefined || cycle <= runCycles) return;
  throw new InputError({
    subject: flag,
    reason: `${cycle} is beyond the run, which has ${runCycles} cycles`,
  });
}

export const command: Command = { summary: "a scenario as a share link", help: HELP, run };
