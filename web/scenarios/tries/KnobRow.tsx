import { useId, useState } from "react";
import type { KnobValue, OfferedKnob } from "../../../lib/knobs/offered.ts";
import { isSame } from "../../../lib/scenarioFields/same.ts";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { knobLabel, valueText } from "./knobText.ts";
import type { FieldSetter } from "./useFieldSetter.ts";

interface KnobRowProps {
  readonly knob: OfferedKnob;
  /** Value in the opened scenario. Undefined if the field did not exist. */
  readonly original: unknown;
  readonly setter: FieldSetter;
}

/** One field to try. */
export function KnobRow({ knob, original, setter }: KnobRowProps) {
  const id = useId();
  const label = knobLabel(knob);
  const isChanged = original !== undefined && !isSame(original, knob.value);
  return (
    <li className="knob grid middle across t-12">
      <label htmlFor={id}>{label}</label>
      {knob.kind === "slider" ? <Slider id={id} knob={knob} setter={setter} /> : null}
      {knob.kind === "switch" ? (
        <span className="knob__value row gap-1 nowrap">
          <input
            id={id}
            type="checkbox"
            role="switch"
            aria-checked={knob.value === true}
            checked={knob.value === true}
            onChange={({ currentTarget }) => setter.now(knob.path, currentTarget.checked)}
          />
          {valueText(knob.unit, knob.value)}
        </span>
      ) : null}
      {knob.kind === "choice" ? <Choice id={id} knob={knob} setter={setter} /> : null}
      {isChanged ? (
        <button
          type="button"
          className="btn btn--ghost btn--icon btn--small knob__back"
          aria-label={t("{label}: back to {value}", {
            label,
            value: valueText(knob.unit, original as KnobValue),
          })}
          title={t("back to {value}", { value: valueText(knob.unit, original as KnobValue) })}
          onClick={() => setter.now(knob.path, original)}
        >
          <Icon name="undo" />
        </button>
      ) : null}
    </li>
  );
}

interface ControlProps {
  readonly id: string;
  readonly knob: OfferedKnob;
  readonly setter: FieldSetter;
}

function Slider({ id, knob, setter }: ControlProps) {
  const { values, value, path, unit } = knob;
  /** Position of the thumb while the previous machine still runs. */
  const [moved, setMoved] = useState<{ readonly to: number; readonly from: KnobValue } | undefined>(
    undefined,
  );
  // The machine is up to date again: a slider back at its previous value counts as unchanged.
  if (moved !== undefined && moved.from !== value) setMoved(undefined);
  const place = moved?.from === value ? moved.to : values.indexOf(value);
  const last = values.length - 1;
  const text = valueText(unit, values[place] ?? value);
  return (
    <>
      <input
        id={id}
        type="range"
        className="knob__range slim wide flush press"
        min={0}
        max={last}
        step={1}
        value={place}
        aria-valuetext={text}
        style={{ "--filled": last === 0 ? 0 : place / last }}
        onChange={({ currentTarget }) => {
          const to = currentTarget.valueAsNumber;
          const next = values[to];
          if (next === undefined) return;
          setMoved({ to, from: value });
          setter.soon(path, next);
        }}
        onPointerUp={setter.flush}
        onBlur={setter.flush}
      />
      <output htmlFor={id} className="knob__value mono row gap-1 nowrap" aria-hidden="true">
        {text}
      </output>
    </>
  );
}

function Choice({ id, knob, setter }: ControlProps) {
  const { values, value, path, unit } = knob;
  return (
    <select
      id={id}
      className="field"
      value={values.indexOf(value)}
      onChange={({ currentTarget }) => setter.now(path, values[Number(currentTarget.value)])}
    >
      {values.map((one, index) => (
        <option key={String(one)} value={index}>
          {valueText(unit, one)}
        </option>
      ))}
    </select>
  );
}
