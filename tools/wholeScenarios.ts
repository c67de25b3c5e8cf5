import type { Plugin } from "vite";
import { DEFAULT_SCENARIO_ID } from "../scenarios/default.ts";
import { parseScenario } from "../scenarios/read/parse.ts";

/** Validates the page's first scenario at build time instead of at each visit. */
export function wholeScenarios(): Plugin {
  return {
    name: "irqscope:whole-scenarios",
    enforce: "pre",
    transform(code, id) {
      return id.endsWith(`/scenarios/demos/${DEFAULT_SCENARIO_ID}.json`) ? wholeText(code) : undefined;
    },
  };
}

/** Throws with field and reason if the file is not a scenario. */
export function wholeText(text: string): string {
  const parsed = parseScenario(text);
  if (!parsed.ok)
    throw new Error(parsed.errors.map(({ field, message }) => `${field} ${message}`).join("; "));
  return JSON.stringify({ whole: parsed.scenario });
}
