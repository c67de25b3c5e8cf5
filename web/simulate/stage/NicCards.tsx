import { useState } from "react";
import type { MachineView } from "../../engine/protocol.ts";
import type { MachineInfo } from "./machineInfo.ts";
import { NicCard } from "./NicCard.tsx";
import { NicTable } from "./NicTable.tsx";
import { isCrowded } from "./nics.ts";
import type { StageRates } from "./rates.ts";
import { Wire } from "./Wire.tsx";

interface NicCardsProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly rates: StageRates | undefined;
  /** Of many, the one that is open. */
  readonly shown: number;
  readonly onShow: (nic: number) => void;
}

/** The first card whole, others as far as they are opened; of many one, and a table of all. */
export function NicCards({ view, facts, rates, shown, onShow }: NicCardsProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set([0]));
  if (facts.nics.length === 0) return null;
  const crowded = isCrowded(facts);
  const toggle = (nic: number) =>
    setOpen(new Set(open.has(nic) ? [...open].filter((one) => one !== nic) : [...open, nic]));
  return (
    <>
      {facts.nics.map((nic, index) => {
        const state = view.nics[index];
        if (state === undefined || (crowded && index !== shown)) return null;
        const isOpen = crowded || open.has(index);
        return (
          <div className="stage__nic grid" key={nic.name} data-open={isOpen}>
            <Wire
              name={nic.name}
              nic={state}
              cycle={view.cycle}
              sends={facts.sends && isOpen}
              load={rates?.nics[index]?.wire}
            />
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
      {crowded ? <NicTable view={view} facts={facts} rates={rates} shown={shown} onShow={onShow} /> : null}
    </>
  );
}
