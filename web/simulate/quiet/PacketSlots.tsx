/** A bounded store as places for packets, each with its number. */
import { useCell, useLive } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { useFlying } from "../flow/useFlying.ts";
import type { Slot } from "./slots.ts";

interface PacketSlotsProps {
  readonly slots: readonly Slot[];
  /** Name of the part (scenarios/story/parts.ts). */
  readonly part?: string;
  readonly isFull: boolean;
  /** The end point of lines (ways.ts). */
  readonly stop?: string;
}

export function PacketSlots({ slots, part, isFull, stop }: PacketSlotsProps) {
  const journey = useCell(useLive().journey);
  const flying = useFlying();
  // Packets on their way to this store that none of its slots shows: the slot with a number of packets counts them.
  const shown = new Set(slots.map(({ packet }) => packet?.number));
  const coming = [...flying].filter(([number, to]) => to === part && !shown.has(number)).length;
  const followed = journey?.what === "packet" ? journey.number : undefined;
  return (
    <div
      className="packetslots flex"
      aria-hidden="true"
      data-part={part}
      data-stop={stop}
      data-full={isFull}
      data-many={slots.length > NUMBERED_LIMIT}
    >
      {slots.map(({ isOn, packet, isCopied = false, more }, index) => {
        const rest = more === undefined ? undefined : more - coming;
        const isFlown =
          (packet !== undefined && flying.has(packet.number)) || (rest !== undefined && rest <= 0);
        return (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
            key={index}
            className="flex wrap in-middle clip sunk hair-2"
            data-on={isOn && !isFlown}
            data-copied={isCopied}
            data-more={more !== undefined}
            data-packet={packet?.number}
            data-offered-cycle={packet?.offeredCycle}
            data-followed={packet !== undefined && packet.number === followed}
            title={packet === undefined ? undefined : t("packet {number}", { number: packet.number })}
          >
            {packet === undefined || isFlown || slots.length > NUMBERED_LIMIT ? null : (
              <b className="mono t-13 w-600">{packet.number}</b>
            )}
            {rest === undefined || isFlown ? null : <b className="mono t-13 w-600">+{rest}</b>}
          </i>
        );
      })}
    </div>
  );
}

/** More slots than this have no room for numbers. */
const NUMBERED_LIMIT = 10;
