/** The speed of playing, on a scale that spans decades. */
import { useActions, useApp, useKeyHint, useLive, useThrottled } from "../../state/hooks.ts";
import { speedNow } from "../../state/playback.ts";
import type { Speed } from "../../state/store.ts";
import { t } from "../../text/t.ts";
import { formatCompact, formatInteger } from "../../ui/format.ts";

const READING_INTERVAL_MS = 1000;

interface SpeedSliderProps {
  readonly speed: Speed;
  readonly onSpeed: (speed: Speed) => void;
  /** Omits the scale, because newcomers need only slower, faster and packet speed. */
  readonly isPlain?: boolean;
}

export function SpeedSlider({ speed: chosen, onSpeed, isPlain = false }: SpeedSliderProps) {
  const showsRates = useApp((state) => state.showsRates);
  const { toggleRates } = useActions();
  const hint = useKeyHint();
  const isPacket = chosen === "packet";
  const scenario = useApp((state) => state.scenario);
  const metrics = useThrottled(useLive().metrics, READING_INTERVAL_MS);
  const speed = speedNow({ speed: chosen, scenario }, metrics);
  const place = sliderOfSpeed(speed);
  return (
    <div className="speed row rigid" data-part="speed">
      {isPlain ? null : (
        <button
          type="button"
          className="btn btn--small speed__packet"
          aria-pressed={isPacket}
          title={t("Packet speed: about two packets or interrupts a second")}
          onClick={() => onSpeed(isPacket ? speed : "packet")}
        >
          {t("packets|speed")}
        </button>
      )}
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
        {isPlain ? null : (
          <div className="speed__scale placed ink-3 through" aria-hidden="true">
            {SLIDER_LABELS.map(({ at, text }) => (
              <span key={at} style={{ left: `${(100 * at) / SLIDER_MAX}%` }}>
                {text}
              </span>
            ))}
          </div>
        )}
      </div>
      {isPlain ? (
        <PlainSpeed speed={speed} isPacket={isPacket} onSpeed={onSpeed} />
      ) : (
        <>
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
        </>
      )}
    </div>
  );
}

interface PlainSpeedProps extends Pick<SpeedSliderProps, "onSpeed"> {
  readonly speed: number | "max";
  readonly isPacket: boolean;
}

/** The speed in words, and a way back to packet speed. */
function PlainSpeed({ speed, isPacket, onSpeed }: PlainSpeedProps) {
  if (isPacket) return <span className="ink-2 nowrap">{t("packet speed")}</span>;
  return (
    <button type="button" className="btn btn--small" onClick={() => onSpeed("packet")}>
      <span className="mono">{speedText(speed)}</span> {speed === "max" ? t("speed") : t("cycles/s")} ✕
      <span className="sr-only">{t("back to packet speed")}</span>
    </button>
  );
}

/** The speed slider's places: four round numbers a decade from 1 cycle/s, then "as fast as it goes". */
const ROUND = [1, 2, 3, 5] as const;
const DECADES = 7;

type Placed = number | "max";

const PLACES: readonly Placed[] = [
  ...Array.from({ length: DECADES }, (_, decade) => ROUND.map((digit) => digit * 10 ** decade)).flat(),
  10 ** DECADES,
  "max",
];

export const SLIDER_MAX = PLACES.length - 1;

const SLIDER_LABELS = [
  { at: 0, text: "1" },
  { at: 3 * ROUND.length, text: "1\u202fk" },
  { at: 6 * ROUND.length, text: "1\u202fM" },
  { at: SLIDER_MAX, text: "max" },
] as const;

export function speedOfSlider(place: number): Placed {
  return PLACES[Math.min(Math.max(Math.round(place), 0), SLIDER_MAX)] ?? "max";
}

/** The nearest place, also for a speed between two. */
export function sliderOfSpeed(speed: Placed): number {
  if (speed === "max") return SLIDER_MAX;
  let nearest = 0;
  for (const [place, other] of PLACES.entries()) {
    if (other !== "max" && away(other, speed) < away(speedOfSlider(nearest), speed)) nearest = place;
  }
  return nearest;
}

function away(place: Placed, speed: number): number {
  return place === "max" ? Number.POSITIVE_INFINITY : Math.abs(Math.log(place / speed));
}

/** "20" or "1 M". The unit is separate. */
export function speedText(speed: Placed): string {
  if (speed === "max") return "max";
  return speed < 1e4 ? formatInteger(speed) : formatCompact(speed, 2).replace(/\.0(?=\D)/, "");
}
