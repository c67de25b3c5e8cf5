import type { ReactNode } from "react";
import type { Layer } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";

/** A bounded store as cells, filled from the left; many cells merge into one bar. */
const CELL_LIMIT = 32;

interface SlotsProps {
  /** undefined: said elsewhere, cells only. */
  readonly label?: string;
  readonly fill: number;
  readonly capacity: number;
  /** The capacity as it is written, where more can be done with it than read it. */
  readonly capacityText?: ReactNode;
  readonly unit?: string;
  readonly size?: "tall" | "low";
  /** Software layer that the content waits for. */
  readonly layer?: Layer | undefined;
  /** What it lost, in words; "": nothing. */
  readonly lost?: string;
  /** Its name (scenarios/story/parts.ts). */
  readonly part?: string;
}

export function Slots({
  label,
  fill,
  capacity,
  capacityText = capacity,
  unit = t("frames"),
  size = "tall",
  layer,
  lost = "",
  part,
}: SlotsProps) {
  return (
    <div className={`slots slots--${size}`} data-full={fill >= capacity} data-layer={layer} data-part={part}>
      {label === undefined ? null : (
        <div className="slots__head">
          <span title={label}>{label}</span>
          {lost === "" ? null : (
            <b className="loss mono">
              ✕ {lost}
              <span className="sr-only"> {t("dropped")}</span>
            </b>
          )}
          <span className="mono slots__fill">
            <span>
              {fill}
              <span className="unit"> / {capacityText}</span>
            </span>{" "}
            <span className="unit">{unit}</span>
          </span>
        </div>
      )}
      {capacity <= CELL_LIMIT ? (
        <div className="slots__cells" aria-hidden="true">
          {Array.from({ length: capacity }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
            <i key={index} data-on={index < fill} />
          ))}
        </div>
      ) : (
        <div className="slots__bar" aria-hidden="true">
          <i style={{ width: `${(100 * Math.min(fill, capacity)) / capacity}%` }} />
        </div>
      )}
    </div>
  );
}
