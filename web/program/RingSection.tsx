import {
  type DescriptorRing,
  type DescriptorRow,
  descriptorRows,
  packetsOfFrames,
} from "../../lib/programs/descriptorRing.ts";
import type { NicRegisters } from "../engine/protocol.ts";
import { t } from "../text/t.ts";
import { hexText } from "./numbers.ts";
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

interface RingTableProps {
  readonly name: string;
  readonly ring: DescriptorRing;
  readonly memory: Uint8Array;
  /** Packet by the count of its frame in the ring. */
  readonly packets: ReadonlyMap<number, number>;
}

/** A descriptor ring, with one row for each slot. */
function RingTable({ name, ring, memory, packets }: RingTableProps) {
  const rows = descriptorRows(ring, memory);
  return (
    <table className="memory__words ring-table wide above-2" aria-label={name}>
      <caption>
        {name} <span>{t("head {head}, tail {tail}", { head: ring.head, tail: ring.tail })}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t("Slot")}</th>
          <th scope="col">{t("Owner")}</th>
          <th scope="col">{t("Buffer|ring")}</th>
          <th scope="col">{t("Bytes|ring")}</th>
          <th scope="col">{t("Packet")}</th>
          <th scope="col">{t("Mark")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.slot} data-card={row.isOfCard}>
            <th scope="row" title={`0x${hexText(row.address)}`}>
              {row.slot}
            </th>
            <td>{row.isOfCard ? t("card") : t("program|owner")}</td>
            <td>{row.buffer === undefined ? t("no memory") : hexText(row.buffer)}</td>
            <td>{bytesText(row)}</td>
            <td>{packetText(row, packets)}</td>
            <td>{markText(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const bytesText = ({ bytes, isDone, isCutOff }: DescriptorRow): string =>
  [String(bytes), isDone ? t("done") : "", isCutOff ? t("truncated") : ""]
    .filter((one) => one !== "")
    .join(", ");

/** Packet of the frame in the descriptor. */
function packetText({ frame, isOfCard }: DescriptorRow, packets: ReadonlyMap<number, number>): string {
  const packet = frame === undefined || isOfCard ? undefined : packets.get(frame);
  return packet === undefined ? "" : `#${packet}`;
}

const markText = ({ isHead, isTail }: DescriptorRow): string =>
  [isHead ? t("head") : "", isTail ? t("tail") : ""].filter((one) => one !== "").join(", ");
