import type { FrameView, MachineView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { LAYER_TEXT } from "./labels.ts";
import type { MachineInfo } from "./machineInfo.ts";
import { frameOnCpu } from "./places.ts";
import "./coreWork.css";

interface CoreWorkProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly cpu: number;
}

/** At packet speed, over the stages of a core or of a context: the thread it works for, in the colour of the layer. */
export function CoreWork({ view, facts, cpu }: CoreWorkProps) {
  const frame = frameOnCpu(view, cpu, facts);
  const layer = frame === undefined ? "idle" : layerOf(frame);
  const thread = frame === undefined ? undefined : facts.threads[frame.thread]?.name;
  return (
    <li className="corework" data-layer={layer}>
      <b>
        {thread ?? t("idle")}
        {frame?.packet === undefined ? null : (
          <span className="corework__packet mono"> {t("packet {number}", { number: frame.packet })}</span>
        )}
      </b>
      {thread === undefined || thread.toLowerCase() === LAYER_TEXT[layer].toLowerCase() ? null : (
        <span>{LAYER_TEXT[layer]}</span>
      )}
    </li>
  );
}

/** Entry, save and restore belong to no thread. */
function layerOf({ runState, layer }: FrameView): FrameView["layer"] {
  const isMoving = runState === "saving" || runState === "restoring" || runState === "entering";
  return isMoving ? "save-restore" : layer;
}
