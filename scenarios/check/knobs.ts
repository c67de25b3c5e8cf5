/** Knobs as far as they say something by themselves; what they say of fields, lib/knobs tells. */
import type { Scenario } from "../format/schema.ts";
import { RANGE_VALUE_LIMIT } from "../story/knobRange.ts";

export function checkKnobs({ knobs = [] }: Scenario, fail: (field: string, message: string) => void): void {
  for (const [index, { values, range }] of knobs.entries()) {
    if (range === undefined) continue;
    const place = `knobs[${index}].range`;
    if (values !== undefined) fail(place, "stands beside values: only one of the two may be there");
    if (range.to <= range.from) fail(`${place}.to`, "must be above from");
    else if ((range.to - range.from) / range.step >= RANGE_VALUE_LIMIT)
      fail(`${place}.step`, `makes more than ${RANGE_VALUE_LIMIT} values`);
  }
}
