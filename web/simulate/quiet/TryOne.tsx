/** The first knob of the scenario with the result of the last change, and a button for the other knobs. */
import { useMemo } from "react";
import type { Path } from "../../../lib/expressions/index.ts";
import { offeredKnobs } from "../../../lib/knobs/offered.ts";
import { readField } from "../../../scenarios/base/fieldPath.ts";
import { KnobRow } from "../../scenarios/tries/KnobRow.tsx";
import { useFieldSetter } from "../../scenarios/tries/useFieldSetter.ts";
import { useActions, useApp } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { useShownParts } from "./useShownParts.ts";
import "../../scenarios/tries/tries.css";

export function TryOne() {
  const scenario = useApp((state) => state.scenario);
  const original = useApp((state) => state.original);
  const [knob] = useMemo(() => (scenario === undefined ? [] : offeredKnobs(scenario)), [scenario]);
  const isTold = useApp(({ told }) => told !== undefined);
  const setter = useFieldSetter();
  const { showSide } = useActions();
  const isShown = useShownParts().has("results");
  if (knob === undefined || isShown) return null;
  return (
    <div className="tryone stack gap-1">
      <ul className="grid flush tight no-marks">
        <KnobRow knob={knob} original={original && readField(original, knob.path as Path)} setter={setter} />
      </ul>
      {isTold ? null : (
        <button
          type="button"
          className="tryone__more accent bare tight press to-left"
          onClick={() => showSide("metrics")}
        >
          {t("More to try")}
        </button>
      )}
    </div>
  );
}
