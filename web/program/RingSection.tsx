import { packetsOfFrames } from "../../lib/programs/descriptorRing.ts";
import type { NicRegisters } from "../engine/protocol.ts";
import { t } from "../text/t.ts";
import { RingTable } from "./RingTable.tsx";
import type { ProgramMoment } from "./useStates.ts";

const NO_PACKETS: ReadonlyMap<number, number> = new Map();

/** The descriptor rings of cards that programs serve. `names`: of all cards. */
export default function RingSection({
  moment: { view },
  names,
}: {
  readonly moment: ProgramMoment;
  readonly names: readonly string[];
}) {
  const { cards = [], memory = new Uint8Array() } = view?.programs ?? {};
  return cards.map((card, nic) => {
    if (card === undefined) return null;
    const name = names[nic] ?? "";
    const { receive, send } = ringsOf(card);
    const packets = packetsOfFrames(receive, view?.held.rings[nic] ?? []);
    return (
      <div key={name} className="memory">
        {receive.size + send.size === 0 ? (
          <p className="empty">{t("{card} has no ring yet: RXSIZE and TXSIZE are 0.", { card: name })}</p>
        ) : null}
        {receive.size > 0 ? (
          <RingTable
            name={t("{card}, receive ring", { card: name })}
            ring={receive}
            memory={memory}
            packets={packets}
          />
        ) : null}
        {send.size > 0 ? (
          <RingTable
            name={t("{card}, transmit ring", { card: name })}
            ring={send}
            memory={memory}
            packets={NO_PACKETS}
          />
        ) : null}
      </div>
    );
  });
}

function ringsOf({ rxBase, rxSize, rxHead, rxTail, txBase, txSize, txHead, txTail }: NicRegisters) {
  return {
    receive: { base: rxBase, size: rxSize, head: rxHead, tail: rxTail },
    send: { base: txBase, size: txSize, head: txHead, tail: txTail },
  };
}
