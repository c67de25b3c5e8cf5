/** The network cards of the quiet stage: wire, ring, and transmit queue. */
import type { ComponentType } from "react";
import { partText } from "../../../scenarios/story/parts.ts";
import type { NicFacts } from "../../devices/nic.ts";
import type { MachineView, NicView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { Fallen } from "../flow/Fallen.tsx";
import { useArrived } from "../flow/useFlying.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import { ringFrames } from "../stage/nics.ts";
import { PacketSlots } from "./PacketSlots.tsx";
import { ringOf } from "./slots.ts";

interface QuietCardsProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  /** Undefined if status bits are not shown. */
  readonly StatusBits: ComponentType<{ readonly nic: NicView }> | undefined;
}

/** More cards than this leave no room for lines. */
const CARD_LIMIT = 4;

export function QuietCards({ view, facts, StatusBits }: QuietCardsProps) {
  const isCrowded = facts.nics.length > CARD_LIMIT;
  return (
    <div
      className="quiet__cards grid gap-3 anchor"
      data-crowded={isCrowded}
      data-single={facts.nics.length === 1}
    >
      {isCrowded || facts.nics.length === 1 ? null : <i className="quiet__trunk placed" data-stop="trunk" />}
      {facts.nics.map((nic, index) => {
        const state = view.nics[index];
        return state === undefined ? null : (
          <QuietCard
            key={nic.name}
            view={view}
            nic={state}
            facts={nic}
            machine={facts}
            index={index}
            sends={facts.sends}
            hasWire={!isCrowded}
            isAlone={facts.nics.length === 1}
            StatusBits={StatusBits}
          />
        );
      })}
    </div>
  );
}

interface QuietCardProps extends Pick<QuietCardsProps, "view" | "StatusBits"> {
  readonly nic: NicView;
  readonly facts: NicFacts;
  readonly machine: MachineInfo;
  readonly index: number;
  readonly sends: boolean;
  readonly hasWire: boolean;
  /** True if its name is above it. */
  readonly isAlone: boolean;
}

function QuietCard(props: QuietCardProps) {
  const { view, nic, facts, machine, index, sends, hasWire, isAlone, StatusBits } = props;
  const { name } = facts;
  const capacity = ringFrames(facts);
  const slots = ringOf(view, index, facts, machine);
  const arrived = useArrived(nic.rxFill, partText("ring", name));
  return (
    <div className="quiet__nic grid anchor">
      {hasWire ? (
        <div className="quiet__wire anchor" data-part={partText("wire", name)} data-stop={`wire:${name}`}>
          <span className="placed ink-3">{t("wire")}</span>
        </div>
      ) : null}
      {hasWire ? (
        <Fallen place={partText("ring", name)} view={view} facts={machine} hasReason={isAlone} />
      ) : null}
      <article
        className="quietcard slim anchor surface hair-2 r-3"
        aria-label={t("Network card {name}", { name })}
        data-part={partText("card", name)}
        data-stop={`card:${name}`}
      >
        <p className="line apart gap-2 nowrap">
          {isAlone ? null : <b className="w-600 rigid">{name}</b>}
          <span className="ends ink-2 quietcard__what">
            {facts.rings.length > 1
              ? t("{count} receive rings", { count: facts.rings.length })
              : facts.receive === "ring"
                ? t("receive ring")
                : t("receive buffer")}
          </span>
          <span className="mono w-600 pushed">
            {t("{number} of {of}", { number: arrived, of: capacity })}
          </span>
        </p>
        {StatusBits === undefined ? null : (
          <div className="row gap-2 above-2 ink-2 nowrap" data-part={partText("status", name)}>
            {t("status")}
            <StatusBits nic={nic} />
          </div>
        )}
        {sends ? (
          <div className="quietcard__send row gap-2 above-2 ink-2 nowrap">
            {t("to send")}
            <PacketSlots
              slots={Array.from({ length: Math.min(SEND_PLACES, facts.txQueueFrames) }, (_, at) => ({
                isOn: at < nic.txFill,
                packet: undefined,
              }))}
              part={partText("txqueue", name)}
              isFull={nic.txFill >= facts.txQueueFrames}
            />
          </div>
        ) : null}
        <div className="quietcard__rail" data-stop={hasWire ? `rail:${name}` : undefined} />
        <PacketSlots slots={slots} part={partText("ring", name)} isFull={nic.rxFill >= capacity} />
      </article>
    </div>
  );
}

const SEND_PLACES = 8;
