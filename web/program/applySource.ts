/** Puts a source into the scenario, with the way back that the settings have. */
import { withSource } from "../../lib/programs/checkSource.ts";
import { parseScenario, type ScenarioError } from "../../scenarios/read/parse.ts";
import { settingsOf } from "../scenarios/settings/settings.ts";
import type { Session } from "../state/session.ts";

/** What is wrong with it; nothing is changed then. */
export function applySource(session: Session, routine: number, source: string): readonly ScenarioError[] {
  const { scenario } = session.store.getState();
  if (scenario === undefined) return [];
  const parsed = parseScenario(withSource(scenario, routine, source));
  if (!parsed.ok) return parsed.errors;
  const path = ["software", "routines", routine, "program", "source"] as const;
  settingsOf(session).edit({ kind: "set", path, value: source });
  return [];
}
