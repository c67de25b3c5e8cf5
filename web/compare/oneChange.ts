/** Changes of one knob that make B from A, from the knobs of the scenario. */
import { type KnobValue, type OfferedKnob, offeredKnobs } from "../../lib/knobs/offered.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";

export interface OneChange {
  readonly knob: OfferedKnob;
  readonly to: KnobValue;
}

const OFFERED = 3;

/** At most three changes. A race needs equal traffic, so those that do not affect it come first. */
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

/** The end of the values that is more steps away, the upper one of two that are as far. */
function farthest({ values, value }: OfferedKnob): KnobValue | undefined {
  const place = values.indexOf(value);
  const to = place > values.length - 1 - place ? values[0] : values.at(-1);
  return to === value ? undefined : to;
}
