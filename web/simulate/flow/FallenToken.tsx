import type { MachineView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { dropWords } from "../../ui/dropText.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import { lossAt } from "./moves.ts";
import type { Place } from "./places.ts";
import { useFlying } from "./useFlying.ts";
import "./flow.css";

export interface FallenProps {
  readonly place: Place;
  readonly view: MachineView;
  readonly facts: MachineInfo;
  /** True if there is room for the reason. */
  readonly hasReason: boolean;
}

export function FallenToken({ place, view, facts, hasReason }: FallenProps) {
  const flying = useFlying();
  const lost = lossAt(place, view, facts);
  if (lost === undefined || flying.has(lost.packet)) return null;
  return (
    <>
      <b className="token rigid" data-kind="lost">{`✕ ${lost.packet}`}</b>
      <span className={hasReason ? "w-600 ink-drop" : "sr-only"}>
        {t("lost: {cause}", { cause: dropWords(lost.cause) })}
      </span>
    </>
  );
}
