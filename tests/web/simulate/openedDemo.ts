/** A demo as the page opens it. */
import type { BuiltinScenario } from "../../../scenarios/builtin.ts";
import { machineInfo } from "../../../web/simulate/stage/machineInfo.ts";
import { openEngine } from "../engine/support.ts";

/** Later cycles would take the tests too long. */
const LATEST_CYCLE = 2_000_000;

export async function openedDemo({ load, opening }: Pick<BuiltinScenario, "load" | "opening">) {
  const loaded = await load();
  if (!loaded.ok) throw new Error("does not load");
  const { scenario } = loaded;
  const engine = await openEngine();
  engine.load(scenario);
  const view = engine.seekCycle(Math.min(opening.cycle, LATEST_CYCLE));
  return { scenario, view, facts: machineInfo(scenario) };
}
