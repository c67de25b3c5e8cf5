/** Which fields a few typed letters may mean. */
import type { Field } from "../../lib/scenarioFields/describe.ts";
import { translated } from "../text/t.ts";
import { placeText } from "./fieldText.ts";

const SHOWN = 60;

/** What a comparison is usually about, when nothing has been typed. */
const USUAL =
  /^machine\.(clockHertz|core\.(contexts|policy|cores)|nics\..*(rxRingFrames|lineRate|coalescing)|memory\.latencyCycles|interrupts\.(saveRestore|tailChain))|queues\..*capacity/;

interface FoundFields {
  readonly found: readonly Field[];
  readonly left: number;
}

/** Each word stands somewhere in title, place or path. First comes what comparisons are usually about, where its title
 * has the first word; then titles that begin with it, then those that have it. */
export function findFields(fields: readonly Field[], search: string): FoundFields {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const first = words[0] ?? "";
  const rank = (field: Field) => {
    const isUsual = USUAL.test(field.name);
    if (words.length === 0) return Number(!isUsual);
    const at = translated(field.title).toLowerCase().indexOf(first);
    return at < 0 ? 3 : isUsual ? 0 : at === 0 ? 1 : 2;
  };
  const fitting = fields.filter((field) => {
    const text = `${translated(field.title)} ${placeText(field)} ${field.name} ${field.title}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const ordered = fitting.toSorted((one, other) => rank(one) - rank(other));
  return { found: ordered.slice(0, SHOWN), left: Math.max(0, ordered.length - SHOWN) };
}
