import type { NicFacts, NicRates } from "../../devices/nic.ts";
import type { MachineView, NicView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { formatInteger, perSecondText } from "../../ui/format.ts";
import type { MachineInfo } from "./machineInfo.ts";
import { raisedSince, ringFrames } from "./nics.ts";
import { type StageRates, totalDrops } from "./rates.ts";

interface NicTableProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly rates: StageRates | undefined;
  /** The card that is open. */
  readonly shown: number;
  readonly onShow: (nic: number) => void;
}

/** All cards of a machine that has many: fill, loss and interrupt of each. A click opens the card above. */
export function NicTable({ view, facts, rates, shown, onShow }: NicTableProps) {
  return (
    <ul className="nictable grid gap-1" aria-label={t("All network cards")} data-many={facts.nics.length > 8}>
      {facts.nics.map((nic, index) => {
        const state = view.nics[index];
        return state === undefined ? null : (
          <li key={nic.name}>
            <NicTile
              nic={state}
              facts={nic}
              rates={rates?.nics[index]}
              raised={rates === undefined && raisedSince(view, nic) !== undefined}
              shown={index === shown}
              onShow={() => onShow(index)}
            />
          </li>
        );
      })}
    </ul>
  );
}

interface NicTileProps {
  readonly nic: NicView;
  readonly facts: NicFacts;
  readonly rates: NicRates | undefined;
  readonly raised: boolean;
  readonly shown: boolean;
  readonly onShow: () => void;
}

function NicTile({ nic, facts, rates, raised, shown, onShow }: NicTileProps) {
  const capacity = ringFrames(facts);
  const drops = rates === undefined ? nic.dropped : totalDrops(rates.drops);
  const dropped = rates === undefined ? formatInteger(drops) : perSecondText(drops);
  const said = [
    ...(rates === undefined ? [] : [t("{rate} arrive", { rate: perSecondText(rates.framesPerSecond) })]),
    t("{rxFill} of {capacity} frames", { rxFill: nic.rxFill, capacity }),
    ...(drops > 0 ? [t("{lost} lost", { lost: dropped })] : []),
    ...(raised ? [t("interrupt raised")] : []),
  ].join(", ");
  return (
    <button
      type="button"
      className="nictile grid middle wide t-10 to-left surface hair-2 r-1 target"
      aria-pressed={shown}
      title={`${facts.name}: ${said}`}
      onClick={onShow}
    >
      <span className="nictile__name slim across cut">{facts.name}</span>
      <span className="ring__bar clip edge" aria-hidden="true">
        <i
          className="block high"
          style={{ width: `${(100 * Math.min(nic.rxFill, capacity)) / capacity}%` }}
        />
      </span>
      <span className="nictile__marks row gap-2px" aria-hidden="true">
        {drops > 0 ? <b className="loss">✕</b> : null}
        {raised ? <i className="nictile__raised" /> : null}
      </span>
      <span className="sr-only">, {said}</span>
    </button>
  );
}
