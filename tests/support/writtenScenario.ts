import { existsSync, readFileSync } from "node:fs";
import { scenarioOf as of000 } from "../../scenarios/papers/000.scenarios.ts";
import { scenarioOf as of001 } from "../../scenarios/papers/001.scenarios.ts";
import { scenarioOf as of003 } from "../../scenarios/papers/003.scenarios.ts";
import { baseNamed, onBase } from "../../scenarios/read/onBase.ts";

/** A built-in scenario on its base as the file has it, synchronously. `builtinBase` is asynchronous. */
export function writtenScenario(id: string): unknown {
  const file = ["demos", "papers"]
    .map((folder) => new URL(`../../scenarios/${folder}/${id}.json`, import.meta.url))
    .find(existsSync);
  const value: unknown = file
    ? JSON.parse(readFileSync(file, "utf8"))
    : (of000(id) ?? of001(id) ?? of003(id));
  if (value === undefined) throw new Error(`no scenario ${id}`);
  const base = baseNamed(value);
  if (base === undefined) return value;
  const whole = onBase(value, writtenScenario(base));
  if (!whole.ok) throw new Error(`${id}: ${whole.error.field} ${whole.error.message}`);
  return whole.value;
}
