/** The command that gives again what the page writes of a run. */
import { quoted } from "../../lib/shellWord.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { encodeLink, LINK_SHORT_CHARACTERS } from "../../scenarios/link/link.ts";
import { scenarioFileName } from "./share.ts";

/** The scenario comes out of its link; where that is long, out of the file that the page saves of it, which has to be there.
 * `verb`: `run`, `export packets`; `options`: words behind the scenario. */
export function pageCommand(verb: string, scenario: Scenario, options: readonly string[] = []): string {
  const words = (subject: string) => ["irqscope", verb, subject, ...options].join(" ");
  const link = encodeLink(scenario);
  if (link === undefined || link.length > LINK_SHORT_CHARACTERS)
    return words(quoted(scenarioFileName(scenario)));
  return ["irqscope", "open", quoted(link), "|", words("-")].join(" ");
}
