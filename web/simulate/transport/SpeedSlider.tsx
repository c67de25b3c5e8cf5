import { useActions, useApp, useKeyHint, useLive, useThrottled } from "../../state/hooks.ts";
import { speedNow } from "../../state/playback.ts";
import type { Speed } from "../../state/store.ts";
import { t } from "../../text/t.ts";
import { SLIDER_LABELS, SLIDER_MAX, sliderOfSpeed, speedOfSlider, speedText } from "./speed.ts";

const READING_INTERVAL_MS = 1000;

interface SpeedSliderProps {
  readonly speed: Speed;
  readonly onSpeed: (speed: Speed) => void;
}

export function SpeedSlider({ speed: chosen, onSpeed }: SpeedSliderProps) {
  const showsRates = useApp((state) => state.showsRates);
  const { toggleRates } = useActions();
  const hint = useKeyHint();
  const isPacket = chosen === "packet";
  const speed = speedNow(chosen, useThrottled(useLive().metrics, READING_INTERVAL_MS));
  const place = sliderOfSpeed(speed);
  return (
    <div className="speed row rigid" data-part="speed">
      <button
        type="button"
        className="btn btn--small speed__packet"
        aria-pressed={isPacket}
        title={t("Packet speed: about two packets or interrupts a second")}
        onClick={() => onSpeed(isPacket ? speed : "packet")}
      >
        {t("packets|speed")}
      </button>
      <div className="speed__control anchor">
        <input
          type="range"
          className="speed__range block press"
          aria-label={t("Speed in cycles per second, logarithmic")}
          aria-valuetext={
            speed === "max" ? t("as fast as it goes") : t("{speed} cycles per second", { speed })
          }
          min={0}
          max={SLIDER_MAX}
          step={1}
          value={place}
          style={{ "--filled": place / SLIDER_MAX }}
          onChange={({ target }) => onSpeed(speedOfSlider(target.valueAsNumber))}
        />
        <div className="speed__scale placed ink-3 through" aria-hidden="true">
          {SLIDER_LABELS.map(({ at, text }) => (
            <span key={at} style={{ left: `${(100 * at) / SLIDER_MAX}%` }}>
              {text}
            </span>
          ))}
        </div>
      </div>
      <span className="speed__value note nowrap" aria-hidden="true">
        <span className="mono ink">{speedText(speed)}</span>
        {` ${speed === "max" ? t("speed") : t("cycles/s")}`}
      </span>
      <button
        type="button"
        className="btn btn--small speed__rates"
        aria-pressed={showsRates}
        title={hint("rates", t("While it plays: rates per second instead of single packets"))}
        onClick={toggleRates}
      >
        {t("rates|speed")}
      </button>
    </div>
  );
}
