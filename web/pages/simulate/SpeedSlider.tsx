import { Slider } from "@base-ui/react/slider";
import type { Speed } from "../../state/store.ts";
import { SLIDER_LABELS, SLIDER_MAX, sliderOfSpeed, speedOfSlider, speedText } from "../speed.ts";

interface SpeedSliderProps {
  readonly speed: Speed;
  readonly onSpeed: (speed: Speed) => void;
}

export function SpeedSlider({ speed, onSpeed }: SpeedSliderProps) {
  return (
    <div className="speed">
      <Slider.Root
        value={sliderOfSpeed(speed)}
        min={0}
        max={SLIDER_MAX}
        step={1}
        largeStep={4}
        onValueChange={(place) => onSpeed(speedOfSlider(place))}
      >
        <Slider.Control className="speed__control">
          <Slider.Track className="speed__track">
            <Slider.Indicator className="speed__fill" />
            <Slider.Thumb
              className="speed__thumb"
              aria-label="Speed in cycles per second, logarithmic"
              getAriaValueText={() => (speed === "max" ? "as fast as it goes" : `${speed} cycles per second`)}
            />
          </Slider.Track>
          <div className="speed__scale" aria-hidden="true">
            {SLIDER_LABELS.map(({ at, text }) => (
              <span key={at} style={{ left: `${(100 * at) / SLIDER_MAX}%` }}>
                {text}
              </span>
            ))}
          </div>
        </Slider.Control>
      </Slider.Root>
      <span className="speed__value" aria-hidden="true">
        <span className="mono">{speedText(speed)}</span>
        {speed === "max" ? " speed" : " cycles/s"}
      </span>
    </div>
  );
}
