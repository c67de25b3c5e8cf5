/** The command that gives again what the page writes of a run. */
import { type CommandOption, commandLine } from "../../lib/commandLine.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { encodeLink, LINK_SHORT_CHARACTERS } from "../../scenarios/link/link.ts";
import { scenarioFileName } from "./share.ts";

/** A built-in scenario as it came is named by its id. Another comes out of its link; where that is long, out of the file that the page saves of it, which has to be there.
 * `verb`: `run`, `export packets`; `options`: behind the scenario. */
export function pageCommand(
  verb: string,
  scenario: Scenario,
  options: readonly CommandOption[] = [],
  builtinId?: string,
): string {
  if (builtinId !== undefined) return commandLine(verb, [builtinId], options);
  const link = encodeLink(scenario);
  if (link === undefined || link.length > LINK_SHORT_CHARACTERS)
    return commandLine(verb, [scenarioFileName(scenario)], options);
  return `${commandLine("open", [link])} | ${commandLine(verb, ["-"], options)}`;
}
