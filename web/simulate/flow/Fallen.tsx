import type { MachineView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { dropWords } from "../../ui/dropText.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import { lossAt, type Place } from "./places.ts";
import { useFlying } from "./useFlying.ts";
import "./flow.css";

interface FallenProps {
  readonly place: Place;
  readonly view: MachineView;
  readonly facts: MachineInfo;
  /** True if there is room for the reason. */
  readonly hasReason: boolean;
}

/** Where a packet lies that a full ring or queue has refused. Empty unless the loss was in the cycle before. */
export function Fallen({ place, view, facts, hasReason }: FallenProps) {
  const flying = useFlying();
  const lost = lossAt(place, view, facts);
  return (
    <div className="fallen placed row gap-2 nowrap" data-stop={`fall:${place}`}>
      {lost === undefined || flying.has(lost.packet) ? null : (
        <>
          <b className="token" data-kind="lost">{`✕ ${lost.packet}`}</b>
          <span className={hasReason ? "w-600 ink-drop" : "sr-only"}>
            {t("lost: {cause}", { cause: dropWords(lost.cause) })}
          </span>
        </>
      )}
    </div>
  );
}
