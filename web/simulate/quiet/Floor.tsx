/**
 * The path of packets after their card, below both pictures of the machine: memory, queues, the application.
 */
import { partText } from "../../../scenarios/story/parts.ts";
import type { HeldPacket, MachineView } from "../../engine/protocol.ts";
import { t, translated } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { Fallen } from "../flow/Fallen.tsx";
import { type Place, placesOf } from "../flow/places.ts";
import { useArrived, useDelivered, useFallen } from "../flow/useFlying.ts";
import { LAYER_TEXT } from "../stage/labels.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import { PacketSlots } from "./PacketSlots.tsx";
import { queueSlots } from "./slots.ts";

interface FloorProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
}

export function Floor({ view, facts }: FloorProps) {
  const delivered = useDelivered(view);
  const hasPackets = facts.nics.length > 0;
  if (!hasPackets && facts.queues.length === 0) return null;
  const application = facts.threads.find(({ layer }) => layer === "application");
  return (
    <div className="quiet__floor grid middle across">
      <div className="quietqueue quiet__memory anchor">
        <p className="placed nowrap">{t("packets in memory")}</p>
        <div className="quietstore row in-middle surface hair-2 r-3" data-stop="memory" data-part="memory">
          <Hand packets={handsAt("memory", view, facts)} stop="hand:memory" />
        </div>
      </div>
      <div className="quiet__queues stack gap-3 slim">
        {facts.queues.map(({ name, capacity, layer }, index) => (
          <div className="quietqueue stack slim anchor" key={name} data-layer={layer}>
            <p className="line gap-2 placed nowrap ground">
              <span className="ends">{translated(name)}</span>
              <QueueFill name={name} fill={view.queueFill[index] ?? 0} capacity={capacity} />
              <QueueLost name={name} count={view.queueDropped[index] ?? 0} />
            </p>
            <div className="quietqueue__row flex gap-3" data-stop={`queue:${name}`}>
              <PacketSlots
                slots={queueSlots(view, index, facts)}
                part={partText("queue", name)}
                isFull={(view.queueFill[index] ?? 0) >= capacity}
              />
              <Hand packets={handsAt(`hand:${name}`, view, facts)} stop={`hand:${name}`} />
            </div>
            <Fallen place={`queue:${name}`} view={view} facts={facts} hasReason={true} />
          </div>
        ))}
      </div>
      {hasPackets ? (
        <div
          className="quietstore stack surface hair-2 r-3"
          data-stop="application"
          data-thread={application?.name}
          data-layer="application"
        >
          <span className="ends">
            {application === undefined ? LAYER_TEXT.application : translated(application.name)}
          </span>
          <b className="t-15 nowrap">{t("{count} delivered", { count: delivered })}</b>
        </div>
      ) : null}
    </div>
  );
}

/** Packets that threads have in hand, at the place from which they were taken. */
export function handsAt(place: Place, view: MachineView, facts: MachineInfo): readonly HeldPacket[] {
  return [...placesOf(view, facts)].flatMap(([number, at]) =>
    at === place ? [{ number, offeredCycle: 0 }] : [],
  );
}

interface HandProps {
  readonly packets: readonly HeldPacket[];
  readonly stop: string;
}

/** A place for the packet that a thread works on, or several places if several threads do. */
function Hand({ packets, stop }: HandProps) {
  const slots = [...packets.slice(0, HAND_LIMIT).map((packet) => ({ isOn: true, packet }))];
  return (
    <div className="quiet__hand">
      <PacketSlots
        slots={slots.length === 0 ? [{ isOn: false, packet: undefined }] : slots}
        stop={stop}
        isFull={false}
      />
    </div>
  );
}

const HAND_LIMIT = 3;

interface QueueFillProps {
  readonly name: string;
  readonly fill: number;
  readonly capacity: number;
}

function QueueFill({ name, fill, capacity }: QueueFillProps) {
  const number = useArrived(fill, partText("queue", name));
  return <span className="mono ink-3 nowrap">{t("{number} of {of}", { number, of: capacity })}</span>;
}

function QueueLost({ name, count }: { readonly name: string; readonly count: number }) {
  const lost = useFallen(count, partText("queue", name));
  return lost === 0 ? null : (
    <b className="loss mono">
      ✕ {formatInteger(lost)}
      <span className="sr-only"> {t("lost")}</span>
    </b>
  );
}
