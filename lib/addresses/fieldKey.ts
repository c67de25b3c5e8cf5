/** Short names of fields for addresses: `rxRingFrames`, or with as much of the path before it as tells it from others. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { pathText } from "../expressions/index.ts";
import type { Field } from "../scenarioFields/describe.ts";
import { fieldNamed } from "../scenarioFields/fieldNamed.ts";

/** What an address holds unchanged wherever it is pasted. */
const PLAIN = /^[\w.+-]+$/;

/** The shortest end of the path that names this field alone; undefined: an address can hold none. */
export function fieldKey(scenario: Scenario, { path, name }: Field): string | undefined {
  for (let length = 1; length <= path.length; length++) {
    const key = pathText(path.slice(-length));
    if (!PLAIN.test(key)) return undefined;
    const found = fieldNamed(scenario, key);
    if (found.ok && found.field.name === name) return key;
  }
  return undefined;
}
