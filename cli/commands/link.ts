/** `irqscope link`: a scenario as a share link. */
import { RUN_CYCLE_LIMIT } from "../../scenarios/schema/limits.ts";
import { encodeLink, LINK_FILE_CHARACTERS } from "../../scenarios/schema/link.ts";
import { onlyPositional, readArguments, wholeNumber } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { loadScenario, SCENARIO_ARGUMENT } from "../load.ts";
import { print, printJson } from "../output.ts";

const HELP = `usage: irqscope link SCENARIO [--cycle N] [--base URL] [--json]

Prints a link that carries the whole scenario; whoever opens it sees the same machine at the same cycle.

  SCENARIO    a file, or the id of a built-in scenario
  --cycle N   open at this cycle
  --base URL  where your irqscope page is; left out: only the part from # on
  --json      { link, characters }

A scenario whose link would be longer than ${LINK_FILE_CHARACTERS} characters is refused: send the file.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    cycle: { type: "string" },
    base: { type: "string", default: "" },
    json: { type: "boolean", default: false },
  });
  const subject = onlyPositional(positionals, SCENARIO_ARGUMENT);
  const cycle = wholeNumber(values.cycle, "--cycle", 0, RUN_CYCLE_LIMIT);
  const base = checkedBase(values.base);
  const scenario = await loadScenario(subject);
  const hash = encodeLink(scenario, cycle === undefined ? {} : { cycle });
  if (hash === undefined || hash.length > LINK_FILE_CHARACTERS) {
    const size = hash === undefined ? "" : ` (${hash.length} characters)`;
    throw new InputError({ subject, reason: `is too big for a link${size}: share the file` });
  }
  const link = base + hash;
  if (values.json) await printJson({ link, characters: link.length });
  else await print(link);
  return DONE;
}

function checkedBase(base: string): string {
  if (base === "") return base;
  const url = URL.canParse(base) ? new URL(base) : undefined;
  if (url === undefined || !["http:", "https:", "file:"].includes(url.protocol)) {
    throw new InputError({ subject: "--base", reason: `is no http, https or file address: "${base}"` });
  }
  url.hash = "";
  return url.href;
}

export const command: Command = { summary: "a scenario as a share link", help: HELP, run };
