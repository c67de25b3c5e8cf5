/** What Compare shows on a first visit: the pair of built-in scenarios that shows most, in place of the default scenario
 * beside itself. A scenario that was chosen, changed or moved in is left as it is. */
import { DEFAULT_SCENARIO_ID } from "../../scenarios/default.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { openBuiltin, run } from "../scenarios/open/open.ts";
import type { Session } from "../state/session.ts";
import type { AppState } from "../state/store.ts";

export const FIRST_PAIR: readonly [a: string, b: string] = [
  "overload-one-context",
  "overload-three-contexts",
];

/** The default scenario, unchanged, and where the page opened it or a story left it. */
export function isUntouched(
  {
    scenarioId,
    scenario,
    original,
    wasTold,
  }: Pick<AppState, "scenarioId" | "scenario" | "original" | "wasTold">,
  cycle: number,
): boolean {
  if (scenarioId !== DEFAULT_SCENARIO_ID || scenario !== original) return false;
  return wasTold || cycle === builtinScenario(scenarioId)?.opening.cycle;
}

/** False where the pair could not be loaded, or something else was opened meanwhile. */
export async function openFirstPair(session: Session): Promise<boolean> {
  const { scenario } = session.store.getState();
  const [a, b] = await Promise.all(FIRST_PAIR.map(openBuiltin));
  const now = session.store.getState();
  if (a?.ok !== true || b?.ok !== true || now.scenario !== scenario || now.other !== undefined) return false;
  return run(session, { ...a, other: b.scenario });
}
