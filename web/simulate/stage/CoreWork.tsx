import type { MachineView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import type { MachineInfo } from "./machineInfo.ts";
import { cpuWork } from "./places.ts";
import "./coreWork.css";

interface CoreWorkProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly cpu: number;
}

/** At packet speed, over the stages of a core or of a context: the thread it works for, in the colour of the layer. */
export function CoreWork({ view, facts, cpu }: CoreWorkProps) {
  const { layer, thread, packet, layerText } = cpuWork(view, cpu, facts);
  return (
    <li className="corework row in-middle gap-1 placed t-13 r-2 cover" data-layer={layer}>
      <b className="t-18">
        {thread}
        {packet === undefined ? null : (
          <span className="corework__packet mono t-13 w-400">
            {" "}
            {t("packet {number}", { number: packet })}
          </span>
        )}
      </b>
      {layerText === "" ? null : <span>{layerText}</span>}
    </li>
  );
}
