import { formatInteger } from "../base/format.ts";
import type { MachineView } from "../engine/protocol.ts";
import { busQueue, busTransfer, holderText } from "./bus.ts";
import type { MachineFacts } from "./facts.ts";

interface MemoryBusProps {
  readonly view: MachineView;
  readonly facts: MachineFacts;
}

export function MemoryBus({ view, facts }: MemoryBusProps) {
  const transfer = busTransfer(view, facts);
  const share = transfer === undefined || transfer.bytes === 0 ? 0 : transfer.bytesDone / transfer.bytes;
  const queue = busQueue(view, facts);
  return (
    <div className="bus" data-busy={transfer !== undefined} data-holder={view.bus.holder}>
      <div className="bus__line" aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </div>
      <i className="bus__tap bus__tap--dma" aria-hidden="true" />
      <i className="bus__tap bus__tap--core" aria-hidden="true" />
      <p className="bus__text">
        <b>Memory bus</b>
        <span>{holderText(view, facts)}</span>
        {transfer === undefined ? null : (
          <>
            <span>{transfer.text}</span>
            <span className="mono bus__bytes">
              {formatInteger(transfer.bytesDone)}
              <span className="unit"> / {formatInteger(transfer.bytes)} B</span>
            </span>
            {facts.burstBytes === undefined ? null : (
              <span className="opt">
                bursts of <span className="mono bus__bytes">{facts.burstBytes}</span> B
              </span>
            )}
          </>
        )}
        {queue.length === 0 ? null : <span className="bus__wait">{queue.join(", ")}</span>}
      </p>
    </div>
  );
}
