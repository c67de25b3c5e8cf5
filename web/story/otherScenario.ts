/** Built-in scenarios that a caption compares with. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";

const others = new Map<string, Promise<Scenario | undefined>>();

/** Returns the same object each time, because its runs are found by it. */
export function otherScenario(id: string): Promise<Scenario | undefined> {
  const found = others.get(id) ?? loadOther(id);
  others.set(id, found);
  return found;
}

async function loadOther(id: string): Promise<Scenario | undefined> {
  const loaded = await builtinScenario(id)?.load();
  return loaded?.ok === true ? loaded.scenario : undefined;
}
