import { coreName } from "../base/contextName.ts";
import { formatInteger } from "../base/format.ts";
import type { MachineView } from "../engine/protocol.ts";
import type { MachineFacts } from "./facts.ts";

interface MemoryBusProps {
  readonly view: MachineView;
  readonly facts: MachineFacts;
}

export function MemoryBus({ view, facts }: MemoryBusProps) {
  const index = view.nics.findIndex((nic) => nic.dma !== undefined);
  const dma = view.nics[index]?.dma;
  const name = facts.nics[index]?.name ?? "";
  const share = dma === undefined || dma.bytes === 0 ? 0 : dma.bytesDone / dma.bytes;
  return (
    <div className="bus" data-busy={dma !== undefined}>
      <div className="bus__line" aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </div>
      <i className="bus__tap bus__tap--dma" aria-hidden="true" />
      <i className="bus__tap bus__tap--core" aria-hidden="true" />
      <p className="bus__text">
        <b>Memory bus</b>
        {dma === undefined ? (
          <span>{facts.dmaStealsCycles ? "idle" : "DMA takes no time"}</span>
        ) : (
          <>
            <span>
              {dma.direction === "receive" ? `DMA from ${name} to memory` : `DMA from memory to ${name}`}
            </span>
            <span className="mono bus__bytes">
              {formatInteger(dma.bytesDone)}
              <span className="unit"> / {formatInteger(dma.bytes)} B</span>
            </span>
            {facts.burstBytes === undefined ? null : (
              <span className="opt">
                bursts of <span className="mono bus__bytes">{facts.burstBytes}</span> B
              </span>
            )}
          </>
        )}
        <Waits waits={view.waitsForBus} />
      </p>
    </div>
  );
}

function Waits({ waits }: { readonly waits: readonly boolean[] }) {
  if (!waits.includes(true)) return null;
  const cores = waits.flatMap((waiting, core) => (waiting ? [coreName(core)] : []));
  return <span className="bus__wait">{waits.length === 1 ? "CPU" : cores.join(", ")} access waits</span>;
}
