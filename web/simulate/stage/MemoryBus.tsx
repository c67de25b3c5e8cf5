import type { MachineView } from "../../engine/protocol.ts";
import { Trans } from "../../text/Trans.tsx";
import { t } from "../../text/t.ts";
import { formatInteger, shareText } from "../../ui/format.ts";
import { busQueue, busTransfer, holderText } from "./bus.ts";
import type { MachineInfo } from "./machineInfo.ts";
import type { StageRates } from "./rates.ts";
import { Details } from "./StageButtons.tsx";

interface MemoryBusProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly rates: StageRates | undefined;
}

function BusRates({ bus, facts }: Pick<StageRates, "bus"> & { readonly facts: MachineInfo }) {
  return (
    <div className="bus across anchor" data-part="bus">
      <div className="bus__line clip placed sunk" aria-hidden="true">
        <i className="block high" style={{ width: `${100 * bus.dma}%` }} />
      </div>
      <p className="bus__text flex clip placed small nowrap">
        <b>{t("Memory bus")}</b>
        <span>
          {facts.dmaStealsCycles
            ? t("DMA holds it {share} of the time", { share: shareText(bus.dma) })
            : t("DMA is instantaneous here")}
        </span>
        {bus.waiting === undefined ? null : (
          <span>{t("cores wait for it {share}", { share: shareText(bus.waiting) })}</span>
        )}
      </p>
    </div>
  );
}

export function MemoryBus({ view, facts, rates }: MemoryBusProps) {
  if (rates !== undefined) return <BusRates bus={rates.bus} facts={facts} />;
  const transfer = busTransfer(view, facts);
  const share = transfer === undefined || transfer.bytes === 0 ? 0 : transfer.bytesDone / transfer.bytes;
  const queue = busQueue(view, facts);
  return (
    <div className="bus across anchor" data-part="bus" data-holder={view.bus.holder}>
      <div className="bus__line clip placed sunk" aria-hidden="true">
        <i className="block high" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="bus__text flex clip placed small nowrap">
        <Details name={t("the memory bus")} of={{ kind: "bus" }} scenario={facts.described}>
          <b>{t("Memory bus")}</b>
        </Details>
        <span>{holderText(view, facts)}</span>
        {transfer === undefined ? null : (
          <>
            <span>{transfer.text}</span>
            <span className="mono ink">
              {formatInteger(transfer.bytesDone)}
              <span className="unit">{` / ${formatInteger(transfer.bytes)} B`}</span>
            </span>
            {facts.burstBytes === undefined ? null : (
              <span className="opt">
                <Trans
                  text="bursts of {bytes} B"
                  gaps={{ bytes: <span className="mono ink">{facts.burstBytes}</span> }}
                />
              </span>
            )}
          </>
        )}
        {queue.length === 0 ? null : <span className="ink w-600">{queue.join(", ")}</span>}
      </p>
    </div>
  );
}
