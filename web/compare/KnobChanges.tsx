import { useMemo } from "react";
import { tryField } from "../../lib/scenarioFields/change.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { knobLabel, valueText } from "../scenarios/tries/knobText.ts";
import { useActions } from "../state/hooks.ts";
import { translatedMessage } from "../text/message.ts";
import { t } from "../text/t.ts";
import { withinSentence } from "../text/withinSentence.ts";
import { type OneChange, oneChanges } from "./oneChange.ts";
import { renamed } from "./renamed.ts";

/** B by one press, while it is the same as A. */
export function KnobChanges({
  a,
  onChange,
}: {
  readonly a: Scenario;
  readonly onChange: (b: Scenario) => void;
}) {
  const { notify } = useActions();
  const changes = useMemo(() => oneChanges(a), [a]);
  if (changes.length === 0) return null;
  function apply({ knob, to }: OneChange): void {
    const changed = tryField(a, { path: knob.path, name: knobLabel(knob) }, to);
    const what = `${withinSentence(knobLabel(knob))} ${valueText(knob.unit, to)}`;
    if (changed.ok) onChange(renamed(a, changed.scenario, what));
    else notify("error", t("Not applied: {reason}", { reason: translatedMessage(changed.message) }));
  }
  return (
    <ul className="pair__knobs flex wrap gap-2 flush tight no-marks" aria-label={t("Change B")}>
      {changes.map((change) => {
        const { knob, to } = change;
        return (
          <li key={knob.path.join("/")}>
            <button type="button" className="btn btn--small" onClick={() => apply(change)}>
              {t("B with {label} {value} instead of {before}", {
                label: knobLabel(knob),
                value: valueText(knob.unit, to),
                before: valueText(knob.unit, knob.value),
              })}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
