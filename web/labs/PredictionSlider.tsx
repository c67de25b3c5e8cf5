import { editedNumber } from "../text/numbers.ts";
import { numberText, unitText } from "./labText.ts";
import { WORDS } from "./words.ts";

interface PredictionSliderProps {
  readonly id: string;
  readonly unit: string;
  readonly range: readonly [number, number];
  readonly text: string;
  /** The number that is typed. Undefined if there is none, or if the slider has not been touched. */
  readonly value: number | undefined;
  readonly onText: (text: string) => void;
}

const STEPS = 400;
/** The slider is logarithmic above this value: equal distances are equal factors. */
const LOGARITHMIC_FROM = 20;

/** A number that the student drags or types. It starts in the middle and has no value before it is touched. */
export function PredictionSlider({ id, unit, range, text, value, onText }: PredictionSliderProps) {
  const [low, high] = range;
  const logarithmic = low > 0 && high / low > LOGARITHMIC_FROM;
  const valueAt = (share: number) => (logarithmic ? low * (high / low) ** share : low + (high - low) * share);
  const shareOf = (one: number) =>
    logarithmic ? Math.log(one / low) / Math.log(high / low) : (one - low) / (high - low);
  const share = value === undefined ? 0.5 : Math.min(1, Math.max(0, shareOf(Math.max(value, low))));
  return (
    <div className="prediction">
      <div className="line gap-2">
        <input
          id={`${id}-field`}
          className="field mono prediction__number t-18 w-600"
          autoComplete="off"
          maxLength={40}
          placeholder="?"
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
        />
        <span className="unit">{unitText(unit)}</span>
      </div>
      <input
        type="range"
        className="prediction__slider wide target"
        aria-label={`${WORDS.prediction}, ${unit}`}
        min={0}
        max={STEPS}
        value={Math.round(share * STEPS)}
        aria-valuetext={value === undefined ? "–" : numberText(value, unit)}
        onChange={(event) => {
          const next = Number(valueAt(event.currentTarget.valueAsNumber / STEPS).toPrecision(2));
          onText(editedNumber(next));
        }}
      />
      <div className="mono flex apart small" aria-hidden="true">
        <span>{numberText(low)}</span>
        <span>{numberText(Number(valueAt(0.5).toPrecision(1)))}</span>
        <span>{numberText(high)}</span>
      </div>
    </div>
  );
}
