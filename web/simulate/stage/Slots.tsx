import type { ReactNode } from "react";
import type { HeldPacket, Layer } from "../../engine/protocol.ts";
import { useCell, useLive } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { useArrived, useFlying } from "../flow/useFlying.ts";
import { CELL_LIMIT } from "./storeWords.ts";

interface SlotsProps {
  /** Undefined if the label is elsewhere and there are only cells. */
  readonly label?: string;
  readonly fill: number;
  readonly capacity: number;
  /** The capacity as an element, if the user can do more with it than read it. */
  readonly capacityText?: ReactNode;
  readonly unit?: string;
  readonly size?: "tall" | "low";
  /** Software layer that the content waits for. */
  readonly layer?: Layer | undefined;
  /** The losses in words. "" if there are none. */
  readonly lost?: string;
  /** Known packets in the slots, in their order. */
  readonly packets?: readonly HeldPacket[] | undefined;
  /** Name of the part (scenarios/story/parts.ts). */
  readonly part?: string;
  /** The end point of lines above its cells (ways.ts). */
  readonly rail?: string;
  /** The end point of lines at its cells. */
  readonly stop?: string;
}

/** A bounded store as cells, filled from the left. Many cells merge into one bar. */
export function Slots({
  label,
  fill,
  capacity,
  capacityText = capacity,
  unit = t("frames"),
  size = "tall",
  layer,
  lost = "",
  packets = [],
  part,
  rail,
  stop,
}: SlotsProps) {
  const followed = useFollowedPacket();
  const flying = useFlying();
  const arrived = useArrived(fill, part ?? "");
  return (
    <div className={`slots slots--${size}`} data-full={fill >= capacity} data-layer={layer} data-part={part}>
      {label === undefined ? null : (
        <div className="slots__head line apart gap-2 t-12 nowrap">
          <span title={label}>{label}</span>
          {lost === "" ? null : (
            <b className="loss mono">
              ✕ {lost}
              <span className="sr-only"> {t("lost")}</span>
            </b>
          )}
          <span className="mono slots__fill flex wrap at-end fill clip">
            <span>
              {arrived}
              <span className="unit"> / {capacityText}</span>
            </span>{" "}
            <span className="unit">{unit}</span>
          </span>
        </div>
      )}
      {rail === undefined ? null : <div className="slots__rail" data-stop={rail} />}
      {capacity <= CELL_LIMIT ? (
        <div className="slots__cells flex gap-2px" aria-hidden="true" data-stop={stop}>
          {Array.from({ length: capacity }, (_, index) => (
            <Cell
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
              key={index}
              isOn={index < fill && !flying.has(packets[index]?.number ?? -1)}
              packet={packets[index]}
              followed={followed}
            />
          ))}
        </div>
      ) : (
        <div className="slots__bar" aria-hidden="true" data-stop={stop}>
          <i className="block high" style={{ width: `${(100 * Math.min(fill, capacity)) / capacity}%` }} />
        </div>
      )}
    </div>
  );
}

interface CellProps {
  readonly isOn: boolean;
  readonly packet: HeldPacket | undefined;
  readonly followed: number | undefined;
}

/** A press on one with a packet follows it (StageParts.tsx). */
function Cell({ isOn, packet, followed }: CellProps) {
  if (packet === undefined) return <i data-on={isOn} />;
  const { number, offeredCycle } = packet;
  return (
    <i
      data-on={isOn}
      data-packet={number}
      data-offered-cycle={offeredCycle}
      data-followed={number === followed}
      title={t("packet {number}", { number })}
    >
      <b className="slots__packet mono t-11">{String(number % SHOWN_NUMBERS).padStart(2, "0")}</b>
    </i>
  );
}

/** Cells have room for two digits. */
const SHOWN_NUMBERS = 100;

/** Number of the followed packet. Undefined if none is followed. */
function useFollowedPacket(): number | undefined {
  const journey = useCell(useLive().journey);
  return journey?.what === "packet" ? journey.number : undefined;
}
