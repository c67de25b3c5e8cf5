import { useState } from "react";
import { formatInteger } from "../base/format.ts";
import type { MachineView } from "../engine/protocol.ts";
import { FoldButton } from "./FoldButton.tsx";
import type { MachineFacts } from "./facts.ts";
import { NicCard, NicLine } from "./NicCard.tsx";
import { foldNics } from "./nics.ts";
import { Wire } from "./Wire.tsx";

interface NicCardsProps {
  readonly view: MachineView;
  readonly facts: MachineFacts;
}

/** The first card whole, others as far as they are opened, many of them behind a button. */
export function NicCards({ view, facts }: NicCardsProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set([0]));
  const [unfolded, unfold] = useState(false);
  const { shown, folded } = foldNics(facts);
  const toggle = (nic: number) =>
    setOpen(new Set(open.has(nic) ? [...open].filter((one) => one !== nic) : [...open, nic]));
  const place = (index: number) => {
    const nic = facts.nics[index];
    const state = view.nics[index];
    if (nic === undefined || state === undefined) return null;
    const isOpen = open.has(index);
    const several = facts.nics.length > 1;
    return (
      <div className="stage__nic" key={nic.name} data-open={isOpen}>
        <Wire nic={state} cycle={view.cycle} sends={facts.sends && isOpen} />
        <NicCard
          index={index}
          view={view}
          nic={state}
          facts={nic}
          sends={facts.sends}
          open={isOpen}
          onToggle={several ? () => toggle(index) : undefined}
        />
      </div>
    );
  };
  if (facts.nics.length === 0)
    return <p className="stage__nics stage__none">No network card in this machine.</p>;
  const dropped = folded.reduce((sum, index) => sum + (view.nics[index]?.dropped ?? 0), 0);
  return (
    <div className="stage__nics">
      {shown.map(place)}
      {folded.length === 0 ? null : (
        <div className="nicfold">
          <FoldButton open={unfolded} onToggle={() => unfold(!unfolded)} controls="more-nics">
            {unfolded ? "fewer network cards" : `${folded.length} more network cards`}
            {dropped === 0 ? null : (
              <b className="fold__note loss">
                ✕ <span className="sr-only">dropped </span>
                {formatInteger(dropped)}
              </b>
            )}
          </FoldButton>
          <ul id="more-nics" className="niclines" hidden={!unfolded}>
            {folded.map((index) => {
              const nic = facts.nics[index];
              const state = view.nics[index];
              return nic === undefined || state === undefined ? null : (
                <NicLine key={nic.name} nic={state} facts={nic} />
              );
            })}
          </ul>
        </div>
      )}
    </div>
  );
}
