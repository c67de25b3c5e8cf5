/** Changes of one knob that make B from A, from the knobs of the scenario. */
import { type KnobValue, type OfferedKnob, offeredKnobs } from "../../lib/knobs/offered.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";

export interface OneChange {
  readonly knob: OfferedKnob;
  readonly to: KnobValue;
}

const OFFERED = 3;

/** At most three changes. A race needs equal traffic, so changes that do not affect it come first. */
export function oneChanges(scenario: Scenario): readonly OneChange[] {
  const isTraffic = ({ knob }: OneChange) => Number(knob.path[0] === "traffic");
  return offeredKnobs(scenario)
    .flatMap((knob) => {
      const to = farthest(knob);
      return to === undefined ? [] : [{ knob, to }];
    })
    .toSorted((one, other) => isTraffic(one) - isTraffic(other))
    .slice(0, OFFERED);
}

/** The end of the list of values that is more steps away; of two equal distances, the upper end. */
function farthest({ values, value }: OfferedKnob): KnobValue | undefined {
  const place = values.indexOf(value);
  const to = place > values.length - 1 - place ? values[0] : values.at(-1);
  return to === value ? undefined : to;
}
