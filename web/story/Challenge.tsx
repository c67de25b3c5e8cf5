/** Shown after the last step: the reader reaches a goal with one change. Every try stays as a dot. */
import { useEffect, useMemo, useState } from "react";
import type { Path } from "../../lib/expressions/index.ts";
import { offeredKnobs } from "../../lib/knobs/offered.ts";
import { isSame } from "../../lib/scenarioFields/same.ts";
import { textIn } from "../../lib/story/caption.ts";
import { gapUnit, gapValue } from "../../lib/story/gap.ts";
import { readField } from "../../scenarios/base/fieldPath.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Story } from "../../scenarios/story/story.ts";
import { KnobRow } from "../scenarios/tries/KnobRow.tsx";
import { useFieldSetter } from "../scenarios/tries/useFieldSetter.ts";
import { useApp } from "../state/hooks.ts";
import { currentLanguage } from "../text/language.ts";
import { t, tCount } from "../text/t.ts";
import { numberText } from "./numberText.ts";
import { measureFor } from "./storyOfPage.ts";
import "../scenarios/tries/tries.css";

interface Try {
  /** Values of the knobs, in their order. */
  readonly values: string;
  readonly value: number;
  readonly isMet: boolean;
}

export default function Challenge({ goal }: { readonly goal: NonNullable<Story["challenge"]> }) {
  const scenario = useApp((state) => state.scenario);
  const original = useApp((state) => state.original);
  const setter = useFieldSetter();
  const knobs = useMemo(
    () => (scenario === undefined ? [] : offeredKnobs(scenario).filter(({ path }) => path[0] !== "traffic")),
    [scenario],
  );
  const changes = knobs.filter(
    ({ path, value }) => original !== undefined && !isSame(readField(original, path as Path), value),
  ).length;
  const values = knobs.map(({ value }) => value).join(" ");
  const { now, tries } = useTries(goal, scenario, changes === 1 ? values : undefined);
  const unit = scenario === undefined ? "" : gapUnit(scenario, goal.metric);
  const what = textIn(goal.label, currentLanguage());
  const isMet = tries.some((one) => one.isMet);
  return (
    <div className="stack gap-2">
      <p className="storybar__caption t-18">
        {t("Your turn: bring “{what}” below {goal} with a single change.", {
          what,
          goal: numberText(goal.below, unit),
        })}
      </p>
      <ul className="tries__knobs storybar__knobs grid flush tight no-marks">
        {knobs.map((knob) => (
          <KnobRow
            key={knob.path.join("/")}
            knob={knob}
            original={original && readField(original, knob.path as Path)}
            setter={setter}
          />
        ))}
      </ul>
      <p className="row gap-3 wrap" role="status">
        <span>
          {what} <b className="mono t-18">{now === undefined ? t("is measured") : numberText(now, unit)}</b>
        </span>
        <span
          className="row gap-1"
          role="img"
          aria-label={tCount(tries.length, "{count} try", "{count} tries")}
        >
          {tries.map((one) => (
            <i
              key={one.values}
              className="storybar__try"
              data-met={one.isMet}
              title={numberText(one.value, unit)}
            />
          ))}
        </span>
        {changes > 1 ? <span>{t("Only a single change counts: undo the others.")}</span> : null}
        {isMet ? <b>{t("Done.")}</b> : null}
      </p>
    </div>
  );
}

/** Result of the whole run of the open machine, and its result with each single change so far. `values`: the values
 * of the knobs, undefined if there is not exactly one change. */
function useTries(
  goal: NonNullable<Story["challenge"]>,
  scenario: Scenario | undefined,
  values: string | undefined,
) {
  const [tries, setTries] = useState<readonly Try[]>([]);
  const [measured, setMeasured] = useState<{ readonly scenario: Scenario; readonly value: number }>();
  useEffect(() => {
    const measure = measureFor();
    if (scenario === undefined || measure === undefined) return;
    let isLeft = false;
    measure(scenario, scenario.runCycles)
      .then((result) => {
        const value = gapValue(scenario, goal.metric, result)?.value;
        if (isLeft || value === undefined) return;
        setMeasured({ scenario, value });
        if (values === undefined) return;
        setTries((known) =>
          known.some((one) => one.values === values)
            ? known
            : [...known, { values, value, isMet: value < goal.below }],
        );
      })
      // The next change is measured again after a failure.
      .catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [scenario, goal, values]);
  return {
    now: measured !== undefined && measured.scenario === scenario ? measured.value : undefined,
    tries,
  };
}
