/** Devices on the stage: network cards with their wires, and all other devices as rows. */
import { useState } from "react";
import { partText } from "../../../scenarios/story/parts.ts";
import { type AnyRowKind, ROW_KINDS } from "../../devices/kinds.ts";
import type { Direction, MachineView, NicView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { later } from "../../ui/later.ts";
import { useLater } from "../../ui/useLater.ts";
import { Fallen } from "../flow/Fallen.tsx";
import type { MachineInfo } from "./machineInfo.ts";
import { NicCard } from "./NicCard.tsx";
import { isCrowded } from "./nics.ts";
import type { StageRates } from "./rates.ts";

interface DevicesProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly rates: StageRates | undefined;
}

/** Disks, timers and all other devices except cards, with a few words each. */
export function Devices({ view, facts, rates }: DevicesProps) {
  if (ROW_KINDS.every(({ list }) => facts[list].length === 0)) return null;
  return (
    <ul className="devices" aria-label={t("Devices")}>
      {ROW_KINDS.map((kind) => (
        <Rows key={kind.list} kind={kind} view={view} facts={facts} rates={rates} />
      ))}
    </ul>
  );
}

function Rows({ kind, view, facts, rates }: DevicesProps & { readonly kind: AnyRowKind }) {
  const { list, Row } = kind;
  return facts[list].map((device, index) => {
    const state = view[list][index];
    return state === undefined ? null : (
      <Row
        key={device.name}
        view={state}
        facts={device}
        rates={rates?.[list][index]}
        cycle={view.cycle}
        index={index}
        programs={view.programs}
      />
    );
  });
}

/** Only for machines with many cards. */
const nicTable = later(async () => (await import("./NicTable.tsx")).NicTable);

interface NicCardsProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly rates: StageRates | undefined;
  /** Index of the open card if there are many. */
  readonly shown: number;
  readonly onShow: (nic: number) => void;
}

/** The first card is open, others if the user opens them. With many cards: one card, and a table of all. */
export function NicCards({ view, facts, rates, shown, onShow }: NicCardsProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set([0]));
  const crowded = isCrowded(facts);
  const NicTable = useLater(nicTable, crowded);
  if (facts.nics.length === 0) return null;
  const toggle = (nic: number) =>
    setOpen(new Set(open.has(nic) ? [...open].filter((one) => one !== nic) : [...open, nic]));
  return (
    <>
      {facts.nics.map((nic, index) => {
        const state = view.nics[index];
        if (state === undefined || (crowded && index !== shown)) return null;
        const isOpen = crowded || open.has(index);
        return (
          <div className="stage__nic grid anchor" key={nic.name} data-open={isOpen}>
            <Wire name={nic.name} nic={state} sends={facts.sends && isOpen} load={rates?.nics[index]?.wire} />
            <Fallen place={partText("ring", nic.name)} view={view} facts={facts} hasReason={false} />
            <NicCard
              index={index}
              view={view}
              nic={state}
              facts={nic}
              scenario={facts.described}
              rates={rates?.nics[index]}
              sends={facts.sends}
              open={isOpen}
              crowded={crowded}
              onToggle={crowded || facts.nics.length === 1 ? undefined : () => toggle(index)}
            />
          </div>
        );
      })}
      {crowded && NicTable !== undefined ? (
        <NicTable view={view} facts={facts} rates={rates} shown={shown} onShow={onShow} />
      ) : null}
    </>
  );
}

interface WireProps {
  /** Name of its card. */
  readonly name: string;
  readonly nic: NicView;
  readonly sends: boolean;
  /** Set if frames are too fast to be visible: share of the wire that they take, 0..1. Undefined if frames are shown.
   */
  readonly load: Readonly<Record<Direction, number>> | undefined;
}

/** The line on which frames come in is drawn with all lines (Ways.tsx). Frames go out along the one below it. */
function Wire({ name, nic, sends, load }: WireProps) {
  return (
    <div
      className="wire anchor"
      aria-hidden="true"
      data-part={partText("wire", name)}
      data-stop={`wire:${name}`}
    >
      <span className="wire__label placed t-10 ink-3">{t("wire")}</span>
      {load === undefined ? null : (
        <div className="wire__line anchor">
          <Load share={load.receive} />
        </div>
      )}
      {sends ? (
        <div className="wire__line wire__line--out anchor" data-busy={nic.wireTxBusy && load === undefined}>
          <Load share={load?.send} />
          {nic.wireTxBusy && load === undefined ? <i className="wire__frame placed" /> : null}
        </div>
      ) : null}
    </div>
  );
}

function Load({ share }: { readonly share: number | undefined }) {
  return share === undefined ? null : (
    <i className="wire__load placed" style={{ width: `${100 * share}%` }} />
  );
}
